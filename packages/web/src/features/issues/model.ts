import type { IssueSummary, StackFrame } from '@sightglass/wire';
import type { ScreenLink } from '../../client/index.ts';

/** A moment is watched from a little before, so that one sees what led to it. */
export const leadMs = 10_000;

/** Counts by bucket on an even grid from the first to the last: a time without errors is a zero, and is seen as one. */
export function evenTrend(trend: IssueSummary['trend'], bucketMs: number): { at: number; times: number }[] {
  const points = [...trend].sort((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || bucketMs <= 0) return points;
  const byTime = new Map(points.map(({ at, times }) => [at, times]));
  const length = Math.min(mostBuckets, Math.round((last.at - first.at) / bucketMs) + 1);
  return Array.from({ length }, (_, index) => {
    const at = first.at + index * bucketMs;
    return { at, times: byTime.get(at) ?? 0 };
  });
}

const mostBuckets = 2_000;

/** What kind of error it is, in words. */
export function sourceWords(source: string, handled: boolean): string {
  const words: Record<string, string> = {
    uncaught: 'uncaught',
    rejection: 'unhandled rejection',
    console: 'console.error',
    resource: 'failed resource',
    csp: 'refused by the content security policy',
    deprecation: 'deprecation',
    manual: 'reported by the application',
  };
  const said = words[source] ?? source;
  return handled && source !== 'manual' ? `${said}, handled` : said;
}

/** `orders.js:12:4`, with the host where it is not the page's own. */
export function placeOf({ host, file, line, column }: StackFrame): string {
  const path = host === '' ? file : `${host}${file}`;
  return [path, line, column].filter((part) => part !== undefined).join(':');
}

/** The same link, running as soon as it is open. */
export function playing(link: ScreenLink): ScreenLink {
  const search = ((now: Parameters<ScreenLink['search']>[0]) => ({
    ...(link.search(now) as Record<string, string | undefined>),
    play: '1',
  })) as unknown as ScreenLink['search']; // texts by name; typed `never` as explained at ScreenLink
  return { ...link, search };
}
