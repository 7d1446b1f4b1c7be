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
