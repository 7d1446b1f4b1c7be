import { type Columns, vitalDays } from '@sightglass/store';
import {
  type AnswerOf,
  type vitals as endpoint,
  type QueryOf,
  type VitalName,
  vitalBands,
  vitalName,
} from '@sightglass/wire';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { narrow } from '../search/narrowed.ts';
import { overDays } from '../while-days-stand.ts';
import { vitalNarrowing } from './narrowing.ts';
import { findSource, vitalsOf } from './source.ts';

interface Measured {
  name: VitalName;
  route: string;
  bucket: number;
  /** What a row is of: the project (3), a route (1) or a bucket of the trend (2). */
  of: number;
  p75: number;
  samples: number;
  good: number;
  poor: number;
}

const mostRoutes = 500;

// One pass over the vitals for the project, the routes and the trend.
const sqlOver = (rows: string): string => `
  SELECT name, toString(route) AS route, bucket, grouping(route, bucket) AS of, quantileExact(0.75)(value) AS p75, count() AS samples,
    countIf(value <= transform(name, {names:Array(String)}, {goods:Array(Float64)}, toFloat64(0))) AS good,
    countIf(value > transform(name, {names:Array(String)}, {poors:Array(Float64)}, toFloat64(0))) AS poor
  FROM (SELECT name, route, value, ${bucketStart} AS bucket FROM (${rows}))
  GROUP BY GROUPING SETS ((name), (name, route), (name, bucket))
  ORDER BY of DESC, samples DESC, route, bucket, name LIMIT 10000`;

/**
 * Web Vitals of the project and by route, busiest route first, at most 500. `p75` in milliseconds, save for CLS, which has no
 * unit; a vital without a sample is left out, a bucket of the trend without one has `p75: null` and `samples: 0`. Why the 75th and the
 * bands: https://web.dev/articles/vitals
 *
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export const vitals = overDays(askOnce);

async function askOnce(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const bucketMs = bucketMsOf(query, 48);
  const narrowed = narrow(query.search, vitalNarrowing);
  const source = await findSource(columns, project, query, vitalDays);
  const fits = [
    'name IN {names:Array(String)}',
    ...(query.route === '' ? [] : ['route = {route:String}']),
    ...(narrowed.sql === '' ? [] : [narrowed.sql]),
  ].join(' AND ');
  const bound = { ...source.bound, ...narrowed.bound, route: query.route, ...bands, bucketMs };
  const rows = await columns.ask<Measured>(sqlOver(vitalsOf(source, fits)), bound);
  const [overall, trend, byRoute] = [3, 2, 1].map((of) => rows.filter((row) => row.of === of));
  return {
    overall: inOrder((overall ?? []).map(toVital)),
    routes: busiest(byRoute ?? []),
    bucketMs,
    trend: inOrder(overall ?? []).flatMap(({ name }) =>
      fillBuckets(
        query,
        bucketMs,
        (trend ?? []).filter((row) => row.name === name).map((row) => ({ ...row, at: row.bucket })),
        (at, found) => ({ name, at, p75: found?.p75 ?? null, samples: found?.samples ?? 0 }),
      ),
    ),
  };
}

function busiest(rows: Measured[]): AnswerOf<typeof endpoint>['routes'] {
  const samples = (some: Measured[]) => some.reduce((sum, row) => sum + row.samples, 0);
  return [...Map.groupBy(rows, ({ route }) => route)]
    .sort(([one, ones], [other, others]) => samples(others) - samples(ones) || (one < other ? -1 : 1))
    .slice(0, mostRoutes)
    .map(([route, some]) => ({ route, vitals: inOrder(some.map(toVital)) }));
}

const names = vitalName.options;
const bands = {
  names,
  goods: names.map((name) => vitalBands[name].good),
  poors: names.map((name) => vitalBands[name].poor),
};

function toVital({ name, p75, samples, good, poor }: Measured) {
  return { name, p75, samples, bands: { good, needsImprovement: samples - good - poor, poor } };
}

/** As the programme names them: LCP, INP, CLS, then the two that help to explain. */
function inOrder<Vital extends { name: VitalName }>(vitals: Vital[]): Vital[] {
  return vitals.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
}
