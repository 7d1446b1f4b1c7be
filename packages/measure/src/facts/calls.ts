import type { Columns } from '@sightglass/store';
import type { About, CallFact, ResourceRecord, Shape } from '@sightglass/wire';
import { momentOf, people } from '../sample.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { toStatuses } from '../traffic/calls.ts';
import { mostFacts, perSession, placeOf, type SeenRow, seenColumns, toSeen } from './seen.ts';

interface Row extends SeenRow {
  method: string;
  host: string;
  place: string;
  path: string;
  failures: number;
  p75: number;
  answered: number;
  statuses: [number[], number[]];
  screens: [string[], number[]];
  groups: number;
}

// 3: an answer to what a person did, 2: an answer, 1: refused or failed. The shapes of bodies are read from the same sample.
const callsSql = `
  WITH ${people},
  made AS (
    SELECT method, host, path, session, at, release, route, status, failed, duration_ms, action != '' AS acted FROM records
    WHERE ${recordsInSpan} AND kind = 'resource' AND type IN ('fetch', 'xhr')
    ${latestOfEach}
  ),
  by_session AS (
    SELECT method, host, ${placeOf('path')} AS place, session, ${perSession}, anyHeavy(path) AS named, sum(failed) AS failures,
      groupArrayIf(duration_ms, status > 0) AS durations, sumMap([status], [toUInt64(1)]) AS statuses,
      sumMap([toString(route)], [toUInt64(1)]) AS screens,
      toUInt8(max(if(failed = 1, 1, 2 + acted))) AS quality,
      argMax(${momentOf("concat(toString(status), ' on ', route)")}, (if(failed = 1, 1, 2 + acted), -toUnixTimestamp64Milli(at))) AS best
    FROM made GROUP BY method, host, place, session
  )
  SELECT method, host, place, topKWeighted(1)(named, times)[1] AS path, sum(failures) AS failures,
    quantileExactArray(0.75)(durations) AS p75, sum(length(durations)) AS answered,
    sumMap(tupleElement(by_session.statuses, 1), tupleElement(by_session.statuses, 2)) AS statuses,
    sumMap(tupleElement(by_session.screens, 1), tupleElement(by_session.screens, 2)) AS screens, ${seenColumns}, count() OVER () AS groups
  FROM by_session LEFT JOIN people USING (session)
  GROUP BY method, host, place ORDER BY observations DESC, host, place, method LIMIT ${mostFacts}`;

// Session and time first: they narrow what is read of the widest column to a few granules.
const bodiesSql = `
  SELECT method, host, ${placeOf('path')} AS place, record FROM records
  WHERE ${recordsInSpan} AND kind = 'resource' AND type IN ('fetch', 'xhr') AND session IN {sessions:Array(String)}
    AND concat(session, '@', toString(toUnixTimestamp64Milli(at))) IN {moments:Array(String)}
  ORDER BY cityHash64(session), session, at, tab, number
  LIMIT 24 BY method, host, place LIMIT 12000`;

/**
 * What was seen of calls (fetch and XHR): how often, from where, how they ended, and the shapes of what was sent and answered.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function callFacts(
  columns: Columns,
  project: string,
  about: About,
): Promise<{ facts: CallFact[]; leftOut: number }> {
  const bound = bindSpan(project, about);
  const rows = await columns.ask<Row>(callsSql, bound);
  const sampled = rows.flatMap((row) => row.sampled);
  const bodies = await columns.ask<{ method: string; host: string; place: string; record: string }>(bodiesSql, {
    ...bound,
    sessions: [...new Set(sampled.map(([, , session]) => session))],
    moments: [...new Set(sampled.map(([, , session, at]) => `${session}@${at}`))],
  });
  const bodiesOf = Map.groupBy(bodies, keyOf);
  return {
    facts: rows.map((row) =>
      toFact(
        row,
        (bodiesOf.get(keyOf(row)) ?? []).map(({ record }) => JSON.parse(record)),
      ),
    ),
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

function keyOf({ method, host, place }: { method: string; host: string; place: string }): string {
  return `${method} ${host}${place}`;
}

function toFact(row: Row, records: ResourceRecord[]): CallFact {
  const [routes, times] = row.screens;
  const good = records.filter(({ status }) => status > 0 && status < 400);
  const bodies = (of: (record: ResourceRecord) => Shape | undefined) =>
    good.map(of).filter((body) => body !== undefined);
  return {
    method: row.method,
    host: row.host,
    path: row.path,
    mime: mostFrequent(good.map(({ mime }) => mime ?? '').filter(Boolean)),
    seen: toSeen(row),
    failed: row.failures,
    p75Ms: row.answered > 0 ? row.p75 : null,
    statuses: toStatuses(row.statuses),
    query: queryOf(records),
    requests: bodies(({ request }) => request),
    responses: bodies(({ response }) => response),
    screens: routes
      .map((route, index) => ({ route, calls: times[index] ?? 0 }))
      .filter(({ route }) => route !== '')
      .sort((one, other) => other.calls - one.calls || (one.route < other.route ? -1 : 1))
      .slice(0, 20),
  };
}

function queryOf(records: ResourceRecord[]): CallFact['query'] {
  const pairs = records.flatMap(({ query }) => Object.entries(query ?? {}).map(([name, format]) => ({ name, format })));
  return [...Map.groupBy(pairs, ({ name }) => name)]
    .map(([name, told]) => ({ name, format: mostFrequent(told.map(({ format }) => format)), calls: told.length }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Of equals, the first in order of letters; empty where there is none. */
function mostFrequent(values: string[]): string {
  const [most] = [...Map.groupBy(values, (value) => value)].sort(
    ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
  );
  return most?.[0] ?? '';
}
