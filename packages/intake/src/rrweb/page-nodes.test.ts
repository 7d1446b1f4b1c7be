import { expect, test } from 'vitest';
import { createPageNodes } from './page-nodes.ts';

const button = (id: number, textId: number) => ({
  ...{ type: 2, tagName: 'button', attributes: {}, id },
  childNodes: [{ type: 3, textContent: 'Place order', id: textId }],
});
const snapshot = (...childNodes: object[]) => ({
  ...{ type: 2, timestamp: 1 },
  data: { node: { type: 0, id: 1, childNodes } },
});

test.each([2, 200_000, 2 ** 40])('a button with the id %i is found by what stands in it', (id) => {
  const nodes = createPageNodes();
  nodes.apply(snapshot(button(id, id + 1)));
  expect(nodes.find(id + 1)).toEqual({ tag: 'button', attributes: {}, text: 'Place order' });
  nodes.apply({ type: 3, timestamp: 2, data: { source: 0, removes: [{ parentId: 1, id }] } });
  expect(nodes.find(id)).toBeUndefined();
});

test('what was added reads in the order of the document', () => {
  const nodes = createPageNodes();
  nodes.apply(snapshot(button(2, 3)));
  const words = (id: number, textContent: string, nextId: number | null) => ({
    ...{ parentId: 2, nextId },
    node: { type: 3, id, textContent },
  });
  nodes.apply({
    ...{ type: 3, timestamp: 2 },
    data: { source: 0, adds: [words(5, 'now', null), words(4, 'Please', 3)], texts: [{ id: 3, value: 'order' }] },
  });
  expect(nodes.find(2)?.text).toBe('Please order now');
});
