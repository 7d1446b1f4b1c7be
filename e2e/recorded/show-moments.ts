import type { Page } from 'playwright-core';

export interface SeenMoment {
  page: string;
  /** All that stands in the page's own document. */
  text: string;
  drawn: boolean;
  failed: number;
}

type Shown = Window & { reach(at: number): Promise<{ page: string; failed: number }>; leave(): void };

/** On the page of `startStoredReplay`: shows the stored session at each of these moments, and says what stands there. */
export async function showMoments(page: Page, moments: readonly number[]): Promise<SeenMoment[]> {
  await page.evaluate(start);
  const seen: SeenMoment[] = [];
  for (const at of moments) {
    const reached = await page.evaluate((moment) => (window as unknown as Shown).reach(moment), at);
    const stage = page.frames().find((frame) => frame.url().startsWith('data:'));
    if (!stage) throw new Error('no stage');
    seen.push({ ...reached, ...(await stage.evaluate(look)) });
  }
  await page.evaluate(() => (window as unknown as Shown).leave());
  return seen;
}

/** Runs in the stage's own document, which alone can reach into the page that it shows. */
function look(): { text: string; drawn: boolean } {
  const frame = document.querySelector<HTMLIFrameElement>('[data-part=page] > iframe');
  const body = frame?.contentDocument?.body;
  return { text: body?.textContent ?? '', drawn: (body?.childNodes.length ?? 0) > 0 };
}

/** Runs in the page. */
async function start(): Promise<void> {
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
  const look = { accent: 'teal', pointerPx: 20 };
  const stage = replay.openStage(root, { script: '/stage.js', look });
  feed.watchedBy(stage.events);
  stage.setMoving(true);
  feed.catchUp();
  while (feed.state().state === 'loading') await new Promise((done) => requestAnimationFrame(done));
  const reach = async (at: number): Promise<{ page: string; failed: number }> => {
    for (;;) {
      feed.around(at);
      const { page, waiting, failed } = await stage.show(feed.state().recording, at);
      await new Promise((done) => requestAnimationFrame(done));
      if (feed.state().state === 'failed') throw feed.state().error;
      if (page && !waiting) return { page: page.page, failed };
    }
  };
  Object.assign(window, { reach, leave: feed.stop });
}
