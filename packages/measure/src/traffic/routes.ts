import type { Columns } from '@sightglass/store';
import type { AnswerOf, routes as endpoint, QueryOf } from '@sightglass/wire';
import { visitorTold } from '../evidence.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';

type Answer = AnswerOf<typeof endpoint>;
type Row = Omit<Answer['routes'][number], 'medianDurationMs'> & {
  medianDurationMs: number;
  ended: number;
  groups: number;
};

const sql = `
  SELECT route, topKIf(1)(text, kind = 'view' AND text != '')[1] AS title, countIf(kind = 'view') AS views,
    uniqCombined64If(14)(session, kind = 'view') AS sessions, uniqCombined64If(14)(${visitorTold}, kind = 'view') AS visitors,
    countIf(kind = 'action') AS actions, countIf(kind = 'error') AS errors, sumIf(frustrated, kind = 'action') AS frustrations,
    quantileExactIf(0.5)(duration_ms, kind = 'view' AND duration_ms > 0) AS medianDurationMs,
    countIf(kind = 'view' AND duration_ms > 0) AS ended,
    toUnixTimestamp64Milli(maxIf(at, kind = 'view')) AS last, count() OVER () AS groups
  FROM (
    SELECT kind, route, session, visitor, at, text, duration_ms, length(frustrations) AS frustrated FROM records
    WHERE ${recordsInSpan} AND kind IN ('view', 'action', 'error') AND route != ''
    ${latestOfEach}
  )
  GROUP BY route HAVING views > 0 ORDER BY views DESC, route LIMIT 500`;

/**
 * Screens that were visited, most visited first. `title` is the most frequent; the median counts views that have ended.
 * Who signed in on a screen is two visitors to it: one before, one after.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function routes(columns: Columns, project: string, query: QueryOf<typeof endpoint>): Promise<Answer> {
  const rows = await columns.ask<Row>(sql, bindSpan(project, query));
  return {
    routes: rows.map(({ ended, groups: _, ...row }) => ({
      ...row,
      medianDurationMs: ended > 0 ? row.medianDurationMs : null,
    })),
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}
