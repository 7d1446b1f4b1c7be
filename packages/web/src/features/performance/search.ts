import { type VitalName, vitalName } from '@sightglass/wire';
import type { SearchTexts } from '../../client/index.ts';

export interface PerformanceSearch {
  /** The vital whose trend is drawn. */
  vital: VitalName;
  /** Empty: all routes together. */
  route: string;
  /** As docs/search.md has it. */
  find: string;
}

export function readSearch(texts: SearchTexts): PerformanceSearch {
  const vital = vitalName.safeParse(texts.vital);
  return { vital: vital.success ? vital.data : 'LCP', route: texts.route ?? '', find: texts.q ?? '' };
}

export function writeSearch({ vital, route, find }: PerformanceSearch): SearchTexts {
  return {
    vital: vital === 'LCP' ? undefined : vital,
    route: route === '' ? undefined : route,
    q: find === '' ? undefined : find,
  };
}
