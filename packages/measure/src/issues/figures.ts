import { type Columns, issueFigures, issuePeople } from '@sightglass/store';
import { bucketMsOf } from '../bucket.ts';
import { manySessions } from '../search/narrowed.ts';
import { overDays } from '../while-days-stand.ts';
import { findIssues, mostIssues } from './found.ts';
import { groups } from './grouped.ts';
import type { IssueFigures } from './issue.ts';
import { type AboutIssues, findSource } from './source.ts';

export type FiguresBy = 'visitors' | 'times' | 'last' | 'first';

interface Row {
  id: string;
  what: IssueFigures['kind'];
  timesIn: number;
  visitorsIn?: number;
  firstAt: number;
  lastAt: number;
  all: number;
}

const orders: Record<FiguresBy, string> = {
  visitors: 'visitorsIn DESC, timesIn DESC',
  times: 'timesIn DESC, lastAt DESC',
  last: 'lastAt DESC',
  first: 'firstAt DESC',
};

/**
 * The figures of every issue of a span, those first that the order asks for, at most 5,000; what past them is left out is counted.
 *
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const issueFiguresOf = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  about: AboutIssues,
  by: FiguresBy = 'visitors',
): Promise<{ issues: IssueFigures[]; leftOut: number }> {
  const { sql, rows: searched, bound } = await findSource(columns, project, about, bucketMsOf(about));
  if (searched !== undefined) return findIssues(columns, about, searched, bound, orders[by]);
  const rows = await columns.ask<Row>(
    `SELECT id, any(what) AS what, ${issueFigures}${by === 'visitors' ? `, ${issuePeople}` : ''}, count() OVER () AS all
     FROM (
       SELECT if(grouped = '', fingerprint, grouped) AS id, what, times, of_people, first_at, last_at
       FROM (${sql}) AS found LEFT JOIN ${groups} AS known USING (fingerprint)
     )
     GROUP BY id ORDER BY ${orders[by]}, id LIMIT ${mostIssues} ${manySessions}`,
    bound,
  );
  return {
    issues: rows.map((row) => ({
      ...{ id: row.id, kind: row.what, times: row.timesIn, first: row.firstAt, last: row.lastAt },
      ...(row.visitorsIn === undefined ? {} : { visitors: row.visitorsIn }),
    })),
    leftOut: (rows[0]?.all ?? 0) - rows.length,
  };
}
