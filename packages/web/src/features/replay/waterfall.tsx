import type { StoredRecord } from '@sightglass/wire';
import { useMemo } from 'react';
import { Empty, writeClock, writeDuration } from '../../ui/index.ts';
import { BarKey, Bars, InStep } from './bars.tsx';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import rowStyles from './moment-row.module.css';
import { usePlayer } from './player.tsx';
import styles from './waterfall.module.css';
import { waterfallOf } from './waterfall-rows.ts';

/** Requests, long tasks and paints, each where it stood in time beside the others. */
export function Waterfall({ records }: { records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const rows = useMemo(() => waterfallOf(records), [records]);
  if (rows.length === 0) return <Empty title="Nothing that took time was reported" />;
  return (
    <InStep>
      <BarKey tones={['call', 'plain', 'task', 'paint', 'failed']} />
      <Following
        items={rows}
        label="Waterfall"
        row={(item, current, follow) => (
          <>
            {item.key === item.burst.key && (
              <p className={styles.burst}>
                <strong>{item.burst.route}</strong> {writeDuration(item.burst.until - item.burst.from)}
              </p>
            )}
            <button
              type="button"
              className={`${rowStyles.row} ${styles.row}`}
              aria-current={current || undefined}
              onClick={() => {
                clock.seek(item.at);
                follow();
              }}
            >
              <span className={listStyles.time}>{writeClock(Math.max(0, item.at - span.from))}</span>
              <span className={styles.kind}>{item.kind}</span>
              <span className={styles.title} title={item.title}>
                {item.title}
              </span>
              <span className={styles.took}>{item.isTold ? writeDuration(item.until - item.at) : '–'}</span>
              <span className={styles.bars}>
                <Bars row={item} />
              </span>
            </button>
          </>
        )}
      />
    </InStep>
  );
}
