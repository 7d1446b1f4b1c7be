import { type VitalName, vitalName } from '@sightglass/wire';
import type { SearchTexts } from '../../client/index.ts';
import { readSort, type Sort, writeSort } from '../../ui/index.ts';
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
  /** The order of the two tables. */
  routes: Sort;
  calls: Sort;
}

const most = (by: string): Sort => ({ by, direction: 'descending' });
const byDefault = { routes: most('samples'), calls: most('calls') };

export function readSearch(texts: SearchTexts): PerformanceSearch {
  const vital = vitalName.safeParse(texts.vital);
  return {
    vital: vital.success ? vital.data : 'LCP',
    route: texts.route ?? '',
    find: texts.q ?? '',
    against: readAgainst(texts.against),
    routes: readSort(texts.routes) ?? byDefault.routes,
    calls: readSort(texts.calls) ?? byDefault.calls,
  };
}

export function writeSearch({ vital, route, find, against, routes, calls }: PerformanceSearch): SearchTexts {
  return {
    vital: vital === 'LCP' ? undefined : vital,
    route: route === '' ? undefined : route,
    q: find === '' ? undefined : find,
    against: against === '' ? undefined : against,
    routes: writeSort(routes, byDefault.routes),
    calls: writeSort(calls, byDefault.calls),
  };
}
