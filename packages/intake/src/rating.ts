import type { VitalName, VitalRecord } from '@sightglass/wire';

/** Up to where a value is good, and up to where it needs improvement (https://web.dev/articles/vitals). */
const bounds: Record<VitalName, [good: number, poor: number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
};

/** @param value - Milliseconds; of CLS without a unit. */
export function ratingOf(name: VitalName, value: number): VitalRecord['rating'] {
  const [good, poor] = bounds[name];
  return value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';
}
