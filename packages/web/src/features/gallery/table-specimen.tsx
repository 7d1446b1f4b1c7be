import { useState } from 'react';
import {
  Badge,
  Code,
  type Column,
  DataTable,
  rowLink,
  type Sort,
  Sparkline,
  writeCount,
  writeShare,
} from '../../ui/index.ts';

interface Call {
  path: string;
  calls: number;
  failed: number;
  p75Ms: number | null;
  trend: number[];
}

const rows: readonly Call[] = [
  { path: 'POST /api/orders', calls: 412, failed: 31, p75Ms: 184, trend: [4, 6, 5, 9, 12, 8, 11] },
  { path: 'GET /api/parts', calls: 12_840, failed: 2, p75Ms: 62, trend: [80, 92, 71, 99, 120, 88, 111] },
  { path: 'POST /api/orders/{orderId}/submit', calls: 96, failed: 0, p75Ms: null, trend: [0, 0, 1, 0, 3, 2, 2] },
];

const columns: readonly Column<Call>[] = [
  {
    id: 'path',
    head: 'Call',
    value: ({ path }) => path,
    cell: ({ path }) => (
      <a className={rowLink} href="#table">
        <Code>{path}</Code>
      </a>
    ),
  },
  {
    id: 'calls',
    head: 'Calls',
    width: '6rem',
    align: 'end',
    value: ({ calls }) => calls,
    cell: ({ calls }) => writeCount(calls),
  },
  {
    id: 'failed',
    head: 'Failed',
    width: '7rem',
    align: 'end',
    value: ({ failed, calls }) => failed / calls,
    cell: ({ failed, calls }) => (failed === 0 ? '0 %' : <Badge tone="danger">{writeShare(failed / calls)}</Badge>),
  },
  {
    id: 'p75',
    head: 'p75',
    width: '6rem',
    align: 'end',
    from: 'medium',
    value: ({ p75Ms }) => p75Ms,
    cell: ({ p75Ms }) => (p75Ms === null ? '–' : `${p75Ms} ms`),
  },
  {
    id: 'trend',
    head: 'Trend',
    width: '8rem',
    from: 'medium',
    cell: ({ trend, path }) => <Sparkline values={trend} label={`Calls of ${path} over time`} />,
  },
];

/** A table that sorts, with a row that leads somewhere, a value that is missing, and columns that make room. */
export function TableSpecimen() {
  const [sort, setSort] = useState<Sort>({ by: 'calls', direction: 'descending' });
  return (
    <DataTable
      caption="Calls of an example application"
      columns={columns}
      rows={rows}
      rowKey={({ path }) => path}
      sort={sort}
      onSort={setSort}
      foot="Three rows"
    />
  );
}
