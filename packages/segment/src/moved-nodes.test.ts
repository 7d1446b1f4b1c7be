import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { page, segment, small } from './testing/small-page.ts';

test('a sorted list moves as few nodes as its new order needs', () => {
  const rows = Array.from({ length: 9 }, (_, at) => [['li'], `${at}`, -1]).flat();
  const reader = createSegmentReader();
  reader.read(
    segment([
      [0, 0, 1, page, [['ul'], ...rows]],
      [1, 0],
    ]),
  );
  const item = (at: number) => 3 + at * 2;
  const order = [3, 1, 2, 4, 5, 8, 6, 7].map(item);
  const { events } = reader.read(segment([[2, 9, 100, [[2, 1, 0, order]]]], 1));
  const [{ data } = { data: null }] = events;
  expect(data).toMatchObject({
    removes: [{ id: item(3) }, { id: item(8) }],
    adds: [
      { parentId: 2, nextId: item(6), node: { id: item(8) } },
      { parentId: item(8), nextId: null, node: { textContent: '8' } },
      { parentId: 2, nextId: item(1), node: { id: item(3) } },
      { parentId: item(3), nextId: null, node: { textContent: '3' } },
    ],
  });
});

test('one operation moves a child over its parent, and what hangs in a ring is forgotten', () => {
  const reader = createSegmentReader();
  reader.read(segment(small));
  reader.read(
    segment(
      [
        [
          2,
          9,
          50,
          [
            [4, 0, 0, [6]],
            [5, 0, 0, []],
            [6, 0, 1, [5]],
          ],
        ],
      ],
      1,
    ),
  );
  const [main] = reader.model.nodes.get(6)?.children ?? [];
  expect([reader.model.nodes.get(4)?.children[0]?.tag, main?.tag]).toEqual(['p', 'main']);
  reader.read(
    segment(
      [
        [
          2,
          9,
          50,
          [
            [4, 0, 0, []],
            [5, 0, 0, [6]],
          ],
        ],
      ],
      2,
    ),
  );
  expect([...reader.model.nodes.keys()]).toEqual([1, 2, 3, 4]);
});

test('what was carried into something new stands there, also where that is told again in the same operation', () => {
  const reader = createSegmentReader();
  reader.read(segment(small));
  const wrapped = [
    [4, 0, 0, [['section'], 5]],
    [50, 1, 0, []],
  ];
  reader.read(segment([[2, 9, 50, wrapped]], 1));
  reader.read(segment([[3, 20, 7, 'Parts sent']], 2));
  expect(reader.model.nodes.get(50)?.children.map(({ tag }) => tag)).toEqual(['main']);
  expect(reader.model.nodes.get(7)?.text).toBe('Parts sent');
});

test('what names nodes that never came is skipped, and the rest goes on', () => {
  const reader = createSegmentReader();
  reader.read(segment(small));
  const { events } = reader.read(
    segment(
      [
        [
          2,
          1,
          20,
          [
            [900, 0, 0, [['b'], 'lost', -1, 7]],
            [5, 1, 0, [901, ['i'], 'kept']],
          ],
        ],
        [3, 2, 902, 'x', 23, 'changed'],
        [4, 3, 903, 'class', 'x', 5, 'class', 'two'],
      ],
      4,
    ),
  );
  expect(events.map(({ data }) => data)).toMatchObject([
    { adds: [{ node: { tagName: 'i', id: 22 } }, { node: { id: 23 } }], removes: [] },
    { texts: [{ id: 23, value: 'changed' }] },
    { attributes: [{ id: 5, attributes: { class: 'two' } }] },
  ]);
});

test('what was never told is not taken out: neither from an element that one operation wrote and changed, nor from one whose children a state stands for', () => {
  const reader = createSegmentReader();
  reader.read(segment([...small, [2, 6, 50, [[4, 1, 0, [['textarea'], 'at first']]]]]));
  const { events } = reader.read(
    segment(
      [
        [
          2,
          9,
          60,
          [
            [4, 2, 0, [['b'], 'written']],
            [60, 0, 0, ['written again']],
          ],
        ],
        [2, 9, 70, [[50, 0, 0, []]]],
      ],
      1,
    ),
  );
  expect(events.map(({ data }) => data)).toMatchObject([
    {
      removes: [],
      adds: [
        { parentId: 4, node: { id: 60 } },
        { parentId: 60, node: { textContent: 'written again' } },
      ],
    },
  ]);
});

test('what a player is never told of stays unsaid: a text that a state stands for, and parts of a frame that is told whole', () => {
  const reader = createSegmentReader();
  reader.read(segment([...small, [2, 6, 50, [[4, 1, 0, [['textarea'], 'at first', -1, ['iframe'], [9], ['html']]]]]]));
  const { events } = reader.read(
    segment(
      [
        [3, 8, 51, 'at second'],
        [
          2,
          9,
          60,
          [
            [52, 0, 0, [[9], ['html'], ['b']]],
            [61, 0, 0, ['written at once', 5]],
          ],
        ],
      ],
      1,
    ),
  );
  expect(events.map(({ data }) => data)).toMatchObject([
    { removes: [{ id: 5 }], adds: [], texts: [] },
    {
      isAttachIframe: true,
      adds: [{ parentId: 52, node: { childNodes: [{ childNodes: [{}, { tagName: 'main' }] }] } }],
    },
  ]);
});
