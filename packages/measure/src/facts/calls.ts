import type { Columns } from '@sightglass/store';
import type { About, CallFact, ResourceRecord, Shape } from '@sightglass/wire';
import { addUp } from '../add-up.ts';
import { findEvidence, inSample } from '../evidence.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { isCall, toStatuses } from '../traffic/calls.ts';
import { type Breadth, breadthColumns, mostFacts, placeOf, toSeen } from './seen.ts';

interface Key {
  method: string;
  host: string;
  place: string;
}

interface Row extends Key {
  calls: number;
  failed: number;
  p75: number;
  answered: number;
  parts: [path: string, status: number, route: string, calls: number][];
  groups: number;
}

const callsSql = `
  SELECT method, host, ${placeOf('path')} AS place, sum(times) AS calls, sum(failures) AS failed,
    quantileExactArray(0.75)(durations) AS p75, sum(length(durations)) AS answered,
    groupArray((path, status, toString(route), times)) AS parts, count() OVER () AS groups
  FROM (
    SELECT method, host, path, status, route, count() AS times, sum(fails) AS failures,
      groupArrayIf(duration_ms, status > 0) AS durations
    FROM (
      SELECT method, host, path, status, route, failed AS fails, duration_ms FROM records
      WHERE ${recordsInSpan} AND ${isCall}
      ${latestOfEach}
    )
    GROUP BY method, host, path, status, route
  )
  GROUP BY method, host, place ORDER BY calls DESC, host, place, method LIMIT ${mostFacts}`;

const breadthSql = `
  SELECT method, host, ${placeOf('path')} AS place, ${breadthColumns} FROM records
  WHERE ${recordsInSpan} AND ${isCall}
  GROUP BY method, host, place LIMIT 100000`;

const sightings = `
    SELECT concat(method, ' ', host, ${placeOf('path')}) AS thing, session, at, release,
      concat(toString(status), ' on ', route) AS note, toUInt8(if(failed = 1, 1, 2 + (action != ''))) AS quality
    FROM records WHERE ${recordsInSpan} AND ${isCall} AND ${inSample('path')}`;

// Session and time first: they narrow what is read of the widest column to a few granules.
const bodiesSql = `
  SELECT method, host, ${placeOf('path')} AS place, record FROM records
  WHERE ${recordsInSpan} AND ${isCall} AND session IN {sessions:Array(String)}
    AND concat(session, '@', toString(toUnixTimestamp64Milli(at))) IN {moments:Array(String)}
  ORDER BY cityHash64(session), session, at, tab, number
  LIMIT 24 BY method, host, place LIMIT 12000`;

/**
 * What was seen of calls (fetch and XHR): how often, from where, how they ended, and the shapes of what was sent and answered, the last
 * from a sample.
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
  const breadths = await columns.ask<Key & Breadth>(breadthSql, bound);
  const breadthOf = new Map(breadths.map((breadth) => [keyOf(breadth), breadth]));
  const wanted = rows.map((row) => ({
    thing: keyOf(row),
    sessions: breadthOf.get(keyOf(row))?.sessions ?? 0,
    members: [...new Set(row.parts.map(([path]) => path))],
  }));
  const evidenceOf = await findEvidence(columns, sightings, bound, wanted);

  const sampled = wanted.flatMap(({ thing }) => evidenceOf(thing).sampled);
  const bodies = await columns.ask<Key & { record: string }>(bodiesSql, {
    ...bound,
    sessions: [...new Set(sampled.map(([, , session]) => session))],
    moments: [...new Set(sampled.map(([, , session, at]) => `${session}@${at}`))],
  });
  const bodiesOf = Map.groupBy(bodies, keyOf);
  return {
    facts: rows.map((row) => {
      const key = keyOf(row);
      // The digest stored what the wire's schema had parsed.
      const records = (bodiesOf.get(key) ?? []).map(({ record }) => JSON.parse(record) as ResourceRecord);
      return { ...toFact(row, records), seen: toSeen(row.calls, breadthOf.get(key), evidenceOf(key)) };
    }),
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

function keyOf({ method, host, place }: Key): string {
  return `${method} ${host}${place}`;
}

function toFact(row: Row, records: ResourceRecord[]): Omit<CallFact, 'seen'> {
  const good = records.filter(({ status }) => status > 0 && status < 400);
  const bodies = (of: (record: ResourceRecord) => Shape | undefined) =>
    good.map(of).filter((body) => body !== undefined);
  return {
    method: row.method,
    host: row.host,
    path: addUp(row.parts.map(([path, , , times]) => [path, times]))[0]?.[0] ?? row.place,
    mime: mostFrequent(good.map(({ mime }) => mime ?? '').filter(Boolean)),
    failed: row.failed,
    p75Ms: row.answered > 0 ? row.p75 : null,
    statuses: toStatuses(row.parts.map(([, status, , times]) => [status, times])),
    query: queryOf(records),
    requests: bodies(({ request }) => request),
    requestsLeftOut: good.filter(({ requestLeftOut }) => requestLeftOut !== undefined).length,
    responses: bodies(({ response }) => response),
    screens: addUp(row.parts.map(([, , route, times]) => [route, times]))
      .filter(([route]) => route !== '')
      .slice(0, 20)
      .map(([route, calls]) => ({ route, calls })),
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
  return addUp(values.map((value) => [value, 1]))[0]?.[0] ?? '';
}
