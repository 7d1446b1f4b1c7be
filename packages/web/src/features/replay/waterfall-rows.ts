import { nameVariables, type StoredRecord } from '@sightglass/wire';
import { hasFailed, isCall, type Listed, listedOf } from './panel.ts';

/** What took time, among what took time with it. */
export interface WaterfallRow {
  key: string;
  at: number;
  until: number;
  /** False: nobody told how long it took. */
  isTold: boolean;
  /** Of a request: when its answer began. `null`: the browser did not tell. */
  firstByteAt: number | null;
  kind: string;
  title: string;
  tone: 'plain' | 'call' | 'paint' | 'task' | 'failed';
  burst: Burst;
}

/** A stretch without a pause: a page that loads, or what a click set off. Its rows are drawn on one scale. */
export interface Burst {
  key: string;
  from: number;
  until: number;
  route: string;
}

/** Where nothing was under way for longer, another burst begins. */
const pauseMs = 1_000;
/** Vitals that are counted from where the page's load began. */
const paints = new Set(['TTFB', 'FCP', 'LCP']);

/** Requests, long tasks and paints in order of their beginning. */
export function waterfallOf(records: readonly StoredRecord[]): WaterfallRow[] {
  const documents = listedOf(records, ['resource']).filter(({ record }) => record.type === 'document');
  const views = listedOf(records, ['view']).filter(({ record }) => record.cause === 'load');
  const loads = documents.length > 0 ? documents : views;
  const rows = listedOf(records, ['resource', 'longtask', 'vital'])
    .flatMap((item) => rowOf(item, loads) ?? [])
    .sort((one, other) => one.at - other.at || one.until - other.until || (one.key < other.key ? -1 : 1));
  let current: Burst = { key: '', from: 0, until: Number.NEGATIVE_INFINITY, route: '' };
  return rows.map(({ route, ...row }) => {
    if (row.at > current.until + pauseMs) current = { key: row.key, from: row.at, until: row.until, route };
    current.until = Math.max(current.until, row.until);
    return { ...row, burst: current };
  });
}

type Plain = Omit<WaterfallRow, 'burst'> & { route: string };

function rowOf(
  { key, at, record }: Listed<'resource' | 'longtask' | 'vital'>,
  loads: readonly { at: number }[],
): Plain | null {
  const route = nameVariables(record.route ?? '');
  if (record.kind === 'longtask') {
    const title = record.scripts[0]?.function || record.scripts[0]?.invoker || '';
    const until = at + record.durationMs;
    return { key, at, until, isTold: true, firstByteAt: null, kind: 'long task', title, tone: 'task', route };
  }
  if (record.kind === 'vital') {
    const load = loads.findLast((one) => one.at <= at);
    if (!load || !paints.has(record.name)) return null;
    const told = { kind: record.name, title: record.target ?? '', tone: 'paint' as const };
    return { key, at: load.at, until: load.at + record.value, isTold: true, firstByteAt: null, ...told, route };
  }
  const { durationMs, firstByteMs, type, method, host, path } = record;
  return {
    ...{ key, at, until: at + (durationMs ?? 0), isTold: durationMs !== undefined, route },
    firstByteAt: firstByteMs == null || durationMs === undefined ? null : at + Math.min(firstByteMs, durationMs),
    kind: isCall(record) ? method : type,
    title: nameVariables(`${host}${path}`),
    tone: hasFailed(record) ? 'failed' : isCall(record) ? 'call' : 'plain',
  };
}

/** One scale for all of these, whatever pauses are between them. */
export function axisOf(rows: readonly WaterfallRow[]): Burst {
  const from = rows.reduce((least, { at }) => Math.min(least, at), rows[0]?.at ?? 0);
  return { key: '', from, until: rows.reduce((most, { until }) => Math.max(most, until), from + 1), route: '' };
}

/** Where a stretch of time stands on its burst's scale, in percent; what is too short to be seen is as wide as a line. */
export function placeIn({ from, until }: Burst, at: number, end: number): { left: string; width: string } {
  const length = Math.max(1, until - from);
  const left = Math.min(99.5, ((at - from) / length) * 100);
  return { left: `${left}%`, width: `${Math.max(0.5, Math.min(100 - left, ((end - at) / length) * 100))}%` };
}
