import {
  type CLSMetric,
  type INPMetric,
  type LCPMetric,
  type Metric,
  onCLS,
  onFCP,
  onINP,
  onLCP,
  onTTFB,
} from 'web-vitals';
import { cssPath } from '../page/css-path.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Web Vitals by Google's own library. Attribution is ours: the library's costs 2.5 kB more, and what it adds here is the element and the
 * parts, which the entries hold.
 */
export function observeVitals(scene: Scene): void {
  let stopped = false;
  scene.onStop(() => {
    stopped = true;
  });

  const report = (metric: Metric, owed: Owed = {}): void => {
    if (stopped) return;
    const { id, name, value, rating, navigationType: navigation } = metric;
    scene.say({
      kind: 'vital',
      id,
      name,
      value: Math.max(0, value),
      rating,
      navigation,
      target: (owed.element instanceof Element && cssPath(owed.element)) || undefined,
      parts: owed.parts,
    });
  };
  onTTFB(scene.guard.wrap((metric) => report(metric, { parts: partsOfTtfb() })));
  onFCP(scene.guard.wrap((metric) => report(metric)));
  onLCP(scene.guard.wrap((metric) => report(metric, ofLcp(metric))));
  onCLS(scene.guard.wrap((metric) => report(metric, ofCls(metric))));
  onINP(scene.guard.wrap((metric) => report(metric, ofInp(metric))));
}

interface Owed {
  element?: Node | null | undefined;
  parts?: Record<string, number>;
}

/** The parts by which web.dev explains LCP: https://web.dev/articles/optimize-lcp */
function ofLcp({ value, entries }: LCPMetric): Owed {
  const entry = entries.at(-1);
  if (!entry) return {};
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
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

function ofCls({ entries }: CLSMetric): Owed {
  const largest = entries.reduce<LayoutShift | undefined>(
    (most, entry) => (most && most.value > entry.value ? most : entry),
    undefined,
  );
  return { element: largest?.sources.find(({ node }) => node instanceof Element)?.node };
}

/** https://web.dev/articles/optimize-inp */
function ofInp({ entries }: INPMetric): Owed {
  const entry = entries.find(({ target }) => target) ?? entries[0];
  if (!entry) return {};
  const { startTime, processingStart, processingEnd, duration } = entry;
  return {
    element: entry.target,
    parts: {
      inputDelay: processingStart - startTime,
      processingDuration: processingEnd - processingStart,
      presentationDelay: Math.max(0, startTime + duration - processingEnd),
    },
  };
}

function partsOfTtfb(): Record<string, number> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!entry) return {};
  return {
    waitingDuration: entry.domainLookupStart,
    dnsDuration: entry.domainLookupEnd - entry.domainLookupStart,
    connectionDuration: entry.connectEnd - entry.connectStart,
    requestDuration: entry.responseStart - entry.requestStart,
  };
}
