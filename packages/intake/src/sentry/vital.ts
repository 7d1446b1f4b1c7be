import type { VitalName } from '@sightglass/wire';

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
