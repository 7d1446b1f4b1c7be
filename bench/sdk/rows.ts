import { loopMs } from './act.ts';
import type { BenchPage } from './pages.ts';
import type { Visit } from './visit.ts';

/** A page with an SDK: medians. Script, worker and heap are above the same page without an SDK; bytes and requests are its own. */
export interface Row {
  page: BenchPage;
  sdk: string;
  visits: number;
  /** Main-thread script above the page alone, ms of the thread's clock. */
  jsMs: number;
  /** Every visit's, so that the noise can be seen. */
  jsEach: number[];
  /** Script that began in the SDK's own files; with SDKs that wrap timers and listeners, the page's own that runs in them too. */
  ownMs: number;
  longestOwnMs: number;
  longTasks: number;
  heapMb: number;
  wireKb: number;
  rawKb: number;
  requests: number;
  workerMs: number;
}

/** The columns that are compared, all of them better where they are less. */
export const columns = [
  'jsMs',
  'longestOwnMs',
  'longTasks',
  'heapMb',
  'wireKb',
  'rawKb',
  'requests',
  'workerMs',
] as const;
export type Column = (typeof columns)[number];

/** Five loops are told as of 60 s: what they made, however long a slow machine takes for them. */
const minuteScale = 60_000 / (5 * loopMs);

export function rowsOf(visits: Visit[]): Row[] {
  const groups = new Map<string, Visit[]>();
  for (const visit of visits) {
    const name = `${visit.page} ${visit.sdk}`;
    groups.set(name, [...(groups.get(name) ?? []), visit]);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (!first) return [];
    const { page, sdk } = first;
    const none = groups.get(`${page} none`) ?? [];
    const scale = page === 'minute' ? minuteScale : 1;
    const each = (pick: (visit: Visit) => number) => median(group.map(pick));
    const above = (pick: (visit: Visit) => number) => each(pick) - median(none.map(pick));
    const own = sdk !== 'none';
    return {
      page,
      sdk,
      visits: group.length,
      jsMs: own ? above((visit) => visit.scriptMs) : each((visit) => visit.scriptMs),
      jsEach: group.map(({ scriptMs }) => Math.round(scriptMs)),
      ownMs: own ? each((visit) => visit.ownMs) : 0,
      longestOwnMs: own ? each((visit) => visit.longestOwnMs) : 0,
      longTasks: own ? each((visit) => visit.longTasks) : 0,
      heapMb: (own ? above((visit) => visit.heapBytes) : each((visit) => visit.heapBytes)) / 1e6,
      wireKb: (each((visit) => visit.wireBytes) * scale) / 1_000,
      rawKb: (each((visit) => visit.rawBytes) * scale) / 1_000,
      // Requests go by the clock: a machine that takes five minutes for the loops sends no more in each.
      requests: each(({ requests, livedMs }) => (page === 'minute' ? (requests * 60_000) / livedMs : requests)),
      workerMs: each((visit) => visit.workerMs) * scale,
    };
  });
}

/** Of an even number the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const above = sorted[Math.floor(sorted.length / 2)];
  const below = sorted[Math.floor((sorted.length - 1) / 2)];
  return above === undefined || below === undefined ? 0 : (above + below) / 2;
}
