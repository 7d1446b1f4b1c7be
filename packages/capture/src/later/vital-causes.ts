import type { EventTiming } from './interactions.ts';
import type { LayoutShift } from './layout-shifts.ts';

/** To which element a vital is owed, when that was by the page's performance clock, and of which parts it consists, in milliseconds. */
export interface Owed {
  element?: Node | null | undefined;
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
  const [resource] = performance.getEntriesByName(entry.url, 'resource') as PerformanceResourceTiming[];
  // Of a text none.
  const { requestStart = 0, startTime = 0, responseEnd = 0 } = resource ?? {};
  const timeToFirstByte = Math.min(value, navigation?.responseStart ?? 0);
  const requested = Math.max(timeToFirstByte, requestStart || startTime);
  const received = Math.min(value, Math.max(requested, responseEnd));
  return {
    element: entry.element,
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
  return { element: largest?.sources.find(({ node }) => node instanceof Element)?.node, startTime: largest?.startTime };
}

/** https://web.dev/articles/optimize-inp */
export function ofInp(entries: readonly EventTiming[]): Owed {
  const entry = entries.find(({ target }) => target) ?? entries[0];
  const { target, processingStart, startTime, processingEnd, duration } = entry as EventTiming; // there is one
  return {
    element: target,
    startTime,
    parts: {
      inputDelay: processingStart - startTime,
      processingDuration: processingEnd - processingStart,
      presentationDelay: Math.max(0, startTime + duration - processingEnd),
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
