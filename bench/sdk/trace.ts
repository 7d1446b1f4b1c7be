/** What we read of a trace event of Chromium's. Times are microseconds; `tdur` is CPU time of the thread. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: {
    name?: string;
    data?: { url?: string; scriptName?: string };
    beginData?: { url?: string };
    fileName?: string;
  };
}

/**
 * What a trace needs to hold for `costOf`, and no more: each further category writes an event for each of thousands of calls into the engine
 * (`blink`: rrweb's snapshot took twice as long), and has the positions of all functions looked up that ask for something (`v8`).
 */
export const categories = [
  'devtools.timeline',
  // What runs after a promise, with nothing of the page's around it: whole snapshots of some recorders.
  'v8.execute',
  '__metadata',
];

/** Microseconds of a thread's CPU clock, told as milliseconds. */
export interface Cost {
  /** Script, and what script causes (compiling, collecting), on the page's main thread. */
  scriptMs: number;
  /** Of that, in blocks or calls that begin in the SDK's own files. */
  ownMs: number;
  longestOwnMs: number;
  /** Tasks of 50 ms and more that would be shorter without the SDK's own script. */
  longTasks: number;
  workerMs: number;
}

export interface Visited {
  /** Where the page is from: every visit has an origin of its own. */
  origin: string;
  /** Between these times of the trace's clock the measuring itself was at work. */
  apart: [from: number, until: number];
}

const script =
  /^(EvaluateScript|v8\.(compile|compileModule|evaluateModule)|FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|MinorGC|MajorGC|V8\.GC\w+)$/;
const longTaskMs = 50;

interface Block {
  cpu: number;
  own: number;
  hasPage: boolean;
  hasOwn: boolean;
  microtasks: boolean;
}

/**
 * What a visit cost, by the clocks of its own threads, so that other work on the machine does not count. A block is an outermost script
 * event: all of it is the SDK's where nothing of the page ran in it, else the calls that begin in files of the SDK. Undefined where the
 * trace knows nothing of the visit.
 */
export function costOf(events: TraceEvent[], { origin, apart }: Visited): Cost | undefined {
  const pid = events.find((event) => urlOf(event).startsWith(origin))?.pid;
  if (pid === undefined) return undefined;
  const mine = events.filter((event) => event.pid === pid);
  const threads = (name: RegExp): Set<number> =>
    new Set(mine.filter((event) => isThread(event, name)).map(({ tid }) => tid));
  const isOwn = (url: string): boolean => /^\/(sdk|posthog)\//.test(url.slice(origin.length));
  const mains = threads(/^CrRendererMain$/);
  const timed = mine
    .filter((event) => event.ph === 'X' && event.tdur !== undefined && !(event.ts >= apart[0] && event.ts <= apart[1]))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const cost: Cost = { scriptMs: 0, ownMs: 0, longestOwnMs: 0, longTasks: 0, workerMs: 0 };
  for (const main of mains)
    addMain(
      cost,
      timed.filter(({ tid }) => tid === main),
      origin,
      isOwn,
    );
  for (const worker of threads(/^DedicatedWorker/))
    cost.workerMs += sum(outermost(timed.filter(({ tid, name }) => tid === worker && script.test(name))));
  return cost;
}

function addMain(cost: Cost, events: TraceEvent[], origin: string, isOwn: (url: string) => boolean): void {
  let task: TraceEvent | undefined;
  let taskOwn = 0;
  let block: Block | undefined;
  let blockEnd = 0;
  let ownEnd = 0;

  const endBlock = (): void => {
    if (!block) return;
    const { cpu, own, hasPage, hasOwn, microtasks } = block;
    const ours = hasPage ? own : hasOwn || microtasks ? cpu : 0;
    cost.ownMs += ours;
    cost.longestOwnMs = Math.max(cost.longestOwnMs, ours);
    taskOwn += ours;
    block = undefined;
  };
  const endTask = (): void => {
    endBlock();
    const ms = (task?.tdur ?? 0) / 1_000;
    if (ms >= longTaskMs && ms - taskOwn < longTaskMs) cost.longTasks += 1;
    taskOwn = 0;
  };

  for (const event of events) {
    const { name, ts, dur = 0, tdur = 0 } = event;
    if (name === 'RunTask') {
      endTask();
      task = event;
    }
    if (!script.test(name)) continue;
    if (ts >= blockEnd) {
      endBlock();
      block = { cpu: tdur / 1_000, own: 0, hasPage: false, hasOwn: false, microtasks: name === 'RunMicrotasks' };
      cost.scriptMs += tdur / 1_000;
      blockEnd = ts + dur;
      ownEnd = 0;
    }
    const url = urlOf(event);
    // A trace does not say which module runs; our pages have none of their own.
    const own = name === 'v8.evaluateModule' || (url.startsWith(origin) && isOwn(url));
    if (!block || (!own && !url.startsWith(origin))) continue;
    if (!own) block.hasPage = true;
    else {
      block.hasOwn = true;
      if (ts < ownEnd) continue;
      block.own += tdur / 1_000;
      ownEnd = ts + dur;
    }
  }
  endTask();
}

/** Those that lie in no other of them; sorted by their begin. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  let busyUntil = 0;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < busyUntil) return false;
    busyUntil = ts + dur;
    return true;
  });
}

function sum(events: TraceEvent[]): number {
  return events.reduce((total, { tdur = 0 }) => total + tdur / 1_000, 0);
}

function isThread({ name, args }: TraceEvent, wanted: RegExp): boolean {
  return name === 'thread_name' && wanted.test(args?.name ?? '');
}

function urlOf({ args }: TraceEvent): string {
  return args?.data?.url ?? args?.data?.scriptName ?? args?.beginData?.url ?? args?.fileName ?? '';
}
