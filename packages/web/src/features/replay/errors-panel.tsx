import type { Span } from '@sightglass/replay';
import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { aboutOf, searchOfRange, toIssues, useWhere } from '../../client/index.ts';
import { Empty, writeClock } from '../../ui/index.ts';
import listStyles from './event-list.module.css';
import { FindField, NotFound } from './find-field.tsx';
import { Following } from './following.tsx';
import { hasWords } from './items.ts';
import rowStyles from './moment-row.module.css';
import { hasFailed, isCall, type Listed, listedOf, requestText } from './panel.ts';
import styles from './panels.module.css';
import { usePlayer } from './player.tsx';

/** What went wrong: errors with where they were thrown, and calls that were refused or failed. */
export function ErrorsPanel({
  session,
  records,
  find,
}: {
  session: string;
  records: readonly StoredRecord[];
  find: string;
}) {
  const { clock, span } = usePlayer();
  const all = useMemo(
    () =>
      listedOf(records, ['error', 'resource']).filter(
        ({ record }) => record.kind === 'error' || (isCall(record) && hasFailed(record)),
      ),
    [records],
  );
  const shown = useMemo(() => all.filter(({ record }) => hasWords(textOf(record), find)), [all, find]);
  if (all.length === 0) return <Empty title="Nothing went wrong in this session" />;
  return (
    <>
      <FindField label="Find in what went wrong" find={find} />
      <Issues session={session} span={span} />
      {shown.length === 0 && <NotFound find={find} />}
      <Following
        items={shown}
        label="Errors"
        row={({ record, at }, current, follow) => (
          <button
            type="button"
            className={`${rowStyles.row} ${styles.line}`}
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
    </>
  );
}

/** Where the sources of its stacks are, who else met them, and what was decided. */
function Issues({ session, span }: { session: string; span: Span }) {
  const where = useWhere();
  const { from, until } = aboutOf(where);
  const isInTime = from <= span.from && span.until < until;
  const range = isInTime ? {} : searchOfRange({ from: startOfDay(span.from), until: startOfDay(span.until) + dayMs });
  const link = toIssues(where.project, { q: `session:${session}`, state: 'all', kind: 'all', ...range });
  return (
    <p className={styles.issues}>
      <Link {...link}>The issues of this session</Link>: the lines of code, and who else met it
    </p>
  );
}

const dayMs = 86_400_000;
const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs;

function textOf(record: Listed<'error' | 'resource'>['record']): string {
  if (record.kind === 'resource') return requestText(record);
  const frames = record.stack.map(({ function: name = '', file }) => `${name} ${file}`);
  return [record.type, record.message, record.source, ...frames].join(' ');
}

/** The rest is told in the issue. */
const mostFrames = 6;

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
  const frames = record.stack.slice(0, mostFrames);
  const further = record.stack.length - frames.length;
  return (
    <>
      <strong>{record.type}</strong> {record.message || 'without a message'}
      <span className={styles.under}>
        {record.source}
        {record.handled ? ', handled' : ''}
      </span>
      {frames.length > 0 && (
        <code className={styles.stack}>
          {frames
            .map(
              ({ function: name, host, file, line, column }) =>
                `at ${name ?? '(anonymous)'} (${[`${host}${file}`, line, column].filter((part) => part !== undefined).join(':')})`,
            )
            .join('\n')}
          {further > 0 && `\nand ${further} more`}
        </code>
      )}
    </>
  );
}
