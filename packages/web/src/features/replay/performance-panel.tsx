import { nameVariables, type SessionSummary, type StoredRecord, vitalBands } from '@sightglass/wire';
import { useMemo } from 'react';
import { Badge, Empty, writeClock, writeDuration } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import rowStyles from './moment-row.module.css';
import { listedOf } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';
import { untoldVitals } from './untold-vitals.ts';
import { Waterfall } from './waterfall.tsx';

type Browser = Pick<SessionSummary, 'browser' | 'os'>;

const tones = { good: 'good', 'needs-improvement': 'warning', poor: 'danger' } as const;

/** How fast it felt, and what took so long. */
export function PerformancePanel({
  session,
  records,
  waterfall,
}: {
  session: Browser;
  records: readonly StoredRecord[];
  waterfall: boolean;
}) {
  const { say } = usePlayer();
  return (
    <>
      <fieldset className={listStyles.filter} aria-label="What of performance">
        {[false, true].map((one) => (
          <button
            key={String(one)}
            type="button"
            aria-pressed={one === waterfall}
            onClick={() => say({ waterfall: one })}
          >
            {one ? 'Waterfall' : 'Vitals and long tasks'}
          </button>
        ))}
      </fieldset>
      {waterfall ? <Waterfall records={records} /> : <Measured session={session} records={records} />}
    </>
  );
}

/** What the browser measured of each view, and the long tasks that held it up. */
function Measured({ session, records }: { session: Browser; records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const all = useMemo(() => listedOf(records, ['vital', 'longtask']), [records]);
  const untold = useMemo(() => untoldVitals(session, records), [session, records]);
  if (all.length === 0)
    return <Empty title="No vitals and no long tasks were reported">{untold !== null && <p>{untold.why}</p>}</Empty>;
  return (
    <>
      {untold !== null && (
        <p className={styles.untold}>
          Not told: {untold.names.join(', ')}. {untold.why}
        </p>
      )}
      <Following
        items={all}
        label="Performance"
        row={({ record, at }, current, follow) => (
          <button
            type="button"
            className={`${rowStyles.row} ${styles.line}`}
            aria-current={current || undefined}
            data-tone={record.kind === 'longtask' ? 'warning' : 'plain'}
            onClick={() => {
              clock.seek(at);
              follow();
            }}
          >
            <span className={listStyles.time}>{writeClock(Math.max(0, at - span.from))}</span>
            {record.kind === 'vital' ? (
              <span>
                <strong>{record.name}</strong>{' '}
                {vitalBands[record.name].unit === 'ms' ? writeDuration(record.value) : record.value.toFixed(3)}{' '}
                <Badge tone={tones[record.rating as keyof typeof tones] ?? 'quiet'}>{record.rating}</Badge>
                <span className={styles.under}>{nameVariables(record.route ?? '')}</span>
              </span>
            ) : (
              <span>
                <strong>Long task</strong> {writeDuration(record.durationMs)}
                <span className={styles.under}>
                  held the page for {writeDuration(record.blockingMs)} · {nameVariables(record.route ?? '')}
                </span>
              </span>
            )}
          </button>
        )}
      />
    </>
  );
}
