import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { useMemo } from 'react';
import { Empty, writeClock } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import rowStyles from './moment-row.module.css';
import { listedOf } from './panel.ts';
import styles from './panels.module.css';
import { useClock, usePlayer } from './player.tsx';
import { changesOf, type StateThen, stateAt } from './state-then.ts';

/** What held at the moment that is seen, and below it every change on the way there. */
export function StatePanel({ records }: { records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const told = useMemo(() => listedOf(records, ['view', 'state', 'user', 'context']), [records]);
  const changes = useMemo(() => changesOf(records), [records]);
  const index = useClock(({ at }) => told.findLastIndex((one) => one.at <= at));
  const then = useMemo(() => stateAt(told.slice(0, index + 1)), [told, index]);
  if (told.length === 0) return <Empty title="No state was reported" />;
  return (
    <>
      <Then then={then} />
      {changes.length === 0 ? (
        <Empty title="Nothing changed its state" />
      ) : (
        <Following
          items={changes}
          label="Changes of state"
          row={({ at, subject, from, to, by }, current, follow) => (
            <button
              type="button"
              className={`${rowStyles.row} ${styles.line}`}
              aria-current={current || undefined}
              onClick={() => {
                clock.seek(at);
                follow();
              }}
            >
              <span className={listStyles.time}>{writeClock(Math.max(0, at - span.from))}</span>
              <span>
                <strong>{nameVariables(subject)}</strong> {from === '' ? '' : `${from} → `}
                {to}
                {by !== '' && <span className={styles.under}>{nameVariables(by)}</span>}
              </span>
            </button>
          )}
        />
      )}
    </>
  );
}

function Then({ then }: { then: StateThen }) {
  return (
    <section className={styles.then} aria-label="At this moment">
      {Object.entries(then).map(([name, facts]) =>
        facts.length === 0 ? null : (
          <div key={name}>
            <h2>{name}</h2>
            <dl className={styles.pairs}>
              {facts.map(([fact, value]) => (
                <div key={fact}>
                  <dt>{fact}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ),
      )}
    </section>
  );
}
