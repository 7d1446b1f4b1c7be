import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { useMemo } from 'react';
import { Empty, writeClock } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { Following } from './following.tsx';
import { hasFailed, isCall, type Listed, listedOf } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

/** What went wrong: errors with where they were thrown, and calls that were refused or failed. */
export function ErrorsPanel({ records }: { records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const all = useMemo(
    () =>
      listedOf(records, ['error', 'resource']).filter(
        ({ record }) => record.kind === 'error' || (isCall(record) && hasFailed(record)),
      ),
    [records],
  );
  if (all.length === 0) return <Empty title="Nothing went wrong in this session" />;
  return (
    <Following
      items={all}
      label="Errors"
      row={({ record, at }, current, follow) => (
        <button
          type="button"
          className={styles.line}
          aria-current={current || undefined}
          data-tone={record.kind === 'error' && !record.handled ? 'danger' : 'warning'}
          onClick={() => {
            clock.seek(at);
            follow();
          }}
        >
          <span className={listStyles.time}>{writeClock(Math.max(0, at - span.from))}</span>
          <span>
            <Words record={record} />
          </span>
        </button>
      )}
    />
  );
}

function Words({ record }: { record: Listed<'error' | 'resource'>['record'] }) {
  if (record.kind === 'resource')
    return (
      <>
        <strong>
          {record.status > 0 ? record.status : (record.failure ?? 'no answer')} {record.errorCode ?? ''}
        </strong>{' '}
        {record.method} {nameVariables(`${record.host}${record.path}`)}
        {record.errorMessage && <span className={styles.under}>{record.errorMessage}</span>}
      </>
    );
  const frames = record.stack.slice(0, 6);
  return (
    <>
      <strong>{record.type}</strong> {record.message}
      <span className={styles.under}>
        {record.source}
        {record.handled ? ', handled' : ''}
      </span>
      {frames.length > 0 && (
        <code className={styles.stack}>
          {frames
            .map(
              ({ function: name, file, line, column }) =>
                `at ${name ?? '(anonymous)'} (${file}${line === undefined ? '' : `:${line}:${column ?? 0}`})`,
            )
            .join('\n')}
        </code>
      )}
    </>
  );
}
