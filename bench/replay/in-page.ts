/** What runs in the page that is measured. Each function stands for itself: it is sent as text. */

export interface Shown {
  /** Until something stands on the stage. */
  firstMs: number;
  /** Until all was read over (of rrweb's replayer: read at all). */
  readMs: number;
}

export interface Told {
  leftOut: { nodes: number; changes: number };
  failed: number;
}

/** What is shown stays until it is weighed. */
type Bench = Window & { reach(at: number): Promise<number>; tell(): Told };

/** How long it took until each of these moments was seen. */
export async function seek(moments: number[]): Promise<number[]> {
  const { reach } = window as unknown as Bench;
  const tookMs: number[] = [];
  for (const at of moments) tookMs.push(await reach(at));
  return tookMs;
}

/** Nothing more of it: what goes to the one who measures is written out by the thread that is measured. */
export function tell(): Told {
  const { leftOut, failed } = (window as unknown as Bench).tell();
  return { leftOut, failed };
}

export async function showOurs(begun: number): Promise<Shown> {
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
  const look = { accent: 'teal', pointerPx: 20 };
  const stage = replay.openStage(root, { script: '/stage.js', look });
  feed.watchedBy(stage.events);
  let shown: Awaited<ReturnType<typeof stage.show>> | null = null;

  async function reach(at: number): Promise<number> {
    const since = performance.now();
    for (;;) {
      feed.around(at);
      shown = await stage.show(feed.state().recording, at);
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
  const nothing = { leftOut: { nodes: 0, changes: 0, uses: 0 }, failed: 0 };
  Object.assign(window, { reach, tell: () => shown ?? nothing } satisfies Partial<Bench>);
  return { firstMs, readMs };
}

/** rrweb's own replayer with all events of the session, as its documents say to use it. */
export async function showRrweb(begun: number): Promise<Shown> {
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
  async function reach(at: number): Promise<number> {
    const since = performance.now();
    replayer.pause(at - begun);
    await frames();
    return performance.now() - since;
  }
  Object.assign(window, {
    reach,
    tell: () => ({ leftOut: { nodes: 0, changes: 0, uses: 0 }, failed: 0 }),
  } satisfies Partial<Bench>);
  return { firstMs, readMs };
}
