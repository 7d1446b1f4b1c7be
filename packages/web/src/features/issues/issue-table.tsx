import { type IssueSummary, nameVariables } from '@sightglass/wire';
import { Link } from '@tanstack/react-router';
import { toIssue, useWhere } from '../../client/index.ts';
import { type Column, DataTable, rowLink, Sparkline, TimeAgo, writeCount, writeExactly } from '../../ui/index.ts';
import styles from './issue-table.module.css';
import { evenTrend, saidBy, sourceWords } from './model.ts';
import { StandingBadge } from './standing.tsx';

/** Issues in the order in which they came. */
export function IssueTable({
  rows,
  total,
  bucketMs,
  leftOut,
  groupedOnly,
  chosen,
  onChoose,
  onEndReached,
}: {
  rows: readonly IssueSummary[];
  total: number;
  bucketMs: number;
  leftOut: number;
  groupedOnly: number | null;
  /** Ids of those that are marked; undefined: none can be. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onEndReached: (() => void) | undefined;
}) {
  const { project } = useWhere();
  const columns: Column<IssueSummary>[] = [
    ...(chosen === undefined ? [] : [markColumn(chosen, onChoose)]),
    {
      id: 'issue',
      head: 'Issue',
      rowHead: true,
      cell: ({ id, type, message, source, handled, routes, place, standing }) => (
        <span className={styles.issue}>
          <Link className={`${rowLink} ${styles.words}`} title={message} {...toIssue(project, id)}>
            <strong>{nameVariables(type)}</strong> {saidBy({ type, message })}
          </Link>
          <span className={styles.told}>
            {standing.state !== 'open' && <StandingBadge standing={standing} />}
            <Note words={[place, sourceWords(source, handled), nameVariables(routes[0]?.route ?? '')]} />
          </span>
        </span>
      ),
    },
    {
      id: 'trend',
      head: 'Trend',
      width: '8rem',
      from: 'medium',
      cell: ({ trend, type }) => (
        <Sparkline
          values={evenTrend(trend, bucketMs).map(({ times }) => times)}
          label={`${type} over time`}
          tone="danger"
        />
      ),
    },
    figure('people', 'People', ({ visitors }) => visitors),
    { ...figure('times', 'Times', ({ times }) => times), from: 'medium' },
    {
      id: 'release',
      head: 'Release',
      width: '7rem',
      from: 'wide',
      cell: ({ firstRelease, lastRelease }) =>
        firstRelease === lastRelease ? (
          lastRelease || '–'
        ) : (
          <span className={styles.seen} title={`${firstRelease || '–'} → ${lastRelease || '–'}`}>
            <span>{lastRelease || '–'}</span>
            <small>since {firstRelease || '–'}</small>
          </span>
        ),
    },
    {
      id: 'last',
      head: 'Last seen',
      width: '8rem',
      from: 'medium',
      cell: ({ first, last }) => (
        <span className={styles.seen}>
          <TimeAgo at={last} />
          <small>
            first <TimeAgo at={first} />
          </small>
        </span>
      ),
    },
    ...(rows.some(({ standing }) => standing.assignee !== null) ? [assigneeColumn] : []),
  ];
  const told = [
    ...(leftOut > 0 ? [`${writeCount(leftOut)} rarer issues are left out. Search, or narrow the time.`] : []),
    ...(groupedOnly === null
      ? []
      : [
          `${writeExactly(groupedOnly)} kinds of errors are grouped, as many as there may be; others are issues of their own until older ones are past their time.`,
        ]),
  ];
  return (
    <DataTable
      caption="Issues"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
      {...(told.length > 0 ? { foot: told.join(' ') } : {})}
    />
  );
}

const assigneeColumn: Column<IssueSummary> = {
  id: 'assignee',
  head: 'Assigned to',
  width: '7rem',
  from: 'wide',
  cell: ({ standing: { assignee } }) => (assignee === null ? '–' : assignee.name || assignee.email),
};

function markColumn(
  chosen: ReadonlySet<string>,
  onChoose: (chosen: ReadonlySet<string>) => void,
): Column<IssueSummary> {
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return {
    id: 'mark',
    head: 'Mark',
    shortHead: '',
    width: '2.5rem',
    cell: ({ id, type, message }) => (
      <input
        type="checkbox"
        className={styles.mark}
        aria-label={`Mark ${type}: ${saidBy({ type, message })}`}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
}

function Note({ words }: { words: readonly string[] }) {
  const note = words.filter(Boolean).join(' · ');
  return (
    <span className={styles.note} title={note}>
      {note}
    </span>
  );
}

function figure(id: string, head: string, read: (issue: IssueSummary) => number): Column<IssueSummary> {
  return { id, head, align: 'end', width: '5.25rem', cell: (issue) => writeCount(read(issue)) };
}
