export interface SeenMoment {
  page: string;
  /** All that stands in the page's own document. */
  text: string;
  drawn: boolean;
  failed: number;
}

/** Runs in the page of `startStoredReplay`: shows the stored session at each of these moments, and says what stands there. */
export async function showMoments(moments: number[]): Promise<SeenMoment[]> {
  const { replay } = window as unknown as { replay: typeof import('@sightglass/replay') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const feed = replay.createReplayFeed(
    async (part, signal) => {
      const query = new URLSearchParams(Object.entries(part).map(([name, value]) => [name, String(value)]));
      const { body } = await fetch(`/replay?${query}`, { signal });
      return body as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    replay.callDecoder(new Worker('/decoder.js') as import('@sightglass/replay').Line),
  );
  const stage = replay.createStage(root);
  stage.setMoving(true);
  const seen: SeenMoment[] = [];
  feed.catchUp();
  while (feed.state().state === 'loading') await new Promise((done) => requestAnimationFrame(done));
  for (const at of moments)
    for (;;) {
      feed.around(at);
      const { page, waiting, failed } = stage.show(feed.state().recording, at);
      await new Promise((done) => requestAnimationFrame(done));
      if (feed.state().state === 'failed') throw feed.state().error;
      if (!page || waiting) continue;
      const body = root.querySelector('iframe')?.contentDocument?.body;
      const drawn = (body?.childNodes.length ?? 0) > 0;
      seen.push({ page: page.page, text: body?.textContent ?? '', drawn, failed });
      break;
    }
  feed.stop();
  return seen;
}
