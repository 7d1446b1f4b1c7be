import { type VitalName, vitalName } from '@sightglass/wire';
import type { SearchTexts } from '../../client/index.ts';
import { type Against, readAgainst } from './against.ts';

export interface PerformanceSearch {
  /** The vital whose trend is drawn. */
  vital: VitalName;
  /** Empty: all routes together. */
  route: string;
  /** What the figures are compared with. */
  against: Against;
  /** As docs/search.md has it. */
  find: string;
}

export function readSearch(texts: SearchTexts): PerformanceSearch {
  const vital = vitalName.safeParse(texts.vital);
  return {
    vital: vital.success ? vital.data : 'LCP',
    route: texts.route ?? '',
    find: texts.q ?? '',
    against: readAgainst(texts.against),
  };
}

export function writeSearch({ vital, route, find, against }: PerformanceSearch): SearchTexts {
  return {
    vital: vital === 'LCP' ? undefined : vital,
    route: route === '' ? undefined : route,
    q: find === '' ? undefined : find,
    against: against === '' ? undefined : against,
  };
}
