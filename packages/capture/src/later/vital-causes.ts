import type { EventTiming } from './interactions.ts';
import type { LayoutShift } from './layout-shifts.ts';

/** To which element a vital is owed, and of which parts it consists, in milliseconds. */
export interface Owed {
  element?: Node | null | undefined;
  parts?: Record<string, number>;
}
export interface LargestPaint extends PerformanceEntry {
  element?: Element | null;
  url: string;
}
export type Navigation = PerformanceNavigationTiming & { activationStart?: number };

/** The parts by which web.dev explains LCP: https://web.dev/articles/optimize-lcp */
export function ofLcp(value: number, entry: LargestPaint, navigation: Navigation | undefined): Owed {
  const resource = entry.url
    ? (performance.getEntriesByName(entry.url, 'resource')[0] as PerformanceResourceTiming | undefined)
    : undefined;
  const timeToFirstByte = Math.min(value, navigation?.responseStart ?? 0);
  const requested = resource ? Math.max(timeToFirstByte, resource.requestStart || resource.startTime) : timeToFirstByte;
  const received = Math.min(value, resource ? Math.max(requested, resource.responseEnd) : timeToFirstByte);
  return {
    element: entry.element,
    parts: {
      timeToFirstByte,
      resourceLoadDelay: requested - timeToFirstByte,
      resourceLoadDuration: received - requested,
      elementRenderDelay: value - received,
    },
  };
}

export function ofCls(largest: LayoutShift | undefined): Owed {
  return { element: largest?.sources.find(({ node }) => node instanceof Element)?.node };
}

/** https://web.dev/articles/optimize-inp */
export function ofInp(entries: readonly EventTiming[]): Owed {
  const entry = entries.find(({ target }) => target) ?? entries[0];
  if (!entry) return {};
  const { target, processingStart, startTime, processingEnd, duration } = entry;
  return {
    element: target,
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
