import { modelOf } from '@sightglass/replay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RecordingPage, startRecordingPage } from './recording-page.ts';

let recording: RecordingPage;
beforeAll(async () => {
  recording = await startRecordingPage();
});
afterAll(() => recording?.stop());

const html = '<!doctype html><body><main></main></body>';

/** How many nodes are known of the page, and how deep they stand. */
async function known(): Promise<{ nodes: number; depth: number }> {
  const { document } = modelOf(await recording.lines());
  const all = [{ node: document, depth: 1 }];
  for (const { node, depth } of all)
    for (const child of node?.children ?? []) all.push({ node: child, depth: depth + 1 });
  return { nodes: all.length, depth: all.at(-1)?.depth ?? 0 };
}

/** Runs in the page. */
function nest(): void {
  let at: Element = document.body.appendChild(document.createElement('div'));
  // Laid out, it ends Chromium, whoever records it.
  (at as HTMLElement).hidden = true;
  for (let level = 0; level < 4_000; level++) {
    const inner = at.appendChild(document.createElement(level % 2 ? 'i' : 'div'));
    // Some show what they hold in the slot of a shadow root.
    if (level % 14 === 0) inner.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>';
    at = inner;
  }
}

test('a tree of thousands of levels is recorded to its last', async () => {
  await recording.open(html);
  await recording.page.evaluate(nest);
  await expect.poll(known, { interval: 200 }).toMatchObject({ depth: 4_004 });
  expect(await recording.faults()).toEqual([]);
});

test('so is one that stands there already', async () => {
  await recording.open(`${html}<script>(${nest.toString()})()</script>`);
  await expect.poll(known, { interval: 200 }).toMatchObject({ depth: 4_004 });
  expect(await recording.faults()).toEqual([]);
});

test('of thousands of shadow roots none is looked at again for each that comes', async () => {
  const count = `{
    const { getRootNode } = Node.prototype;
    window.asked = 0;
    Node.prototype.getRootNode = function (...given) {
      window.asked++;
      return getRootNode.apply(this, given);
    };
  }`;
  await recording.open(html, { before: count });
  const before = await known();
  await recording.page.evaluate(() => {
    for (let made = 0; made < 2_000; made++) {
      const host = document.createElement('div');
      host.attachShadow({ mode: 'open' }).innerHTML = '<p>a</p><slot></slot>';
      document.querySelector('main')?.append(host);
    }
  });
  // Host, root, paragraph, text and slot.
  await expect.poll(known, { interval: 200 }).toMatchObject({ nodes: before.nodes + 2_000 * 5 });
  expect(await recording.page.evaluate('window.asked')).toBeLessThan(20_000);
});

test('pages of frames that are gone, and what stood in shadow roots, are held by nothing of ours', async () => {
  await recording.open(html);
  const { page } = recording;
  const browser = await page.context().newCDPSession(page);
  const held = async (): Promise<number> => {
    await browser.send('HeapProfiler.collectGarbage');
    return (await browser.send('Memory.getDOMCounters')).documents;
  };
  const before = await held();
  await page.evaluate(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    for (let load = 0; load < 20; load++) {
      // What is looked at time and again, as fields and style sheets are, is held no longer either.
      frame.srcdoc = `<!doctype html><style>p { color: red }</style><p>page ${load}<input type=checkbox>`;
      await new Promise((done) => setTimeout(done, 80));
    }
    frame.remove();
  });
  await expect.poll(async () => (await held()) - before, { interval: 200 }).toBeLessThan(5);
});

test('style sheets that shadow roots had which are gone are held by nothing of ours', async () => {
  await recording.open(html);
  const { page } = recording;
  const browser = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const at = window as unknown as { sheets: WeakRef<CSSStyleSheet>[] };
    at.sheets = [];
    for (let made = 0; made < 50; made++) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('p { color: red }');
      const host = document.body.appendChild(document.createElement('div'));
      host.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
      at.sheets.push(new WeakRef(sheet));
    }
  });
  const told = async () => JSON.stringify(await recording.lines()).split(':adopted').length - 1;
  await expect.poll(told, { interval: 200 }).toBeGreaterThanOrEqual(50);
  await page.evaluate(() => {
    for (const host of document.querySelectorAll('body > div')) host.remove();
  });
  const held = async (): Promise<unknown> => {
    await browser.send('HeapProfiler.collectGarbage');
    return page.evaluate('sheets.filter((sheet) => sheet.deref()).length');
  };
  await expect.poll(held, { interval: 200 }).toBe(0);
});

test('of pictures that a page writes into their own addresses nothing is remembered', async () => {
  await recording.open(html);
  const { page } = recording;
  const browser = await page.context().newCDPSession(page);
  const megabytes = async (): Promise<number> => {
    await browser.send('HeapProfiler.collectGarbage');
    return (await browser.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
  };
  const { nodes } = await known();
  const before = await megabytes();
  await page.evaluate(() => {
    for (let made = 0; made < 40; made++)
      document.body.append(
        Object.assign(new Image(), { src: `data:image/png;base64,${made}${'A'.repeat(1_000_000)}` }),
      );
  });
  await expect.poll(known, { interval: 200 }).toMatchObject({ nodes: nodes + 40 });
  await page.evaluate(() => {
    for (const picture of document.querySelectorAll('img')) picture.remove();
  });
  await expect.poll(async () => (await megabytes()) - before, { interval: 200 }).toBeLessThan(10);
});
