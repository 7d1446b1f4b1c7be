import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toSettings, useWhere } from '../../client/index.ts';
import { Code } from '../../ui/index.ts';
import { lacksOf } from './lacks.ts';
import styles from './lacks-line.module.css';
import { usePlayer } from './player.tsx';

/** Where a replay shows boxes in place of pictures, or a page without rules: that it does, and for whoever asks why. */
export function LacksLine() {
  const { recording } = usePlayer();
  const { project } = useWhere();
  const lacks = useMemo(() => lacksOf(recording), [recording]);
  if (lacks.length === 0) return null;
  return (
    <Popover position="bottom-start" width="min(24rem, calc(100vw - 2rem))" shadow="md">
      <Popover.Target>
        <button type="button" className={styles.why}>
          {lacks.map(({ what }) => what).join(', ')}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.reason}>
        {lacks.map(({ what, why }) => (
          <p key={what}>{why}</p>
        ))}
        {lacks.some(({ byChoice }) => byChoice) && (
          <p>
            What new sessions keep is chosen under{' '}
            <Link {...toSettings(project, 'recording')}>Settings → Recording</Link>.
          </p>
        )}
        <p>
          What a replay shows otherwise than the page was stands in <Code>docs/fidelity.md</Code>.
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
