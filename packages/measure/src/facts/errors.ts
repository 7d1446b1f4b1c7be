import type { Columns, Parameters } from '@sightglass/store';
import type { About, ErrorFact } from '@sightglass/wire';
import { addUp } from '../add-up.ts';
import { findEvidence, inSample } from '../evidence.ts';
import { bindSpan, latestOfEach, recordsInSpan } from '../span.ts';
import { isCall } from '../traffic/calls.ts';
import { type Breadth, breadthColumns, mostFacts, toSeen } from './seen.ts';

interface Key {
  raised: string;
  status: number;
  host: string;
}

interface Row extends Key {
  times: number;
  parts: [source: string, message: string, subject: string, times: number][];
  groups: number;
}

/** Where errors of one origin stand in a record, as SQL. */
interface Place {
  origin: ErrorFact['origin'];
  /** Columns `raised`, `status` and `host`. */
  key: string;
  source: string;
  subject: string;
  where: string;
  member: string;
}

const answers: Place = {
  origin: 'answer',
  key: 'toString(code) AS raised, status, toString(host) AS host',
  source: "''",
  subject: "concat(method, ' ', host, path)",
  where: `${isCall} AND status >= 400`,
  member: 'code',
};

const thrown: Place = {
  origin: 'thrown',
  key: "name AS raised, toUInt16(0) AS status, JSONExtractString(record, 'stack', 1, 'host') AS host",
  source: 'toString(type)',
  subject: 'toString(route)',
  where: "kind = 'error' AND type IN ('uncaught', 'rejection', 'manual')",
  member: 'name',
};

const countsSql = ({ key, source, subject, where }: Place) => `
  SELECT raised, status, host, sum(times) AS times, groupArray(500)((source, message, subject, parts.times)) AS parts,
    count() OVER () AS groups
  FROM (
    SELECT raised, status, host, source, message, subject, count() AS times
    FROM (
      SELECT ${key}, ${source} AS source, text AS message, ${subject} AS subject FROM records
      WHERE ${recordsInSpan} AND ${where}
      ${latestOfEach}
    )
    GROUP BY raised, status, host, source, message, subject ORDER BY times DESC, source, message, subject
  ) AS parts
  GROUP BY raised, status, host ORDER BY times DESC, host, status, raised LIMIT ${mostFacts}`;

const breadthSql = ({ key, where }: Place) => `
  SELECT ${key}, ${breadthColumns} FROM records WHERE ${recordsInSpan} AND ${where}
  GROUP BY raised, status, host LIMIT 100000`;

const sightingsSql = ({ key, subject, where, member }: Place) => `
    SELECT concat(toString(status), ' ', host, ' ', raised) AS thing, session, at, release, note, quality FROM (
      SELECT ${key}, session, at, release, ${subject} AS note, toUInt8(1 + (action != '')) AS quality
      FROM records WHERE ${recordsInSpan} AND ${where} AND ${inSample(member)}
    )`;

const plans = [answers, thrown].map((place) => ({
  origin: place.origin,
  counts: countsSql(place),
  breadth: breadthSql(place),
  sightings: sightingsSql(place),
}));

/**
 * What was seen of errors: answers of 400 and above by code and status, and errors that were thrown or reported, by type.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function errorFacts(
  columns: Columns,
  project: string,
  about: About,
): Promise<{ facts: ErrorFact[]; leftOut: number }> {
  const bound = bindSpan(project, about);
  const both = [];
  for (const plan of plans) both.push(await ask(columns, bound, plan));
  return { facts: both.flatMap(({ facts }) => facts), leftOut: both.reduce((sum, { leftOut }) => sum + leftOut, 0) };
}

async function ask(
  columns: Columns,
  bound: Parameters,
  { origin, counts, breadth, sightings }: (typeof plans)[number],
): Promise<{ facts: ErrorFact[]; leftOut: number }> {
  const rows = await columns.ask<Row>(counts, bound);
  const breadths = await columns.ask<Key & Breadth>(breadth, bound);
  const breadthOf = new Map(breadths.map((one) => [thingOf(one), one]));
  const wanted = rows.map((row) => ({
    thing: thingOf(row),
    sessions: breadthOf.get(thingOf(row))?.sessions ?? 0,
    members: [row.raised],
  }));
  const evidenceOf = await findEvidence(columns, sightings, bound, wanted);
  return {
    facts: rows.map((row) => ({
      origin,
      code: row.raised,
      status: origin === 'answer' ? row.status : null,
      host: row.host,
      sources: [...new Set(row.parts.map(([source]) => source))].filter(Boolean).sort(),
      messages: counted(row.parts.map(([, message, , times]) => [message, times])),
      seen: toSeen(row.times, breadthOf.get(thingOf(row)), evidenceOf(thingOf(row))),
      raisedBy: counted(row.parts.map(([, , subject, times]) => [subject, times])).map(({ value, times }) => ({
        subject: value,
        times,
      })),
    })),
    leftOut: (rows[0]?.groups ?? 0) - rows.length,
  };
}

function thingOf({ raised, status, host }: Key): string {
  return `${status} ${host} ${raised}`;
}

/** Most frequent first; at most 20. */
function counted(pairs: [value: string, times: number][]): { value: string; times: number }[] {
  return addUp(pairs)
    .filter(([value]) => value !== '')
    .slice(0, 20)
    .map(([value, times]) => ({ value, times }));
}
