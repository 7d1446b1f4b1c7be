import { type VitalName, vitalName } from '@sightglass/wire';
import type { SearchTexts } from '../../client/index.ts';

export interface PerformanceSearch {
  /** The vital whose trend is drawn. */
  vital: VitalName;
  /** Empty: all routes together. */
  route: string;
}

export function readSearch(texts: SearchTexts): PerformanceSearch {
  const vital = vitalName.safeParse(texts.vital);
  return { vital: vital.success ? vital.data : 'LCP', route: texts.route ?? '' };
}

export function writeSearch({ vital, route }: PerformanceSearch): SearchTexts {
  return { vital: vital === 'LCP' ? undefined : vital, route: route === '' ? undefined : route };
}
