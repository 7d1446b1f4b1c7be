import type { Columns, Parameters } from '@sightglass/store';
import {
  type AnswerOf,
  type issues as endpoint,
  type IssueSummary,
  type issue as oneEndpoint,
  type QueryOf,
  SightglassError,
  type WireRecord,
} from '@sightglass/wire';
import { addUp } from '../add-up.ts';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { type Found, findEvidence, inSample, visitorTold } from '../evidence.ts';
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
  parts: [route: string, bucket: number, times: number][];
  groups: number;
}

const thrown = `
    SELECT toString(issue) AS id, session, visitor, at, release, route, name, type, text, browser, role, ${bucketStart} AS bucket FROM records
    WHERE ${recordsInSpan} AND kind = 'error' AND issue != '' AND ({issue:String} = '' OR issue = {issue:String})
      AND ({search:String} = '' OR positionCaseInsensitiveUTF8(concat(name, ' ', text), {search:String}) > 0)
    ${latestOfEach}`;

const sql = `
  SELECT id, argMax(newest, newestAt) AS told, sum(parts.times) AS times, uniqCombined64Merge(14)(inSessions) AS sessions,
    uniqCombined64Merge(14)(ofVisitors) AS visitors, min(firstAt) AS first, max(newestAt) AS last,
    argMin(oldest, firstAt) AS firstRelease, groupArray((route, bucket, parts.times)) AS parts, count() OVER () AS groups
  FROM (
    SELECT id, toString(route) AS route, bucket, count() AS times, uniqCombined64State(14)(session) AS inSessions,
      uniqCombined64State(14)(${visitorTold}) AS ofVisitors, argMax((toString(release), name, text, toString(type)), at) AS newest,
      argMin(toString(release), at) AS oldest, toUnixTimestamp64Milli(min(at)) AS firstAt, toUnixTimestamp64Milli(max(at)) AS newestAt
    FROM (${thrown}) GROUP BY id, route, bucket
  ) AS parts
  GROUP BY id ORDER BY visitors DESC, times DESC, id LIMIT 500`;

const sightings = `
    SELECT toString(issue) AS thing, session, at, release, toString(route) AS note, toUInt8(1) AS quality
    FROM records WHERE ${recordsInSpan} AND kind = 'error' AND issue != '' AND ({issue:String} = '' OR issue = {issue:String})
      AND ${inSample('issue')}`;

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
  const bound = { ...bindSpan(project, query), bucketMs, issue: '', search: query.search.trim() };
  const rows = await columns.ask<Row>(sql, bound);
  const evidenceOf = await evidence(columns, bound, rows);
  return {
    issues: rows.map((row) => toIssue(row, evidenceOf(row.id), query, bucketMs)).sort(mostPeopleFirst),
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
  const evidenceOf = await evidence(columns, bound, [row]);
  const { handled, stack } = toThrown(latest.record);
  const facet = (name: string) =>
    facets.filter((one) => one.facet === name).map(({ value, times }) => ({ value, times }));
  return {
    ...toIssue(row, evidenceOf(id), query, bucketMs),
    handled,
    bucketMs,
    stack,
    facets: { browsers: facet('browsers'), releases: facet('releases'), roles: facet('roles') },
  };
}

function evidence(columns: Columns, bound: Parameters, rows: readonly Row[]): Promise<(id: string) => Found> {
  const wanted = rows.map(({ id, sessions }) => ({ thing: id, sessions, members: [id] }));
  return findEvidence(columns, sightings, bound, wanted);
}

function mostPeopleFirst(one: IssueSummary, other: IssueSummary): number {
  return other.visitors - one.visitors || other.times - one.times || (one.id < other.id ? -1 : 1);
}

function toThrown(json: string): { handled: boolean; stack: AnswerOf<typeof oneEndpoint>['stack'] } {
  const record = JSON.parse(json) as WireRecord; // the digest stored what the wire's schema had parsed
  return record.kind === 'error' ? record : { handled: false, stack: [] };
}

function toIssue(row: Row, found: Found, span: { from: number; until: number }, bucketMs: number): IssueSummary {
  const [lastRelease, type, message, source] = row.told;
  const buckets = [...Map.groupBy(row.parts, ([, at]) => at)].map(([at, parts]) => ({
    at,
    times: parts.reduce((sum, [, , times]) => sum + times, 0),
  }));
  return {
    id: row.id,
    type,
    message,
    source,
    // The application reported it, or printed it: it went on. What nobody caught was not handled.
    handled: source === 'manual' || source === 'console',
    times: row.times,
    sessions: row.sessions,
    visitors: found.visitors ?? row.visitors,
    first: row.first,
    last: row.last,
    firstRelease: row.firstRelease,
    lastRelease,
    routes: addUp(row.parts.map(([route, , times]) => [route, times]))
      .slice(0, 20)
      .map(([route, times]) => ({ route, times })),
    trend: fillBuckets(span, bucketMs, buckets, (at, bucket) => ({ at, times: bucket?.times ?? 0 })),
    moments: found.moments,
  };
}
