import { type Columns, issueMoments, type Parameters, troubleRows } from '@sightglass/store';
import { bucketMsOf } from '../bucket.ts';
import type { Sampled } from '../evidence.ts';
import { manySessions } from '../search/narrowed.ts';
import { groups } from './grouped.ts';
import {
  type FoundIssue,
  type IssueFigures,
  mostRoutes,
  type Numbered,
  ranks,
  type ToldIssue,
  toTold,
} from './issue.ts';
import { type AboutIssues, findSource } from './source.ts';

interface Row extends Omit<FoundIssue, 'sampled' | 'newest' | 'slices'> {
  keys: string[];
  newestIn: string;
  counts: number[];
  all: number;
}

/** Of one answer: more issues than anybody goes through. */
export const mostIssues = 5_000;

/** A key is one number, since the least of numbers are found in a fraction of the time: whether it cannot be watched, its session's hash, its time. */
const [hashBits, timeBits] = [64n, 42n];
const key = `bitShiftLeft(toUInt128(1 - watchable), ${hashBits + timeBits}) + bitShiftLeft(toUInt128(of_session), ${timeBits})
      + toUInt128(toUnixTimestamp64Milli(at))`;

/**
 * Issues that a search finds. To look for what fits is most of the work, so it is done once, over numbers: figures, trend and screens of all issues,
 * and of each which errors are to be looked at. What these say is read afterwards, of one page ({@link tellFound}).
 *
 * @param rows - SQL: errors and failed calls that fit, one by one.
 * @param order - SQL over `visitorsIn`, `timesIn`, `firstAt` and `lastAt`.
 */
export async function findIssues(
  columns: Columns,
  about: AboutIssues,
  rows: string,
  bound: Parameters,
  order: string,
): Promise<{ issues: IssueFigures[]; leftOut: number }> {
  const bucketMs = bucketMsOf(about);
  const first = Math.floor(about.from / bucketMs);
  // Counted in their places: to look each of them up in a map costs as much as all the rest.
  const places = Math.max(1, Math.ceil(about.until / bucketMs) - first);
  const answer = await columns.ask<Row>(
    `SELECT id, any(what) AS kinds, sum(times) AS timesIn, toUnixTimestamp64Milli(min(first_at)) AS firstAt,
       toUnixTimestamp64Milli(max(last_at)) AS lastAt, uniqCombined64Merge(14)(of_people) AS visitorsIn,
       uniqCombined64Merge(14)(in_sessions) AS sessionsIn, argMin(first_release, first_at) AS firstRelease, sumForEach(by_place) AS counts,
       arraySlice(arraySort(one -> (-toInt64(one.2), one.1), arrayZip(mapKeys(sumMap(by_route)), mapValues(sumMap(by_route)))), 1, ${mostRoutes}) AS routes,
       arrayMap(one -> toString(one), groupArraySortedArray(${issueMoments})(keys_in)) AS keys, toString(argMax(newest_in, last_at)) AS newestIn,
       count() OVER () AS all
     FROM (
       SELECT if(grouped = '', fingerprint, grouped) AS id, * FROM (
         SELECT toString(fingerprint) AS fingerprint, what, count() AS times, uniqCombined64State(14)(of_session) AS in_sessions,
           uniqCombined64State(14)(cityHash64(person)) AS of_people, min(at) AS first_at, max(at) AS last_at,
           argMin(toString(release), at) AS first_release, sumMap(map(toString(route), toUInt64(1))) AS by_route,
           countResample(0, ${places}, 1)(toUInt32(intDiv(toUnixTimestamp64Milli(at), ${bucketMs}) - ${first})) AS by_place,
           groupArraySorted(${issueMoments})(${key}) AS keys_in, argMax(${key}, at) AS newest_in
         FROM (${rows}) GROUP BY fingerprint, what
       ) AS found LEFT JOIN ${groups} AS known USING (fingerprint)
     )
     GROUP BY id ORDER BY ${order}, id LIMIT ${mostIssues} ${manySessions}`,
    bound,
  );
  return {
    issues: answer.map(({ all: _, keys, newestIn, counts, ...row }) => ({
      ...{
        id: row.id,
        kind: row.kinds,
        times: row.timesIn,
        visitors: row.visitorsIn,
        first: row.firstAt,
        last: row.lastAt,
      },
      found: {
        ...row,
        slices: counts.flatMap((times, at) => (times === 0 ? [] : [[(first + at) * bucketMs, times] as const])),
        sampled: keys.map(numbered),
        newest: numbered(newestIn),
      },
    })),
    leftOut: (answer[0]?.all ?? 0) - answer.length,
  };
}

function numbered(key: string): Numbered {
  const bits = BigInt(key);
  return {
    rank: bits >> (hashBits + timeBits) === 0n ? ranks.watchable : ranks.unwatchable,
    session: String((bits >> timeBits) & (2n ** hashBits - 1n)),
    at: Number(bits & (2n ** timeBits - 1n)),
  };
}

interface Said {
  id: string;
  hash: string;
  session: string;
  moment: number;
  told_release: string;
  told_route: string;
  person: string;
  title: string;
  words: string;
  source: string;
}

/** What issues of a page tell; one whose newest error is gone by now is left out. */
export async function tellFound(
  columns: Columns,
  project: string,
  about: AboutIssues,
  found: readonly FoundIssue[],
): Promise<ToldIssue[]> {
  const bucketMs = bucketMsOf(about);
  const wanted = found.flatMap(({ sampled, newest }) => [...sampled, newest]);
  const picked = {
    sessions: [...new Set(wanted.map(({ session }) => session))],
    moments: [...new Set(wanted.map(({ at }) => at))],
  };
  const ids = found.map(({ id }) => id);
  const { rows = '', bound } = await findSource(columns, project, about, bucketMs, ids, picked);
  const said = await columns.ask<Said>(
    `SELECT if(grouped = '', fingerprint, grouped) AS id, toString(of_session) AS hash, session, toUnixTimestamp64Milli(at) AS moment,
       told_release, told_route, person, title, words, source
     FROM (SELECT * REPLACE(toString(fingerprint) AS fingerprint) FROM (${troubleRows(rows)})) AS met
       LEFT JOIN ${groups} AS known USING (fingerprint)
     ORDER BY id, of_session, at, words LIMIT 1 BY id, of_session, at ${manySessions}`,
    bound,
  );
  const known = new Map(said.map((one) => [`${one.id} ${one.hash} ${one.moment}`, one]));
  return found.flatMap((issue) => {
    const saidOf = ({ session, at }: Numbered): Said | undefined => known.get(`${issue.id} ${session} ${at}`);
    const newest = saidOf(issue.newest);
    if (newest === undefined) return [];
    const moments = issue.sampled.flatMap((one): Sampled[] => {
      const its = saidOf(one);
      return its ? [[one.rank, 0, its.session, one.at, its.told_release, its.told_route, its.person]] : [];
    });
    const { told_release, title, words, source } = newest;
    return [
      toTold({ ...issue, told: [told_release, title, words, source], moments }, issue.visitorsIn, about, bucketMs),
    ];
  });
}
