import type { Columns } from '@sightglass/store';
import {
  type AnswerOf,
  type vitals as endpoint,
  type QueryOf,
  type VitalName,
  vitalBands,
  vitalName,
} from '@sightglass/wire';
import { bucketMsOf, bucketStart, fillBuckets } from '../bucket.ts';
import { bindSpan, latestOfEachWhenever, recordsInSpan } from '../span.ts';

interface Measured {
  name: VitalName;
  p75: number | null;
  samples: number;
  good: number;
  poor: number;
}

const reported = `
  SELECT name, route, at, value FROM records
  WHERE ${recordsInSpan} AND kind = 'vital' AND name IN {names:Array(String)}
    AND ({route:String} = '' OR route = {route:String})
  ${latestOfEachWhenever}`;

const measured = `
    quantileExact(0.75)(value) AS p75, count() AS samples,
    countIf(value <= transform(name, {names:Array(String)}, {goods:Array(Float64)}, toFloat64(0))) AS good,
    countIf(value > transform(name, {names:Array(String)}, {poors:Array(Float64)}, toFloat64(0))) AS poor`;

const overallSql = `SELECT name, ${measured} FROM (${reported}) GROUP BY name ORDER BY name LIMIT 5`;

const routesSql = `
  SELECT route, sum(samples) AS total, groupArray((name, p75, samples, good, poor)) AS vitals
  FROM (SELECT route, name, ${measured} FROM (${reported}) GROUP BY route, name)
  GROUP BY route ORDER BY total DESC, route LIMIT 500`;

const trendSql = `
  SELECT name, ${bucketStart} AS bucket, quantileExact(0.75)(value) AS p75, count() AS samples
  FROM (${reported}) GROUP BY name, bucket ORDER BY name, bucket LIMIT 1000`;

/**
 * Web Vitals of the project and by route, busiest route first, at most 500. `p75` in milliseconds, save for CLS, which has no
 * unit; a vital without a sample is left out, a bucket of the trend without one has `p75: null` and `samples: 0`. Why the 75th and the
 * bands: https://web.dev/articles/vitals
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function vitals(
  columns: Columns,
  project: string,
  query: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const bucketMs = bucketMsOf(query, 48);
  const bound = { ...bindSpan(project, query), route: query.route, ...bands, bucketMs };
  const [overall, routes, trend] = await Promise.all([
    columns.ask<Measured>(overallSql, bound),
    columns.ask<{ route: string; vitals: [VitalName, number, number, number, number][] }>(routesSql, bound),
    columns.ask<{ name: VitalName; bucket: number; p75: number; samples: number }>(trendSql, bound),
  ]);
  return {
    overall: inOrder(overall.map(toVital)),
    routes: routes.map(({ route, vitals }) => ({
      route,
      vitals: inOrder(vitals.map(([name, p75, samples, good, poor]) => toVital({ name, p75, samples, good, poor }))),
    })),
    bucketMs,
    trend: overall.flatMap(({ name }) =>
      fillBuckets(
        query,
        bucketMs,
        trend.filter((row) => row.name === name).map(({ bucket, p75, samples }) => ({ at: bucket, p75, samples })),
        (at, found) => ({ name, at, p75: found?.p75 ?? null, samples: found?.samples ?? 0 }),
      ),
    ),
  };
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
