import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { useMemo, useState } from 'react';
import { Badge, CopyButton, Empty, ShapeTree, writeBytes, writeClock, writeDuration } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import { hasFailed, isCall, type Listed, listedOf, toCurl } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

/** Calls and what else was fetched, each with its place in time; one opens to what is known of it. */
export function NetworkPanel({ records }: { records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const [kind, setKind] = useState<'calls' | 'failed' | 'all'>('calls');
  const [open, setOpen] = useState<string | null>(null);
  const all = useMemo(() => listedOf(records, ['resource']), [records]);
  const shown = all.filter(
    ({ record }) => kind === 'all' || (isCall(record) && (kind === 'calls' || hasFailed(record))),
  );
  const longest = Math.max(1, ...shown.map(({ record }) => record.durationMs ?? 0));
  const chosen = all.find(({ key }) => key === open);
  if (all.length === 0) return <Empty title="Nothing was fetched that was told" />;
  return (
    <>
      <fieldset className={listStyles.filter} aria-label="Which requests">
        {(['calls', 'failed', 'all'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {one === 'all' ? 'Everything' : one === 'failed' ? 'Failed calls' : 'Calls'}
          </button>
        ))}
      </fieldset>
      <Following
        items={shown}
        label="Network"
        row={(item, current, follow) => {
          const { record, at } = item;
          return (
            <button
              type="button"
              className={styles.request}
              aria-current={current || undefined}
              aria-expanded={item.key === open}
              data-tone={
                hasFailed(record) ? (record.status >= 400 && record.status < 500 ? 'warning' : 'danger') : 'plain'
              }
              onClick={() => {
                clock.seek(at);
                setOpen(item.key === open ? null : item.key);
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
              <span className={styles.bar} aria-hidden>
                <span
                  className={styles.fill}
                  style={{ inlineSize: `${Math.max(2, (100 * (record.durationMs ?? 0)) / longest)}%` }}
                />
              </span>
            </button>
          );
        }}
      />
      {chosen && <Details item={chosen} onClose={() => setOpen(null)} />}
    </>
  );
}

function Details({ item: { record }, onClose }: { item: Listed<'resource'>; onClose: () => void }) {
  const { method, host, path, status, failure, durationMs, firstByteMs, requestBytes, responseBytes, mime } = record;
  const facts: [string, string][] = [
    ['First byte', firstByteMs == null ? 'not told' : writeDuration(firstByteMs)],
    ['In all', durationMs === undefined ? 'not told' : writeDuration(durationMs)],
    ...(requestBytes === undefined ? [] : ([['Sent', writeBytes(requestBytes)]] as [string, string][])),
    ...(responseBytes == null ? [] : ([['Received', writeBytes(responseBytes)]] as [string, string][])),
    ...(mime ? ([['Type', mime]] as [string, string][]) : []),
  ];
  return (
    <section className={styles.details} aria-label="The request">
      <header>
        <h2>
          {method} {nameVariables(`${host}${path}`)}
        </h2>
        <Badge tone={status === 0 || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'good'}>
          {status > 0 ? status : (failure ?? 'no answer')}
        </Badge>
        <CopyButton text={toCurl(record, 'https://app.example')} label="Copy as cURL" />
        <button type="button" className={styles.close} onClick={onClose}>
          Close
        </button>
      </header>
      {(record.errorCode || record.errorMessage) && (
        <p className={styles.told}>
          {record.errorCode && <code>{record.errorCode}</code>} {record.errorMessage}
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {record.query && (
        <p className={styles.told}>
          Query:{' '}
          {Object.entries(record.query)
            .map(([name, format]) => `${name} (${format})`)
            .join(', ')}
        </p>
      )}
      <p className={styles.told}>Headers are never recorded: they carry cookies and tokens.</p>
      <ShapeTree
        title="Request"
        shape={record.request ?? null}
        leftOut={record.requestLeftOut && 'Left out in the browser: it carries a secret.'}
      />
      <ShapeTree title="Response" shape={record.response ?? null} />
    </section>
  );
}
