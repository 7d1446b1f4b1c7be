import type { Seen } from '@sightglass/wire';
import { type Found, visitorTold } from '../evidence.ts';

/** SQL: how broadly a thing was seen. A record that is there twice changes nothing of it. Exact while small, else within a percent. */
export const breadthColumns = `uniqCombined64(14)(session) AS sessions, uniqCombined64(14)(${visitorTold}) AS visitors,
    toUnixTimestamp64Milli(min(at)) AS first, toUnixTimestamp64Milli(max(at)) AS last,
    arraySort(groupUniqArray(100)(toString(release))) AS releases`;

export interface Breadth {
  sessions: number;
  visitors: number;
  first: number;
  last: number;
  releases: string[];
}

export function toSeen(observations: number, breadth: Breadth | undefined, found: Found): Seen {
  const { first, last, releases, ...told } = breadth ?? nothing;
  // Estimates of large numbers, and answers between which something new was stored, must not contradict each other.
  const sessions = Math.min(told.sessions, observations);
  return {
    sessions,
    // Who had not signed in yet is two visitors to the record, and one to the session.
    visitors: Math.min(found.visitors ?? told.visitors, sessions),
    observations,
    first,
    last,
    releases: releases.filter((name) => name !== ''),
    sample: found.moments,
  };
}

const nothing: Breadth = { sessions: 0, visitors: 0, first: 0, last: 0, releases: [] };

/**
 * SQL: a path or route without the names of its placeholders, so that `/orders/{integer}` and `/orders/{uuid}` are one place and are
 * counted as one.
 */
export function placeOf(column: string): string {
  // Few paths stand in many rows: in this form the expression runs once for each path, not for each row.
  return `toString(replaceRegexpAll(toLowCardinality(${column}), '\\\\{[a-z]+\\\\}', '{}'))`;
}

/** Facts of one kind that an answer holds; what lies behind is counted as left out. */
export const mostFacts = 500;
