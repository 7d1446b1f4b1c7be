import type { Columns, Parameters } from '@sightglass/store';
import { limits, type ReplayMoment } from '@sightglass/wire';

/** SQL over `of_session`: some sessions, the same ones for everything; a stretch of hashes, which lies together where rows are in their order. */
const inSample = 'of_session <= intDiv(18446744073709551615, {oneIn:UInt32})';

/** A thing that evidence is wanted for. */
export interface Wanted {
  thing: string;
  sessions: number;
  /** Values of `member` that belong to it. */
  members: readonly string[];
}

export interface Found {
  /** Best first, at most one for each session, spread over visitors and releases. */
  moments: ReplayMoment[];
  /** Exact; `null` where only some of the sessions were looked at. */
  visitors: number | null;
  /** The sessions and times of the whole sample. */
  sampled: readonly Sampled[];
}

export type Sampled = [
  rank: number,
  hash: number,
  session: string,
  at: number,
  release: string,
  note: string,
  visitor: string,
];

/** Sessions looked at for what is frequent: enough to choose from, few enough to be quick. */
const sampledSessions = 1_000;
/** What fewer sessions have would be missed by the sample now and then. */
const rareBelow = 50;

/**
 * Finds evidence: a bottom-k sample by a hash of the session, those that can be watched first, then by quality. The same data give the
 * same sample, and things share the sessions that have them, so that reading more of these sessions stays cheap.
 *
 * @param sightings - SQL whose rows hold to a condition: `thing` (text), `of_session` (its hash), `at`, `release`, `note` (what is seen, in a
 * few words) and `quality` (3: what a person did, with its answer; 2: an answer; 1: seen). Conditions exclude each other.
 * @param member - The column by which what is rare is found, in all its sessions.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findEvidence(
  columns: Columns,
  sightings: (conditions: readonly string[]) => string,
  member: string,
  bound: Parameters,
  wanted: readonly Wanted[],
): Promise<(thing: string) => Found> {
  if (wanted.length === 0) return () => ({ moments: [], visitors: null, sampled: [] });
  // What was there for one question may be gone for the next: then it is in no session.
  const most = Math.max(1, ...wanted.map(({ sessions }) => sessions || 0));
  // A power of two: a few sessions more must not choose a wholly different sample.
  const oneIn = 2 ** Math.max(0, Math.floor(Math.log2(most / sampledSessions)));
  const isRare = ({ sessions }: Wanted) => oneIn > 1 && sessions < Math.max(rareBelow, oneIn);
  const rare = [...new Set(wanted.filter(isRare).flatMap(({ members }) => members))];
  const chosen = rare.length === 0 ? [inSample] : [inSample, `NOT ${inSample} AND ${member} IN {rare:Array(String)}`];
  const found = await columns.ask<{ thing: string; visitors: number; sampled: Sampled[] }>(sqlOver(sightings(chosen)), {
    ...bound,
    oneIn,
    rare,
  });
  const byThing = new Map(found.map((row) => [row.thing, row]));
  const whole = new Set(wanted.filter((one) => oneIn === 1 || isRare(one)).map(({ thing }) => thing));
  return (thing) => {
    const row = byThing.get(thing);
    const sampled = row?.sampled ?? [];
    return { moments: spread(sampled), visitors: whole.has(thing) ? (row?.visitors ?? null) : null, sampled };
  };
}

const sqlOver = (sightings: string) => `
  SELECT thing, uniqExact(person) AS visitors, groupArraySorted(24)((toUInt8(13 - quality - 10 * replay), of_session,
    session, tupleElement(best, 1), tupleElement(best, 2), tupleElement(best, 3), person)) AS sampled
  FROM (
    SELECT session, cityHash64(session) AS of_session, if(visitor = '', session, visitor) AS person, replay FROM sessions FINAL
    WHERE project = {project:String}
      AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({until:Int64})
  ) AS people INNER JOIN (
    SELECT thing, of_session, max(seen.quality) AS quality,
      argMax((toUnixTimestamp64Milli(at), toString(release), note), (seen.quality, -toUnixTimestamp64Milli(at))) AS best
    FROM (${sightings}) AS seen GROUP BY thing, of_session
  ) AS by_session USING (of_session)
  GROUP BY thing ORDER BY thing LIMIT 5000 SETTINGS do_not_merge_across_partitions_select_final = 1`;

/** The best of a sample: first one for each (visitor, release), then a second; what cannot be watched comes after all that can. */
export function spread(sampled: readonly Sampled[]): ReplayMoment[] {
  const turns = new Map<string, number>();
  return sampled
    .map(([rank, , session, at, release, note, visitor], index) => {
      const turn = turns.get(`${visitor}\n${release}`) ?? 0;
      turns.set(`${visitor}\n${release}`, turn + 1);
      return {
        watchable: rank <= 3 ? 0 : 1,
        turn,
        index,
        moment: { type: 'moment' as const, session, at, release, note },
      };
    })
    .sort((one, other) => one.watchable - other.watchable || one.turn - other.turn || one.index - other.index)
    .slice(0, limits.maxEvidence)
    .map(({ moment }) => moment);
}
