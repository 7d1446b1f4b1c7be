/** What we read of a trace event of Chromium's. Times are microseconds; `tdur` is CPU time of the thread. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Events that are script, or that script causes: running, compiling, collecting. */
const script =
  /^(EvaluateScript|v8\.(compile|compileModule|evaluateModule|produceCache|run)|FunctionCall|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|MinorGC|MajorGC|BlinkGC\.\w+|V8\.GC\w+)$/;

/**
 * CPU milliseconds of script on the pages' main threads: the outermost of the events above, by the thread's own clock, so that
 * other work on the machine does not count.
 */
export function scriptMs(trace: Buffer): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString('utf8'));
  const main = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const runs = traceEvents.filter(
    (event) =>
      event.ph === 'X' && event.tdur !== undefined && script.test(event.name) && main.has(`${event.pid}:${event.tid}`),
  );
  runs.sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const busyUntil = new Map<string, number>();
  let microseconds = 0;
  for (const { pid, tid, ts, dur = 0, tdur = 0 } of runs) {
    const thread = `${pid}:${tid}`;
    if (ts < (busyUntil.get(thread) ?? 0)) continue;
    busyUntil.set(thread, ts + dur);
    microseconds += tdur;
  }
  return microseconds / 1_000;
}
