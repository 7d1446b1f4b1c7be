import type { VitalName } from '@sightglass/wire';

/** Where good ends and where poor begins; milliseconds, CLS without a unit: https://web.dev/articles/vitals */
const bounds: Record<VitalName, [good: number, poor: number]> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  FCP: [1_800, 3_000],
  TTFB: [800, 1_800],
};

export function ratingOf(name: VitalName, value: number): 'good' | 'needs-improvement' | 'poor' {
  const [good, poor] = bounds[name];
  return value <= good ? 'good' : value <= poor ? 'needs-improvement' : 'poor';
}
