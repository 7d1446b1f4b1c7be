import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { useCallback, useMemo, useState } from 'react';
import { Empty, writeClock, writeDuration } from '../../ui/index.ts';
import { BarKey, Bars, InStep } from './bars.tsx';
import listStyles from './event-list.module.css';
import { FindField, NotFound } from './find-field.tsx';
import { Following } from './following.tsx';
import { hasWords } from './items.ts';
import rowStyles from './moment-row.module.css';
import {
  type CallsShown,
  callsShown,
  hasFailed,
  isCall,
  type Listed,
  listedOf,
  type Resource,
  requestText,
} from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';
import { RequestDetails } from './request-details.tsx';
import type { ReplaySearch } from './search.ts';
import { axisOf, waterfallOf } from './waterfall-rows.ts';

/** Calls and what else was fetched, each with its place on one axis of time, that of all that are in sight; one opens to what is known of it. */
export function NetworkPanel({
  records,
  shown: { calls: kind, request: open, find },
}: {
  records: readonly StoredRecord[];
  shown: Pick<ReplaySearch, 'calls' | 'request' | 'find'>;
}) {
  const { clock, span, say } = usePlayer();
  const all = useMemo(() => listedOf(records, ['resource']), [records]);
  const shown = useMemo(
    () => all.filter(({ record }) => isOf(record, kind) && hasWords(requestText(record), find)),
    [all, kind, find],
  );
  const rows = useMemo(() => {
    const own = records.filter(({ record }) => record.kind === 'resource' && isOf(record, kind));
    return new Map(waterfallOf(own).map((row) => [row.key, row]));
  }, [records, kind]);
  const [seen, setSeen] = useState<readonly Listed<'resource'>[]>([]);
  const onSeen = useCallback((items: readonly Listed<'resource'>[]) => setSeen(items), []);
  const axis = useMemo(() => axisOf(seen.flatMap(({ key }) => rows.get(key) ?? [])), [seen, rows]);
  const chosen = open === null ? undefined : all.find(({ record }) => record.id === open);
  if (all.length === 0) return <Empty title="No requests were reported" />;
  return (
    <InStep>
      <FindField label="Find in the requests" find={find} />
      <fieldset className={listStyles.filter} aria-label="Which requests">
        {callsShown.map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => say({ calls: one })}>
            {one === 'all' ? 'Everything' : one === 'failed' ? 'Failed calls' : 'Calls'}
          </button>
        ))}
      </fieldset>
      <div className={styles.axis} hidden={shown.length === 0}>
        <span>{writeClock(Math.max(0, axis.from - span.from))}</span>
        <BarKey tones={kind === 'all' ? ['call', 'plain', 'failed'] : ['call', 'failed']} />
        <span>{writeClock(Math.max(0, axis.until - span.from))}</span>
      </div>
      {shown.length === 0 && find !== '' && <NotFound find={find} />}
      {shown.length === 0 && find === '' && (
        <Empty title={kind === 'failed' ? 'No call failed' : 'No calls were told, only files'} />
      )}
      <Following
        onSeen={onSeen}
        items={shown}
        label="Network"
        row={(item, current, follow) => {
          const { record, at } = item;
          const place = rows.get(item.key);
          return (
            <button
              type="button"
              className={`${rowStyles.row} ${styles.request}`}
              aria-current={current || undefined}
              aria-expanded={record.id === open}
              data-tone={
                hasFailed(record) ? (record.status >= 400 && record.status < 500 ? 'warning' : 'danger') : 'plain'
              }
              onClick={() => {
                clock.seek(at);
                say({ request: record.id === open ? null : record.id });
                follow();
              }}
            >
              <span className={listStyles.time}>{writeClock(Math.max(0, at - span.from))}</span>
              <span className={styles.method}>{isCall(record) ? record.method : record.type}</span>
              <span className={styles.path} title={`${record.host}${record.path}`}>
                {nameVariables(`${record.host}${record.path}`)}
              </span>
              <span className={styles.status}>{record.status > 0 ? record.status : (record.failure ?? '–')}</span>
              <span className={styles.took}>
                {record.durationMs === undefined ? '–' : writeDuration(record.durationMs)}
              </span>
              <span className={styles.bar}>{place && <Bars row={{ ...place, burst: axis }} />}</span>
            </button>
          );
        }}
      />
      {chosen && <RequestDetails item={chosen} onClose={() => say({ request: null })} />}
    </InStep>
  );
}

function isOf(record: Resource, kind: CallsShown): boolean {
  return kind === 'all' || (isCall(record) && (kind === 'calls' || hasFailed(record)));
}
