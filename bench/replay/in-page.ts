/** What runs in the page that is measured. Each function stands for itself: it is sent as text. */

export interface Shown {
  /** Until something stands on the stage. */
  firstMs: number;
  /** Until all was read over (of rrweb's replayer: read at all). */
  readMs: number;
  seeksMs: number[];
  leftOut: { nodes: number; changes: number };
  failed: number;
}

/** What is shown stays until it is weighed. */
type Bench = Window & { keep: unknown };

export async function showOurs({ moments, begun }: { moments: number[]; begun: number }): Promise<Shown> {
  const { replay } = window as unknown as { replay: typeof import('@sightglass/replay') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const started = performance.now();
  const decoder = replay.callDecoder(new Worker('/decoder.js') as import('@sightglass/replay').Line);
  const feed = replay.createReplayFeed(async (part, signal) => {
    const query = new URLSearchParams(Object.entries(part).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`/replay?${query}`, { signal });
    if (!answer.body) throw new Error('no body');
    return answer.body as ReadableStream<Uint8Array<ArrayBuffer>>;
  }, decoder);
  const stage = replay.createStage(root);
  let shown: import('@sightglass/replay').Shown | null = null;

  async function reach(at: number): Promise<number> {
    const since = performance.now();
    for (;;) {
      feed.around(at);
      shown = stage.show(feed.state().recording, at);
      await frame();
      if (shown.page && !shown.waiting) break;
      if (feed.state().state === 'failed') throw feed.state().error;
      if (performance.now() - since > 60_000) throw new Error(`not reached: ${at}`);
    }
    await frame();
    return performance.now() - since;
  }

  feed.catchUp();
  await reach(begun);
  const firstMs = performance.now() - started;
  while (feed.state().state === 'loading') await frame();
  if (feed.state().state === 'failed') throw feed.state().error;
  const readMs = performance.now() - started;
  const seeksMs: number[] = [];
  for (const at of moments) seeksMs.push(await reach(at));
  const { leftOut, failed } = stage.show(feed.state().recording, moments.at(-1) ?? begun);
  const bench = window as unknown as Bench;
  bench.keep = { feed, stage };
  return { firstMs, readMs, seeksMs, leftOut, failed };
}

/** rrweb's own replayer with all events of the session, as its documents say to use it. */
export async function showRrweb({ moments, begun }: { moments: number[]; begun: number }): Promise<Shown> {
  const { replay } = window as unknown as { replay: typeof import('@rrweb/replay') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const frames = async () => {
    for (let count = 0; count < 2; count += 1) await new Promise((done) => requestAnimationFrame(done));
  };
  const started = performance.now();
  const text = await (await fetch('/replay?as=rrweb')).text();
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const readMs = performance.now() - started;
  const replayer = new replay.Replayer(events, {
    root,
    showWarning: false,
    mouseTail: false,
    UNSAFE_replayCanvas: false,
  });
  replayer.pause(0);
  await frames();
  const firstMs = performance.now() - started;
  const seeksMs: number[] = [];
  for (const at of moments) {
    const since = performance.now();
    replayer.pause(at - begun);
    await frames();
    seeksMs.push(performance.now() - since);
  }
  const bench = window as unknown as Bench;
  bench.keep = replayer;
  return { firstMs, readMs, seeksMs, leftOut: { nodes: 0, changes: 0 }, failed: 0 };
}
