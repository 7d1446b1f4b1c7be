import type { EventTiming, Interaction } from './interactions.ts';
import type { LayoutShift } from './layout-shifts.ts';
import { pathOf } from './path-of.ts';

/** Where the element stands to which a vital is owed, when that was by the page's performance clock, and of which parts it consists, in milliseconds. */
export interface Owed {
  path?: string | undefined;
  startTime?: number | undefined;
  parts?: Record<string, number>;
}
export interface LargestPaint extends PerformanceEntry {
  element?: Element | null;
  url: string;
}
export type Navigation = PerformanceNavigationTiming & { activationStart?: number };

/** The parts by which web.dev explains LCP: https://web.dev/articles/optimize-lcp */
export function ofLcp(value: number, entry: LargestPaint, navigation: Navigation | undefined): Owed {
  const resources = performance.getEntriesByName(entry.url, 'resource') as PerformanceResourceTiming[];
  // Of a text none.
  const { requestStart = 0, startTime = 0, responseEnd = 0 } = resources[0] ?? {};
  const timeToFirstByte = Math.min(value, navigation?.responseStart ?? 0);
  const requested = Math.max(timeToFirstByte, requestStart || startTime);
  const received = Math.min(value, Math.max(requested, responseEnd));
  return {
    path: pathOf(entry.element),
    startTime: entry.startTime,
    parts: {
      timeToFirstByte,
      resourceLoadDelay: requested - timeToFirstByte,
      resourceLoadDuration: received - requested,
      elementRenderDelay: value - received,
    },
  };
}

export function ofCls(largest: LayoutShift | undefined): Owed {
  const paths = largest?.sources.map((source) => pathOf(source.node));
  return { path: paths?.find((path) => path), startTime: largest?.startTime };
}

/** https://web.dev/articles/optimize-inp: until the page is drawn anew other handlers take their time as well. */
export function ofInp({ entries, until, path }: Interaction): Owed {
  const { processingStart, startTime } = entries[0] as EventTiming; // there is one
  const processingEnd = Math.max(...entries.map((entry) => entry.processingEnd));
  return {
    path,
    startTime,
    parts: {
      inputDelay: processingStart - startTime,
      processingDuration: processingEnd - processingStart,
      presentationDelay: Math.max(0, until - processingEnd),
    },
  };
}

export function partsOfTtfb(entry: Navigation): Record<string, number> {
  return {
    waitingDuration: entry.domainLookupStart,
    dnsDuration: entry.domainLookupEnd - entry.domainLookupStart,
    connectionDuration: entry.connectEnd - entry.connectStart,
    requestDuration: entry.responseStart - entry.requestStart,
  };
}
