import type { Columns } from '@sightglass/store';
import { type About, type Fact, limits } from '@sightglass/wire';
import { type Sampled, spread } from '../evidence.ts';
import { bindSpan } from '../span.ts';
import { addedUp, mostCounted, mostOfKind, stateColumns } from './adding-up.ts';

interface Row {
  kind: Fact['kind'];
  key: string;
  sessionsIn: number;
  visitorsIn: number;
  times: number;
  timesAgainst: number;
  firstAt: number;
  lastAt: number;
  inReleases: string[];
  byRole: Record<string, number>;
  byLabel: Record<string, number>;
  visitorsBy: Record<string, number>;
  moments: Sampled[];
}

const startsInSpan = `project = {project:String}
    AND start >= fromUnixTimestamp64Milli({from:Int64}) AND start < fromUnixTimestamp64Milli({until:Int64})`;
const narrowed = `({environment:String} = '' OR environment = {environment:String})
    AND ({release:String} = '' OR release = {release:String})`;

/** Rows of a session count while they are its head's. */
const raw = `
  SELECT kind, key, ${stateColumns} FROM observations
  WHERE ${startsInSpan} AND kind != '' AND ${narrowed} AND (session, version) IN (
    SELECT session, max(version) FROM observations WHERE ${startsInSpan} AND kind = ''
    GROUP BY session HAVING argMax(deleted, version) = 0
  )
  GROUP BY kind, key`;

const sql = `
  SELECT kind, key, ${addedUp} FROM (${raw}) GROUP BY kind, key
  ORDER BY kind, sessionsIn DESC, key LIMIT ${mostOfKind} BY kind`;

/** Nobody waits for a specification with a finger on the mouse. */
const timeoutMs = 30_000;

/**
 * What the sessions that began in the span show, added up: of each kind the 1,500 things that most sessions have.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function observedFacts(columns: Columns, project: string, about: About): Promise<Fact[]> {
  const rows = await columns.ask<Row>(sql, bindSpan(project, about), { timeoutMs });
  return rows.map(toFact);
}

function toFact(row: Row): Fact {
  // Estimates of large numbers must not contradict what was counted.
  const visitors = Math.min(row.visitorsIn, row.sessionsIn);
  const { '': _, ...roles } = row.byRole;
  return {
    kind: row.kind,
    key: row.key,
    sessions: row.sessionsIn,
    visitors,
    n: row.times,
    against: row.timesAgainst,
    first: row.firstAt,
    last: row.lastAt,
    releases: row.inReleases.filter((name) => name !== ''),
    roles,
    counts: row.byLabel,
    visitorsOf: Object.fromEntries(
      Object.entries(row.visitorsBy).map(([label, told]) => [label, visitorsOf(label, told, visitors, row)]),
    ),
    people: [...new Set(row.moments.map(([, , , , , , visitor]) => visitor))],
    sample: spread(row.moments)
      .slice(0, limits.maxEvidence)
      .map(({ session, at, release, note }) => ({ session, at, release, note })),
  };
}

/** Beyond what is counted one by one, as many of all visitors as the label has of all sightings. */
function visitorsOf(label: string, told: number, visitors: number, { byLabel, times, timesAgainst }: Row): number {
  if (told <= mostCounted) return told;
  const share = Math.min(1, (byLabel[label] ?? 0) / Math.max(1, times + timesAgainst));
  return Math.max(told, Math.round(visitors * share));
}
