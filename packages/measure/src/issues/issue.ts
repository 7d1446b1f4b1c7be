import type { ReplayMoment } from '@sightglass/wire';
import { addUp } from '../add-up.ts';
import { fillBuckets } from '../bucket.ts';
import { type Sampled, spread } from '../evidence.ts';

/** What issues are put in order by. */
export interface IssueFigures {
  id: string;
  kind: 'error' | 'call';
  times: number;
  /** Absent where the order does not ask for it: it costs more than all the others. */
  visitors?: number;
  first: number;
  last: number;
  /** What a search found out of it beside. */
  found?: FoundIssue;
}
/** An issue that a search found: all that numbers tell of it, and which of its errors say the rest. */
export interface FoundIssue extends Omit<ToldRow, 'told' | 'moments'> {
  visitorsIn: number;
  /** Of the errors to look at, best first, and of the newest one. */
  sampled: Numbered[];
  newest: Numbered;
}

/** An error or failed call of an issue, without a text. */
export interface Numbered {
  rank: number;
  /** Hash of its session, decimal. */
  session: string;
  at: number;
}

/** What the errors of an issue tell, all of them together. */
export interface ToldIssue extends Required<Omit<IssueFigures, 'found'>> {
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

/** Of an issue, as the engine tells it. */
export interface ToldRow {
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

/** Routes that are told of one issue, the most frequent. */
export const mostRoutes = 20;
/** What a moment is ranked by (`issueStates` of the store); from `unwatchable` on its session has no replay. */
export const ranks = { watchable: 2, unwatchable: 12 };

/** @param people - How many met it. */
export function toTold(
  row: ToldRow,
  people: number,
  about: { from: number; until: number },
  bucketMs: number,
): ToldIssue {
  const [lastRelease, type, message, source] = row.told;
  const buckets = new Map<number, number>();
  for (const [slice, times] of row.slices) {
    const at = Math.floor(slice / bucketMs) * bucketMs;
    buckets.set(at, (buckets.get(at) ?? 0) + times);
  }
  const watchable = new Set(row.moments.filter(([rank]) => rank < ranks.unwatchable).map(([, , session]) => session));
  const found = [...buckets].map(([at, times]) => ({ at, times }));
  return {
    ...{ id: row.id, kind: row.kinds, times: row.timesIn, sessions: row.sessionsIn, visitors: people },
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
