import { nameVariables } from '@sightglass/wire';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { toMoment, useWhere } from '../../client/index.ts';
import {
  type Column,
  DataTable,
  Path,
  type Sort,
  Sparkline,
  writeCount,
  writeDuration,
  writeShare,
} from '../../ui/index.ts';
import { type Change, changeOf, leastMs } from './against.ts';
import { ChangeMark } from './change-mark.tsx';
import { type Call, failedShare } from './model.ts';
import styles from './tables.module.css';

const time = (
  id: string,
  head: string,
  read: (call: Call) => number | null,
  from?: 'medium' | 'wide',
): Column<Call> => ({
  id,
  head,
  align: 'end',
  width: '5.5rem',
  ...(from === undefined ? {} : { from, toldBelow: true }),
  cell: (call) => write(read(call)),
  value: read,
});

const write = (ms: number | null): string => (ms === null ? '–' : writeDuration(ms));

/** Calls of the application by template: how often, how fast, how many fail, and where one can watch them. */
export function CallTable({
  rows,
  compared,
  leftOut,
  sort,
  onSort,
}: {
  rows: readonly Call[];
  /** The same calls in what they are compared with; `null`: nothing, or it is not here yet. */
  compared: readonly Call[] | null;
  leftOut: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  const then = compared && new Map(compared.map((call) => [keyOf(call), call]));
  const { project } = useWhere();
  const columns: Column<Call>[] = [
    {
      id: 'call',
      head: 'Call',
      cell: ({ method, host, path }) => (
        <code className={styles.call}>
          <span className={styles.method}>{method}</span> <Path>{`${host}${nameVariables(path)}`}</Path>
        </code>
      ),
      value: ({ host, path, method }) => `${host}${path} ${method}`,
    },
    {
      id: 'calls',
      head: 'Calls',
      align: 'end',
      width: '5.5rem',
      from: 'medium',
      toldBelow: true,
      cell: ({ calls }) => writeCount(calls),
      value: ({ calls }) => calls,
    },
    {
      id: 'trend',
      head: 'Trend',
      width: '7.5rem',
      from: 'wide',
      cell: ({ trend, path }) => (
        <Sparkline values={trend.map(({ calls }) => calls)} label={`Calls of ${nameVariables(path)} over time`} />
      ),
    },
    time('p50', 'p50', ({ p50Ms }) => p50Ms, 'wide'),
    {
      ...time('p75', 'p75', ({ p75Ms }) => p75Ms),
      cell: (call) => (
        <>
          {write(call.p75Ms)}
          {then !== null && <ChangeMark brief change={tookChange(call, then.get(keyOf(call)))} write={write} />}
        </>
      ),
    },
    time('p95', 'p95', ({ p95Ms }) => p95Ms, 'medium'),
    {
      id: 'failed',
      head: 'Failed',
      align: 'end',
      width: '5.5rem',
      cell: (call) => (
        <>
          <span className={styles.figure} data-tone={call.failed > 0 ? 'danger' : undefined} title={statusWords(call)}>
            {writeShare(failedShare(call))}
          </span>
          {then !== null && <ChangeMark brief change={failedChange(call, then.get(keyOf(call)))} write={writeShare} />}
        </>
      ),
      value: failedShare,
    },
    {
      id: 'watch',
      head: 'Watch',
      width: '8rem',
      from: 'wide',
      toldBelow: true,
      cell: ({ moments, path }) => (
        <span className={styles.moments}>
          {moments.slice(0, 3).map((moment, index) => (
            <Link
              key={`${moment.session} ${moment.at}`}
              {...toMoment(project, moment)}
              title={nameVariables(moment.note)}
              aria-label={`Watch ${nameVariables(path)}, moment ${index + 1}: ${nameVariables(moment.note)}`}
            >
              <IconPlayerPlayFilled size="0.75rem" aria-hidden />
            </Link>
          ))}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      caption="Calls by template"
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      sort={sort}
      onSort={onSort}
      {...(leftOut > 0
        ? { foot: `${writeCount(leftOut)} rarer calls are left out. Narrow the time to see them.` }
        : {})}
    />
  );
}

const keyOf = ({ method, host, path }: Call): string => `${method} ${host}${path}`;

/** A hundredth of all: what one more or less makes of a hundred. */
const leastFailed = 0.01;

const failedChange = (call: Call, then: Call | undefined): Change | null =>
  then === undefined
    ? null
    : changeOf(failedShare(call), failedShare(then), leastFailed, Math.min(call.calls, then.calls));

const tookChange = (call: Call, then: Call | undefined): Change | null =>
  then === undefined ? null : changeOf(call.p75Ms, then.p75Ms, leastMs, Math.min(call.calls, then.calls));

function statusWords({ statuses }: Call): string {
  return statuses.map(({ status, calls }) => `${status === 0 ? 'no answer' : status} ×${writeCount(calls)}`).join(', ');
}
