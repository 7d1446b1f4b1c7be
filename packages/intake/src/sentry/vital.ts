import type { VitalName, VitalRecord } from '@sightglass/wire';

/** Up to where a value is good, and up to where it needs improvement (https://web.dev/articles/vitals). */
const bounds: Record<VitalName, [number, number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
};

/** What Sentry calls them: in measurements and attributes, and in a replay. */
const names: Record<string, VitalName> = {
  lcp: 'LCP',
  inp: 'INP',
  cls: 'CLS',
  fcp: 'FCP',
  ttfb: 'TTFB',
  'largest-contentful-paint': 'LCP',
  'interaction-to-next-paint': 'INP',
  'cumulative-layout-shift': 'CLS',
  'first-contentful-paint': 'FCP',
};

export const vitalNames = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const;

export const vitalNameOf = (name: string): VitalName | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** @param value - Milliseconds; of CLS without a unit. */
export function ratingOf(name: VitalName, value: number): VitalRecord['rating'] {
  const [good, fair] = bounds[name];
  return value <= good ? 'good' : value <= fair ? 'needs-improvement' : 'poor';
}
