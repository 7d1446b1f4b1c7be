import { type ListedSession, liveForMs, type SessionSummary } from '@sightglass/wire';

/** What the list shows: rows stay where they are, with their newest counts; what came since waits to be let in. */
export interface Listed {
  rows: readonly ListedSession[];
  arrived: number;
}

/**
 * Lays a newer first page over the pages that are shown. Rows that both have take the newer counts in place; sessions above the
 * first row shown have `arrived`. Where nothing is shown yet there is nothing to keep still, so all of them are let in.
 */
export function layOver(shown: readonly ListedSession[], newer: readonly ListedSession[]): Listed {
  if (shown.length === 0) return { rows: newer, arrived: 0 };
  const known = new Set(shown.map(({ session }) => session));
  const fresh = new Map(newer.map((summary) => [summary.session, summary]));
  const top = shown[0]?.start ?? 0;
  return {
    rows: shown.map((summary) => fresh.get(summary.session) ?? summary),
    arrived: newer.filter(({ session, start }) => !known.has(session) && start >= top).length,
  };
}

/** Alive within the last minute, by what is stored or by a sign of life that came since. */
export function isLive(summary: SessionSummary, signs: ReadonlyMap<string, number>, now: number): boolean {
  return now - Math.max(summary.end, signs.get(summary.session) ?? 0) <= liveForMs;
}

/** Pages overlap where sessions came in while one scrolled: each session once, the first time it is met. */
export function onceEach(pages: readonly { sessions: readonly ListedSession[] }[]): ListedSession[] {
  const met = new Map<string, ListedSession>();
  for (const { sessions } of pages)
    for (const summary of sessions) if (!met.has(summary.session)) met.set(summary.session, summary);
  return [...met.values()];
}

/** Who it was, as far as the application said; `whole` where an opaque id had to be cut to be read at a glance. */
export function nameOf({ visitor, session }: SessionSummary): { name: string; whole: string; anonymous: boolean } {
  if (visitor === null || visitor === '')
    return { name: `Visitor ${session.slice(0, 6)}`, whole: session, anonymous: true };
  const opaque = /^[0-9A-Za-z-]{20,}$/.test(visitor);
  return { name: opaque ? `${visitor.slice(0, 4)}…${visitor.slice(-6)}` : visitor, whole: visitor, anonymous: false };
}

/** `Chrome on Windows`, as far as it is known. */
export function browserOf({ browser, os }: SessionSummary): string {
  return [browser, os].filter((part) => part !== '').join(' on ') || 'Unknown';
}
