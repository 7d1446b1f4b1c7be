import type { ReplayEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createRrwebPage } from './rrweb-page.ts';
import { inSlices, mostNodes, nodesPerSlice } from './slices.ts';

const at = 1_790_000_000_000;

/** Sections of ten paragraphs, each with a text: 21 nodes a section, and document, html and body. */
function page(sections: number): ReplayEvent {
  let id = 3;
  const node = (more: object): object => {
    id += 1;
    return { id, ...more };
  };
  const paragraph = () =>
    node({ type: 2, tagName: 'p', attributes: {}, childNodes: [node({ type: 3, textContent: `text ${id}` })] });
  const section = () =>
    node({ type: 2, tagName: 'section', attributes: {}, childNodes: Array.from({ length: 10 }, paragraph) });
  const body = {
    type: 2,
    id: 3,
    tagName: 'body',
    attributes: {},
    childNodes: Array.from({ length: sections }, section),
  };
  const html = { type: 2, id: 2, tagName: 'html', attributes: {}, childNodes: [body] };
  const initialOffset = { top: 300, left: 0 };
  return { type: 2, timestamp: at, data: { node: { type: 0, id: 1, childNodes: [html] }, initialOffset } };
}

function sizes(events: readonly ReplayEvent[]): number[] {
  return events.map(({ type, data }) => {
    if (type === 2) return JSON.stringify(data).match(/"id":/g)?.length ?? 0;
    return (data as { adds?: unknown[] }).adds?.length ?? 0;
  });
}

function follow(events: readonly ReplayEvent[]): ReplayEvent[] {
  const built = createRrwebPage();
  for (const event of events) built.follow(event);
  return built.tell(at);
}

test('a large page comes in slices that make the same page, and is scrolled once it is there', () => {
  const whole = page(400);
  const left: number[] = [];
  const slices = inSlices([whole], (nodes) => left.push(nodes));
  expect(Math.max(...sizes(slices))).toBeLessThanOrEqual(nodesPerSlice + 1);
  expect(slices.length).toBeGreaterThan(5);
  expect(slices.at(-1)?.data).toEqual({ source: 3, id: 1, x: 0, y: 300 });
  expect(follow(slices)[0]).toEqual(follow([whole])[0]);
  expect(left).toEqual([0]);
});

test('of a page that no browser lays out in time its start is told, and how much is left out', () => {
  const sections = 10_000;
  const left: number[] = [];
  const slices = inSlices([page(sections)], (nodes) => left.push(nodes));
  const told = sizes(slices).reduce((sum, count) => sum + count, 0) - 1;
  expect(told).toBe(mostNodes);
  expect(left).toEqual([sections * 21 + 2 - mostNodes]);
});

test('a small page and a small change stay what they are', () => {
  const events = [
    page(10),
    { type: 3, timestamp: at, data: { source: 0, texts: [], attributes: [], removes: [], adds: [] } },
  ];
  expect(inSlices(events, () => undefined)).toEqual(events);
});
