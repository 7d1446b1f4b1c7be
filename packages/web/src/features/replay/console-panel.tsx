import type { StoredRecord } from '@sightglass/wire';
import { useMemo, useState } from 'react';
import { Empty, writeClock } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import { listedOf } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

const levels = ['error', 'warn', 'info', 'log', 'debug'] as const;
const tones: Record<string, string> = { error: 'danger', assert: 'danger', warn: 'warning' };

/** What the page wrote to its console, scrubbed in the browser. */
export function ConsolePanel({ records }: { records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const [level, setLevel] = useState<(typeof levels)[number] | null>(null);
  const lines = useMemo(() => listedOf(records, ['console']), [records]);
  const shown =
    level === null
      ? lines
      : lines.filter(({ record }) => record.level === level || (level === 'error' && record.level === 'assert'));
  if (lines.length === 0) return <Empty title="The page wrote nothing to its console" />;
  return (
    <>
      <fieldset className={listStyles.filter} aria-label="Levels">
        {levels
          .filter((one) => lines.some(({ record }) => record.level === one))
          .map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === level}
              onClick={() => setLevel(one === level ? null : one)}
            >
              {one}
            </button>
          ))}
      </fieldset>
      <Following
        items={shown}
        label="Console"
        row={({ record, at }, current, follow) => (
          <button
            type="button"
            className={styles.line}
            aria-current={current || undefined}
            data-tone={tones[record.level] ?? 'plain'}
            onClick={() => {
              clock.seek(at);
              follow();
            }}
          >
            <span className={listStyles.time}>{writeClock(Math.max(0, at - span.from))}</span>
            <code>{record.text}</code>
          </button>
        )}
      />
    </>
  );
}
