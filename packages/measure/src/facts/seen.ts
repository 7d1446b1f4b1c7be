import type { Seen } from '@sightglass/wire';
import { type Sampled, sample, toMoments, visitor } from '../sample.ts';

/**
 * SQL: what stands behind a fact, over one row for each (fact, session), joined with the people. Rows need what the sample needs,
 * and `times`, `earliest`, `latest` (milliseconds) and `releases`.
 */
export const seenColumns = `count() AS sessions, uniqExact(${visitor}) AS visitors, sum(times) AS observations,
    min(earliest) AS first, max(latest) AS last, arraySort(groupUniqArrayArray(100)(releases)) AS releaseNames, ${sample} AS sampled`;

/** SQL: the part of such a row that every kind of fact has in common. */
export const perSession = `count() AS times, toUnixTimestamp64Milli(min(at)) AS earliest,
      toUnixTimestamp64Milli(max(at)) AS latest, groupUniqArray(toString(release)) AS releases`;

export interface SeenRow {
  sessions: number;
  visitors: number;
  observations: number;
  first: number;
  last: number;
  releaseNames: string[];
  sampled: Sampled[];
}

export function toSeen({ sessions, visitors, observations, first, last, releaseNames, sampled }: SeenRow): Seen {
  const releases = releaseNames.filter((name) => name !== '');
  return { sessions, visitors, observations, first, last, releases, sample: toMoments(sampled) };
}

/**
 * SQL: a path or route without the names of its placeholders, so that `/orders/{integer}` and `/orders/{uuid}` are one place and are
 * counted as one, exactly.
 */
export function placeOf(column: string): string {
  return `replaceRegexpAll(toString(${column}), '\\\\{[a-z]+\\\\}', '{}')`;
}

/** Facts of one kind that an answer holds; what lies behind is counted as left out. */
export const mostFacts = 500;
