import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ReplayEvent } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSafe } from './decoding.ts';
import { createRrwebPage } from './rrweb-page.ts';

const at = 1_790_000_000_000;

/** The pages of a visit (see fixtures/rrweb/ORIGIN.md), as they are handed to a player. */
function pagesOf(name: string): ReplayEvent[][] {
  const file = new URL(`../../../fixtures/rrweb/${name}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const segments = lines.map((line) => JSON.parse(line) as { page: string; seq: number; events: ReplayEvent[] }); // written by our own script
  const pages = Map.groupBy(segments, ({ page }) => page);
  return [...pages.values()].map((some) => {
    const safe = createSafe();
    return some.sort((a, b) => a.seq - b.seq).flatMap(({ events }) => safe(events).events);
  });
}

function follow(events: readonly ReplayEvent[]): ReturnType<typeof createRrwebPage> {
  const page = createRrwebPage();
  for (const event of events) page.follow(event);
  return page;
}

const pages = ['shop-guest-1.0.0', 'shop-member-1.0.0', 'shop-member-1.1.0'].flatMap(pagesOf);

test('the page told at any moment, and what follows, come to the same page as all that was recorded', () =>
  fc.assert(
    fc.property(fc.constantFrom(...pages), fc.double({ min: 0, max: 1, noNaN: true }), (events, share) => {
      const until = Math.floor(share * events.length);
      const there = follow(events.slice(0, until)).tell(at);
      const again = follow([...there, ...events.slice(there.length > 0 ? until : 0)]);
      expect(again.tell(at)).toEqual(follow(events).tell(at));
    }),
    { seed: 3, numRuns: 60 },
  ));

const element = (id: number, tagName: string, ...childNodes: object[]) => ({
  type: 2,
  id,
  tagName,
  attributes: {},
  childNodes,
});
const change = (data: object): ReplayEvent => ({
  type: 3,
  timestamp: at,
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});
const begin: ReplayEvent = {
  type: 2,
  timestamp: at,
  data: {
    node: { type: 0, id: 1, childNodes: [element(2, 'html', element(3, 'body'))] },
    initialOffset: { top: 0, left: 0 },
  },
};

test('what is added before what comes later stands before it; what a script styled, and what was typed, is told after the tree', () => {
  const page = follow([
    begin,
    change({
      adds: [
        { parentId: 3, nextId: 11, node: element(10, 'p') },
        { parentId: 3, nextId: null, node: element(11, 'input') },
      ],
    }),
    change({ attributes: [{ id: 10, attributes: { style: { color: 'red' }, class: 'one' } }] }),
    { type: 3, timestamp: at, data: { source: 5, id: 11, text: 'Bolts' } },
  ]);
  const [snapshot, ...after] = page.tell(at);
  expect(JSON.stringify(snapshot)).toMatch(/"id":10.*"class":"one".*"id":11/);
  expect(after.map(({ data }) => data)).toMatchObject([
    { source: 5, id: 11, text: 'Bolts' },
    { attributes: [{ id: 10, attributes: { style: { color: 'red' } } }] },
  ]);
});
