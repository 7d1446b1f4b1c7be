import { Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toSettings, useWhere } from '../../client/index.ts';
import { Code } from '../../ui/index.ts';
import styles from './lacking-pictures.module.css';
import { lackingPictures } from './lacking-pictures.ts';
import { usePlayer } from './player.tsx';

/** Where a replay shows boxes in place of pictures: that it does, and for whoever asks why. */
export function LackingPicturesLine() {
  const { recording } = usePlayer();
  const { project } = useWhere();
  const lacking = lackingPictures(recording);
  if (lacking === null) return null;
  return (
    <Popover position="bottom-start" width="min(24rem, calc(100vw - 2rem))" shadow="md">
      <Popover.Target>
        <button type="button" className={styles.why}>
          {lacking.what}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.reason}>
        <p>{lacking.why}</p>
        {lacking.byChoice && (
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
