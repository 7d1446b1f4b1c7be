import type { Columns } from '@sightglass/store';
import {
  type AnswerOf,
  type issues as endpoint,
  type IssueSummary,
  type issue as oneEndpoint,
  type QueryOf,
  SightglassError,
  type WireRecord,
} from '@sightglass/wire';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { momentOf, people, type Sampled, sample, toMoments, visitor } from '../sample.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';

interface Row {
  id: string;
  told: [release: string, type: string, message: string, source: string];
  times: number;
  sessions: number;
  visitors: number;
  first: number;
  last: number;
  firstRelease: string;
  lastRelease: string;
  routes: [routes: string[], times: number[]];
  buckets: [buckets: number[], times: number[]];
  sampled: Sampled[];
  groups: number;
}

const thrown = `
    SELECT issue AS id, session, at, release, route, name, type, text, browser, role, ${bucketStart} AS bucket FROM records
    WHERE ${recordsInSpan} AND kind = 'error' AND issue != '' AND ({issue:String} = '' OR issue = {issue:String})
      AND ({search:String} = '' OR positionCaseInsensitiveUTF8(concat(name, ' ', text), {search:String}) > 0)
    ${latestOfEach}`;

// A session counts once in a sample, however often it failed.
const sql = `
  WITH ${people},
  thrown AS (${thrown}
  ),
  by_session AS (
    SELECT id, session, count() AS times, toUInt8(1) AS quality, argMin(${momentOf('toString(route)')}, at) AS best,
      toUnixTimestamp64Milli(min(at)) AS earliest, toUnixTimestamp64Milli(max(at)) AS latest,
      argMax((toString(release), name, text, toString(type)), at) AS newest,
      sumMap([toString(route)], [toUInt64(1)]) AS routes, sumMap([bucket], [toUInt64(1)]) AS buckets
    FROM thrown GROUP BY id, session
  )
  SELECT id, argMax(by_session.newest, latest) AS told, sum(by_session.times) AS times, count() AS sessions,
    uniqExact(${visitor}) AS visitors, min(earliest) AS first, max(latest) AS last,
    argMin(tupleElement(best, 2), earliest) AS firstRelease, argMax(tupleElement(by_session.newest, 1), latest) AS lastRelease,
    sumMap(tupleElement(by_session.routes, 1), tupleElement(by_session.routes, 2)) AS routes,
    sumMap(tupleElement(by_session.buckets, 1), tupleElement(by_session.buckets, 2)) AS buckets,
    ${sample} AS sampled, count() OVER () AS groups
  FROM by_session LEFT JOIN people USING (session)
  GROUP BY id ORDER BY visitors DESC, times DESC, id LIMIT 500`;

const latestSql = `
  SELECT record FROM records
  WHERE ${recordsInSpan} AND kind = 'error' AND issue = {issue:String}
  ORDER BY at DESC, session, tab, number LIMIT 1`;

const facetsSql = `
  SELECT facet, value, count() AS times FROM (
    SELECT arrayJoin([('browsers', toString(browser)), ('releases', toString(release)), ('roles', toString(role))]) AS pair,
      pair.1 AS facet, pair.2 AS value
    FROM (${thrown})
  )
  WHERE value != '' GROUP BY facet, value ORDER BY facet, times DESC, value LIMIT 20 BY facet`;

/**
 * Errors grouped into issues, most people first. `moments` are the first of each sampled session.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function issues(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const bucketMs = bucketMsOf(query);
  const rows = await columns.ask<Row>(sql, {
    ...bindSpan(project, query),
    bucketMs,
    issue: '',
    search: query.search.trim(),
  });
  return {
    issues: rows.map((row) => toIssue(row, query, bucketMs)),
    bucketMs,
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

/**
 * One issue with the stack of its latest error.
 *
 * @throws {SightglassError} `not_found` where none of its errors lies in the span, `query_timeout`, `engine_unavailable`
 */
export async function issue(
  columns: Columns,
  project: string,
  id: string,
  query: QueryOf<typeof oneEndpoint>,
): Promise<AnswerOf<typeof oneEndpoint>> {
  const bucketMs = bucketMsOf(query);
  const bound = { ...bindSpan(project, query), bucketMs, issue: id, search: '' };
  const [[row], [latest], facets] = await Promise.all([
    id === '' ? [] : columns.ask<Row>(sql, bound),
    columns.ask<{ record: string }>(latestSql, bound),
    columns.ask<{ facet: string; value: string; times: number }>(facetsSql, bound),
  ]);
  if (row === undefined || latest === undefined) throw new SightglassError('not_found');
  const { handled, stack } = toThrown(latest.record);
  const facet = (name: string) =>
    facets.filter((one) => one.facet === name).map(({ value, times }) => ({ value, times }));
  return {
    ...toIssue(row, query, bucketMs),
    handled,
    bucketMs,
    stack,
    facets: { browsers: facet('browsers'), releases: facet('releases'), roles: facet('roles') },
  };
}

function toThrown(json: string): { handled: boolean; stack: AnswerOf<typeof oneEndpoint>['stack'] } {
  const record = JSON.parse(json) as WireRecord; // the digest stored what the wire's schema had parsed
  return record.kind === 'error' ? record : { handled: false, stack: [] };
}

function toIssue(row: Row, span: { from: number; until: number }, bucketMs: number): IssueSummary {
  const [, type, message, source] = row.told;
  const [routes, routeTimes] = row.routes;
  const [buckets, times] = row.buckets;
  const found = buckets.map((at, index) => ({ at, times: times[index] ?? 0 }));
  return {
    id: row.id,
    type,
    message,
    source,
    // The application reported it, or printed it: it went on. What nobody caught was not handled.
    handled: source === 'manual' || source === 'console',
    times: row.times,
    sessions: row.sessions,
    visitors: row.visitors,
    first: row.first,
    last: row.last,
    firstRelease: row.firstRelease,
    lastRelease: row.lastRelease,
    routes: routes
      .map((route, index) => ({ route, times: routeTimes[index] ?? 0 }))
      .sort((one, other) => other.times - one.times || (one.route < other.route ? -1 : 1))
      .slice(0, 20),
    trend: fillBuckets(span, bucketMs, found, (at, bucket) => ({ at, times: bucket?.times ?? 0 })),
    moments: toMoments(row.sampled),
  };
}
