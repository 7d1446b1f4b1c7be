import { type IssueSummary, nameVariables } from '@sightglass/wire';
import { Link } from '@tanstack/react-router';
import { toIssue, useWhere } from '../../client/index.ts';
import { type Column, DataTable, rowLink, Sparkline, TimeAgo, writeCount } from '../../ui/index.ts';
import styles from './issue-table.module.css';
import { evenTrend, sourceWords } from './model.ts';

/** Errors grouped, those that meet most people first. */
export function IssueTable({
  rows,
  bucketMs,
  leftOut,
}: {
  rows: readonly IssueSummary[];
  bucketMs: number;
  leftOut: number;
}) {
  const { project } = useWhere();
  const columns: Column<IssueSummary>[] = [
    {
      id: 'issue',
      head: 'Issue',
      cell: ({ id, type, message, source, handled, routes }) => (
        <span className={styles.issue}>
          <Link className={`${rowLink} ${styles.words}`} title={message} {...toIssue(project, id)}>
            <strong>{type}</strong> {message}
          </Link>
          <Note words={[sourceWords(source, handled), nameVariables(routes[0]?.route ?? '')]} />
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
    figure('times', 'Times', ({ times }) => times),
    { ...figure('sessions', 'Sessions', ({ sessions }) => sessions), from: 'wide' },
    {
      id: 'release',
      head: 'Release',
      width: '8rem',
      from: 'wide',
      cell: ({ firstRelease, lastRelease }) =>
        firstRelease === lastRelease ? lastRelease || '–' : `${firstRelease || '–'} → ${lastRelease || '–'}`,
    },
    {
      id: 'first',
      head: 'First seen',
      width: '8.5rem',
      from: 'wide',
      cell: ({ first }) => <TimeAgo at={first} />,
      value: ({ first }) => first,
    },
    {
      id: 'last',
      head: 'Last seen',
      width: '8.5rem',
      from: 'medium',
      cell: ({ last }) => <TimeAgo at={last} />,
      value: ({ last }) => last,
    },
  ];
  return (
    <DataTable
      caption="Issues, most people first"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      initialSort={{ by: 'people', direction: 'descending' }}
      {...(leftOut > 0
        ? { foot: `${writeCount(leftOut)} rarer issues are left out. Search, or narrow the time.` }
        : {})}
    />
  );
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
  return { id, head, align: 'end', width: '5.25rem', cell: (issue) => writeCount(read(issue)), value: read };
}
