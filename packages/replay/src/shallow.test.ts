import type { ReplayEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createSafe } from './decoding.ts';
import { createRrwebPage } from './rrweb-page.ts';
import { createShallow, mostDeep } from './shallow.ts';

const at = 1_790_000_000_000;
/** Far past what any stack holds. */
const levels = 20_000;

const box = (id: number, ...childNodes: object[]) => ({ type: 2, id, tagName: 'div', attributes: {}, childNodes });
const change = (data: object): ReplayEvent => ({
  ...{ type: 3, timestamp: at },
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});

/** Boxes in boxes, numbered from 3 on, in a document and its root. */
function page(count: number): ReplayEvent {
  let inner: object = { type: 3, id: 3 + count, textContent: 'deepest' };
  for (let id = 2 + count; id > 2; id -= 1) inner = box(id, inner);
  const node = { type: 0, id: 1, childNodes: [box(2, inner)] };
  return { type: 2, timestamp: at, data: { node, initialOffset: { top: 0, left: 0 } } };
}

/** What a player is handed of these, and how many nodes that leaves out. */
function shown(events: readonly ReplayEvent[]): { ids: number[]; leftOut: number } {
  const shallow = createShallow();
  const built = createRrwebPage();
  for (const event of createSafe(shallow)(events).events) built.follow(event);
  const [, whole] = [{}, ...built.tell(at)] as { data: { node: Numbered } }[];
  const ids: number[] = [];
  const waiting = whole ? [whole.data.node] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ids.push(node.id);
    waiting.push(...(node.childNodes ?? []));
  }
  return { ids, leftOut: shallow.leftOut() };
}
interface Numbered {
  id: number;
  childNodes?: Numbered[];
}

test('a page that nests past what a browser lays out is shown as far as parsers nest, and the rest is counted', () => {
  const { ids, leftOut } = shown([page(levels)]);
  expect(ids).toHaveLength(1 + mostDeep);
  expect(leftOut).toBe(levels + 3 - ids.length);
});

test('a page that nests less stays the event that it was', () => {
  const event = page(400);
  expect(createShallow().take(event)).toBe(event);
});

test('what grows too deep is left out with all that comes into it, and is there once it stands higher', () => {
  const full = page(mostDeep - 2);
  const last = mostDeep;
  const grown = change({
    adds: [
      { parentId: last, nextId: null, node: box(5_001) },
      { parentId: 5_001, nextId: null, node: box(5_002) },
      { parentId: 5_002, nextId: null, node: { type: 0, id: 5_003, childNodes: [box(5_004)] } },
    ],
  });
  const inside = change({ adds: [{ parentId: 5_004, nextId: null, node: box(5_005) }] });
  expect(shown([full, grown, inside])).toMatchObject({ leftOut: 4 });
  expect(shown([full, grown, inside]).ids).toContain(5_001);

  const up = change({
    removes: [{ parentId: 5_001, id: 5_002 }],
    adds: [
      { parentId: 3, nextId: 4, node: box(5_002) },
      { parentId: 5_002, nextId: null, node: { type: 0, id: 5_003, childNodes: [box(5_004, box(5_005))] } },
    ],
  });
  const moved = shown([full, grown, inside, up]);
  expect(moved.leftOut).toBe(0);
  expect(moved.ids).toContain(5_002);
});

test('a document of a frame nests anew', () => {
  const inner = { type: 0, id: 5_000, childNodes: [box(5_001, box(5_002))] };
  const framed = change({ adds: [{ parentId: mostDeep, nextId: null, node: inner }] });
  expect(shown([page(mostDeep - 2), framed]).leftOut).toBe(0);
});
