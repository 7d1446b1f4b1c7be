import { type Columns, issuePeople, issueSums } from '@sightglass/store';
import type { ReplayMoment } from '@sightglass/wire';
import { addUp } from '../add-up.ts';
import { bucketMsOf, fillBuckets } from '../bucket.ts';
import { type Sampled, spread } from '../evidence.ts';
import { manySessions } from '../search/narrowed.ts';
import type { IssueFigures } from './figures.ts';
import { groups } from './grouped.ts';
import { type AboutIssues, findSource } from './source.ts';

/** What the errors of an issue tell, all of them together. */
export interface ToldIssue extends Required<IssueFigures> {
  sessions: number;
  type: string;
  message: string;
  source: string;
  firstRelease: string;
  lastRelease: string;
  routes: { route: string; times: number }[];
  trend: { at: number; times: number }[];
  /** Best first, at most one for each session, those that can be watched (`replay`) before all others. */
  moments: (ReplayMoment & { replay: boolean })[];
}

interface Row {
  id: string;
  kinds: IssueFigures['kind'];
  timesIn: number;
  sessionsIn: number;
  visitorsIn?: number;
  firstAt: number;
  lastAt: number;
  firstRelease: string;
  told: [release: string, title: string, words: string, source: string];
  slices: [at: number, times: number][];
  routes: [route: string, times: number][];
  moments: Sampled[];
}

const mostRoutes = 20;
/** What a moment is ranked by from here on (`issueStates` of the store): its session has no replay. */
const unwatchable = 12;

/**
 * These issues in a span, in no order; those that were not met in it are left out.
 *
 * @param people - How many met each of them, where that was just counted.
 * @throws {SightglassError} `bad_search`, `query_timeout`, `engine_unavailable`
 */
export async function toldIssues(
  columns: Columns,
  project: string,
  about: AboutIssues,
  ids: readonly string[],
  people?: ReadonlyMap<string, number>,
): Promise<{ issues: ToldIssue[]; bucketMs: number }> {
  const bucketMs = bucketMsOf(about);
  if (ids.length === 0) return { issues: [], bucketMs };
  const { sql, bound } = await findSource(columns, project, about, bucketMs, ids);
  const rows = await columns.ask<Row>(
    `SELECT id, kinds, timesIn, sessionsIn, ${people ? '' : 'visitorsIn, '}firstAt, lastAt, firstRelease, told, moments,
       arrayZip(mapKeys(bySlice), mapValues(bySlice)) AS slices, arrayZip(mapKeys(byRoute), mapValues(byRoute)) AS routes
     FROM (
       SELECT id, any(what) AS kinds, ${issueSums}${people ? '' : `, ${issuePeople}`}
       FROM (
         SELECT if(grouped = '', fingerprint, grouped) AS id, * FROM (${sql}) AS found LEFT JOIN ${groups} AS known USING (fingerprint)
       )
       GROUP BY id
     ) ${manySessions}`,
    bound,
  );
  return {
    issues: rows.map((row) => toTold(row, row.visitorsIn ?? people?.get(row.id) ?? 0, about, bucketMs)),
    bucketMs,
  };
}

function toTold(row: Row, visitors: number, about: AboutIssues, bucketMs: number): ToldIssue {
  const [lastRelease, type, message, source] = row.told;
  const buckets = new Map<number, number>();
  for (const [slice, times] of row.slices) {
    const at = Math.floor(slice / bucketMs) * bucketMs;
    buckets.set(at, (buckets.get(at) ?? 0) + times);
  }
  const watchable = new Set(row.moments.filter(([rank]) => rank < unwatchable).map(([, , session]) => session));
  const found = [...buckets].map(([at, times]) => ({ at, times }));
  return {
    ...{ id: row.id, kind: row.kinds, times: row.timesIn, sessions: row.sessionsIn, visitors },
    ...{ first: row.firstAt, last: row.lastAt, firstRelease: row.firstRelease, lastRelease, type, message, source },
    routes: addUp(row.routes)
      .slice(0, mostRoutes)
      .map(([route, times]) => ({ route, times })),
    trend: fillBuckets(about, bucketMs, found, (at, bucket) => ({ at, times: bucket?.times ?? 0 })),
    moments: spread(onePerSession(row.moments)).map((moment) => ({ ...moment, replay: watchable.has(moment.session) })),
  };
}

/** The sample is of single errors: of a session that has several the best one stands. */
function onePerSession(sampled: readonly Sampled[]): Sampled[] {
  const seen = new Set<string>();
  return sampled.filter(([, , session]) => !seen.has(session) && seen.add(session));
}
