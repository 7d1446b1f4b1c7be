import type { StoredRecord } from '@sightglass/wire';
import { useMemo } from 'react';
import { Empty, writeClock } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { FindField, NotFound } from './find-field.tsx';
import { Following } from './following.tsx';
import { hasWords } from './items.ts';
import rowStyles from './moment-row.module.css';
import { type Level, levels, listedOf } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

const tones: Record<string, string> = { error: 'danger', assert: 'danger', warn: 'warning' };

/** What the page wrote to its console, scrubbed in the browser. */
export function ConsolePanel({
  records,
  level,
  find,
}: {
  records: readonly StoredRecord[];
  /** `null`: all. */
  level: Level | null;
  /** Words that a line must have. */
  find: string;
}) {
  const { clock, span, say } = usePlayer();
  const lines = useMemo(() => listedOf(records, ['console']), [records]);
  const shown = useMemo(
    () => lines.filter(({ record }) => isOf(record.level, level) && hasWords(`${record.level} ${record.text}`, find)),
    [lines, level, find],
  );
  if (lines.length === 0) return <Empty title="The page wrote nothing to its console" />;
  return (
    <>
      <FindField label="Find in the console" find={find} />
      <fieldset className={listStyles.filter} aria-label="Levels">
        {levels
          .filter((one) => one === level || lines.some(({ record }) => isOf(record.level, one)))
          .map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === level}
              onClick={() => say({ level: one === level ? null : one })}
            >
              {one}
            </button>
          ))}
      </fieldset>
      {shown.length === 0 && (find === '' ? <Empty title="Nothing of this level" /> : <NotFound find={find} />)}
      <Following
        items={shown}
        label="Console"
        row={({ record, at }, current, follow) => (
          <button
            type="button"
            className={`${rowStyles.row} ${styles.line}`}
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

/** A failed assertion is an error. */
function isOf(told: string, level: Level | null): boolean {
  return level === null || told === level || (level === 'error' && told === 'assert');
}
