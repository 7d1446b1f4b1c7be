import { limits } from '@sightglass/wire';

/** What the top bar holds and every question is bound by; all of it lives in the URL. */
export interface Where {
  project: string;
  /** Empty: all. */
  environment: string;
  /** Empty: all. */
  release: string;
  range: Range;
}
export type Range = { last: RangeName } | { from: number; until: number };

export const rangeNames = ['24h', '7d', '14d', '30d'] as const;
export type RangeName = (typeof rangeNames)[number];
export const defaultRange: RangeName = '14d';
const hourMs = 3_600_000;
const rangeMs: Record<RangeName, number> = {
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '14d': 14 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** The part of the search string that stays when one moves between screens. Texts, as they stand in the URL. */
export interface WhereSearch {
  env?: string;
  release?: string;
  range?: string;
  from?: string;
  until?: string;
}
export const whereSearchKeys = ['env', 'release', 'range', 'from', 'until'] as const satisfies (keyof WhereSearch)[];

/** Reads what a URL says; a field that makes no sense counts as absent, alone. */
export function whereOf(project: string, search: WhereSearch): Where {
  const from = Date.parse(search.from ?? '');
  const until = Date.parse(search.until ?? '');
  const last = rangeNames.find((name) => name === search.range) ?? defaultRange;
  return {
    project,
    environment: search.env ?? '',
    release: search.release ?? '',
    range: from < until ? { from, until } : { last },
  };
}

/** How a range is written in the URL; the default leaves no trace. */
export function searchOfRange(range: Range): Pick<WhereSearch, 'range' | 'from' | 'until'> {
  const nothing = { range: undefined, from: undefined, until: undefined };
  if ('last' in range) return range.last === defaultRange ? nothing : { ...nothing, range: range.last };
  return { ...nothing, from: isoMinute(range.from), until: isoMinute(range.until) };
}

function isoMinute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16)}Z`;
}

/**
 * The bounds that go to the server, worked out when it is asked and not before: a key made of a {@link Where} stays the same
 * while "the last 14 days" move on. The end lies as far ahead as we believe a browser's clock to be.
 */
export function aboutOf(
  where: Where,
  now: number = Date.now(),
): { from: number; until: number; environment: string; release: string } {
  const { environment, release, range } = where;
  if (!('last' in range)) return { ...range, environment, release };
  return { from: now - rangeMs[range.last], until: now + limits.maxFutureMs, environment, release };
}

/** Length of the range, for "per day" figures and for axes. */
export function rangeLengthMs(range: Range): number {
  return 'last' in range ? rangeMs[range.last] : range.until - range.from;
}
