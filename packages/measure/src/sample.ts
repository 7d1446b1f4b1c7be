import { limits, type ReplayMoment } from '@sightglass/wire';

/** CTE: who was behind each session that may fall into the span, and whether it can be watched. */
export const people = `people AS (
    SELECT session, if(visitor = '', session, visitor) AS person, replay FROM sessions FINAL
    WHERE project = {project:String}
      AND start >= fromUnixTimestamp64Milli({from:Int64} - 86400000) AND start < fromUnixTimestamp64Milli({until:Int64})
  )`;

/** Columns of a row for each (thing, session), joined with {@link people}: its visitor, without whom it counts as its own. */
export const visitor = "if(person = '', session, person)";

/**
 * SQL: a bottom-k sample of a thing's sessions: those that can be watched first, then by `quality`, then by a hash of the
 * session. So the same data give the same sample, and all things share the sessions that have them.
 * Rows need `session`, `best` (made with {@link momentOf}), `quality` (0 to 3), `replay`, `person`.
 */
export const sample = `groupArraySorted(24)((
    toUInt8(13 - quality - 10 * replay), cityHash64(session), session,
    tupleElement(best, 1), tupleElement(best, 2), tupleElement(best, 3), ${visitor}))`;

/** SQL: a moment worth showing: when, in which release, and what is seen there in a few words. */
export function momentOf(note: string): string {
  return `(toUnixTimestamp64Milli(at), toString(release), ${note})`;
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

/**
 * The best of a sample, spread: first one for each (visitor, release), then a visitor's or release's second, and so on.
 */
export function toMoments(sampled: readonly Sampled[]): ReplayMoment[] {
  const turns = new Map<string, number>();
  return sampled
    .map(([rank, , session, at, release, note, visitor], index) => {
      const turn = turns.get(`${visitor}\n${release}`) ?? 0;
      turns.set(`${visitor}\n${release}`, turn + 1);
      // What cannot be watched comes after all that can, however spread.
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
