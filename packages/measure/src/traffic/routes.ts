import { type Columns, routeDays, routeRows, routeStateNames, routeStates } from '@sightglass/store';
import type { AnswerOf, routes as endpoint, QueryOf } from '@sightglass/wire';
import { overDays } from '../while-days-stand.ts';
import { findSource, type Source } from './source.ts';

type Answer = AnswerOf<typeof endpoint>;
type Row = Omit<Answer['routes'][number], 'medianDurationMs'> & {
  medianDurationMs: number;
  ended: number;
  groups: number;
};

const sqlOver = ({ raw, added }: Source): string => `
  SELECT by_route AS route, arraySort(title -> (-toInt64(title.2), title.1), arrayZip(sumMap(titles.1, titles.2).1, sumMap(titles.1, titles.2).2))[1].1 AS title,
    sum(views_of) AS views, uniqCombined64Merge(14)(in_sessions) AS sessions, uniqCombined64Merge(14)(of_people) AS visitors,
    sum(actions_on) AS actions, sum(errors_on) AS errors, sum(frustrated_on) AS frustrations,
    quantileExactArray(0.5)(took_each) AS medianDurationMs, sum(length(took_each)) AS ended,
    toUnixTimestamp64Milli(max(last_at)) AS last, count() OVER () AS groups
  FROM (
    SELECT by_route, ${routeStates} FROM (${routeRows(raw)}) GROUP BY by_route
    ${added === '' ? '' : `UNION ALL SELECT route, ${routeStateNames} FROM route_days WHERE ${added}`}
  )
  GROUP BY route HAVING views > 0 ORDER BY views DESC, route LIMIT 500`;

/**
 * Screens that were visited, most visited first. `title` is the most frequent, equals in order of letters; the median counts views that have ended.
 * Who signed in on a screen is two visitors to it: one before, one after.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export const routes = overDays(askOnce);

async function askOnce(columns: Columns, project: string, query: QueryOf<typeof endpoint>): Promise<Answer> {
  const source = await findSource(columns, project, query, routeDays);
  const rows = await columns.ask<Row>(sqlOver(source), source.bound);
  return {
    routes: rows.map(({ ended, groups: _, ...row }) => ({
      ...row,
      medianDurationMs: ended > 0 ? row.medianDurationMs : null,
    })),
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}
