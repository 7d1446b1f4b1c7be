import type { ReplayEvent } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { createMadeUpPage } from './testing/made-up-page.ts';
import { from, page, segment, small } from './testing/small-page.ts';
import { createStrictPlayer } from './testing/strict-player.ts';
import { modelOf, toRrweb } from './whole.ts';

test('an anchor written in slices is told as one page at the time at which it began', () => {
  const { events } = createSegmentReader().read(
    segment([
      [0, 10, 1, page, [['html'], ['body']]],
      [14, 12, 'visibility', { state: 'visible' }],
      [2, 20, 4, [[3, 0, 0, [['p'], 'one', -1, ['p'], 'two']]]],
      [7, 25, 1, 0, 300],
      [5, 22, [3, 10, 20, 4, 40, 11, 21, 5]],
      [3, 30, 5, 'three'],
      [1, 40],
      [8, 50, 400, 300],
    ]),
  );
  expect(events.map(({ type, timestamp }) => [type, timestamp - from])).toEqual([
    [4, 10],
    [2, 10],
    [3, 10],
    [5, 12],
    [3, 65],
    [3, 50],
  ]);
  expect(events[0]?.data).toEqual(page);
  expect(events[1]?.data).toMatchObject({
    initialOffset: { left: 0, top: 300 },
    node: {
      childNodes: [
        {
          tagName: 'html',
          childNodes: [{ tagName: 'body', childNodes: [{ childNodes: [{ textContent: 'three' }] }, {}] }],
        },
      ],
    },
  });
  expect(events[4]?.data).toEqual({
    source: 1,
    positions: [
      { x: 10, y: 20, id: 4, timeOffset: -40 },
      { x: 11, y: 21, id: 5, timeOffset: 0 },
    ],
  });
});

test('elements of one shape are what they are when each says it for itself, within their operation', () => {
  const shaped = modelOf([
    segment([
      [
        0,
        0,
        1,
        page,
        [['ul'], [12, 'li', 'class', ''], 'one', 'first', 2, 'two', 'second', [12, 'li', 'id'], 'x', 3, 'y'],
      ],
      [1, 0],
      [
        2,
        9,
        9,
        [
          [6, 0, 0, [[12, 'b'], [12, 'i', ''], 'in', 9, 10, 'on', -1, 5]],
          [2, 0, 2, [9, 9]],
        ],
      ],
    ]),
  ]);
  const spelled = modelOf([
    segment([
      [
        0,
        0,
        1,
        page,
        [
          ['ul'],
          ['li', 'class', 'one'],
          'first',
          -1,
          ['li', 'class', 'two'],
          'second',
          -1,
          ['li', 'id', 'x'],
          ['li', 'id', 'y'],
        ],
      ],
      [1, 0],
      [
        2,
        9,
        9,
        [
          [6, 0, 0, [['b'], ['i'], 'in', -1, ['b'], ['i'], 'on', -2, 5]],
          [2, 0, 2, [['b'], ['b']]],
        ],
      ],
    ]),
  ]);
  expect(shaped).toEqual(spelled);
});

test('what a script or a key clicks on leaves the pointer where it is', () => {
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, small],
      [1, 0],
      [6, 5, 2, 4, 0, 0, 0],
      [5, 10, [0, 30, 40, 4]],
      [6, 20, 2, 4, 0, 0, 0],
      [6, 30, 2, 4, 7, 8, 0],
    ]),
  );
  const clicks = events.flatMap(({ data }) => ((data as { source?: number }).source === 2 ? [data] : []));
  expect(clicks).toMatchObject([
    { x: 0, y: 0 },
    { x: 30, y: 40 },
    { x: 7, y: 8 },
  ]);
});

test('what was done and still shows is there where one begins to look, in the order in which it was done', () => {
  const tokens = [['html'], ['body'], ['p'], 'some text'];
  const did = [
    [6, 10, 1, 4, 7, 8, 0],
    [6, 11, 2, 4, 7, 8, 0],
    [6, 12, 5, 4, 0, 0, 0],
    [5, 13, [0, 30, 40, 5]],
    [13, 14, [5, 0, 5, 2]],
  ];
  const still = [
    { source: 2, type: 2, id: 4, x: 7 },
    { source: 2, type: 5, id: 4, x: 0 },
    { source: 1, positions: [{ x: 30, y: 40, id: 5 }] },
    { source: 14, ranges: [{ start: 5, end: 5 }] },
  ];
  const after = (events: readonly { type: number; data: unknown }[]): unknown[] =>
    events.slice(events.findLastIndex(({ type }) => type === 2) + 1).map(({ data }) => data);
  const sought = createSegmentReader();
  sought.quietUntil(from + 50);
  const begun = sought.read(segment([[0, 0, 1, page, tokens], [1, 0], ...did, [14, 60, 'x', {}]]));
  expect(after(begun.events).slice(0, 4)).toMatchObject(still);
});

test('where the page is scrolled to is one place, whether its document says so or its root', () => {
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [[10, 'html', '', ''], ['html'], ['body']]],
      [7, 1, 1, 0, 300, 3, 0, 300],
      [1, 1],
      [7, 9, 1, 0, 20],
    ]),
  );
  expect(events.at(-1)?.data).toMatchObject({ source: 3, id: 1, y: 20 });
  expect(JSON.stringify(reader.tell(from + 10))).not.toContain('300');
});

test('an anchor that is never completed is shown as far as it came', () => {
  const reader = createSegmentReader();
  expect(reader.read(segment(small.slice(0, 1))).events).toEqual([]);
  expect(reader.rest().map(({ type }) => type)).toEqual([4, 2]);
  expect(reader.read(segment([[8, 0, 640, 480]], 2)).events.map(({ type }) => type)).toEqual([4, 2, 3]);
  expect(reader.rest()).toEqual([]);
});

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

test('states are told as what a player knows: values, boxes, dialogs, media, pictures', () => {
  const reader = createSegmentReader();
  const blocked = ['div', 'class', 'map', ':blocked', [120, 40]];
  const { events } = reader.read(
    segment([
      [
        0,
        0,
        1,
        page,
        [
          ['html'],
          ['input', ':value', '•••••'],
          -1,
          ['option', 'selected', '', ':selected', false],
          -1,
          blocked,
          ['p'],
          -2,
          ['dialog', 'open', '', ':open', 'modal'],
          -1,
          ['video', ':media', [false, 3, 1, false, 2]],
          -1,
          ['canvas'],
          -1,
          ['textarea', ':value', 'x'],
          'y',
        ],
      ],
      [1, 0],
      [4, 1, 3, ':value', '', 4, ':selected', true, 7, ':open', null, 7, 'open', null],
      [15, 2, 9, 20, 10, 'data:image/png;base64,AA=='],
      [15, 2, 9, 20, 10, 'http://x/picture.png'],
      [12, 3, 8, 1, 7, 0.5, true, 1],
      [13, 4, [7, 0, 7, 1]],
      [6, 5, 2, 999, 4, 5, 0],
    ]),
  );
  expect(events[1]?.data).toMatchObject({
    node: {
      childNodes: [
        {
          childNodes: [
            { attributes: { value: '•••••' } },
            { attributes: {} },
            { attributes: { class: 'map', rr_width: '120px', rr_height: '40px' }, needBlock: true, childNodes: [] },
            { attributes: { open: '', rr_open_mode: 'modal' } },
            { attributes: { rr_mediaState: 'played', rr_mediaCurrentTime: 3, rr_mediaPlaybackRate: 2 } },
            { tagName: 'canvas' },
            { attributes: { value: 'x' }, childNodes: [] },
          ],
        },
      ],
    },
  });
  expect(events.slice(2).map(({ data }) => data)).toMatchObject([
    {
      source: 0,
      attributes: [
        { id: 4, attributes: { selected: '' } },
        { id: 7, attributes: { rr_open_mode: null, open: null } },
      ],
    },
    { source: 5, id: 3, text: '' },
    { source: 9, id: 9, commands: [{ property: 'clearRect' }, { property: 'drawImage' }] },
    { source: 7, type: 1, id: 8, currentTime: 7, volume: 0.5, muted: true },
    { source: 14, ranges: [{ start: 7, startOffset: 0, end: 7, endOffset: 1 }] },
    { source: 2, type: 2, id: 2, x: 4, y: 5 },
  ]);
});

test('the same page is told to any rrweb tool, whatever the order and number of lines', () => {
  const lines = [
    { text: 'h'.repeat(22), value: 'b { }' },
    segment(small),
    segment([[2, 9, 20, [[5, 1, 0, [['style'], [7, 'h'.repeat(22)]]]]]], 1),
    segment([[3, 12, 7, 'Parts delivered']], 2),
  ];
  const events = toRrweb(lines);
  expect(events.map(({ type }) => type)).toEqual([4, 2, 3, 3]);
  fc.assert(
    fc.property(fc.shuffledSubarray([...lines, ...lines], { minLength: 8 }), (some) => {
      expect(toRrweb(some)).toEqual(events);
      expect(modelOf(some)).toEqual(modelOf(lines));
    }),
    { seed: 3, numRuns: 20 },
  );
  expect(modelOf(lines).document).toMatchObject({
    kind: 'document',
    children: [
      {
        name: 'html',
        children: [
          {},
          {
            name: 'body',
            children: [
              {
                name: 'main',
                attributes: { class: 'one' },
                children: [
                  { children: [{ text: 'Parts delivered' }] },
                  { name: 'style', children: [{ text: 'b { }' }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

test('to come to a moment the page is told once, as it stood there, and from there on as it changed', () => {
  const reader = createSegmentReader();
  const operations = [
    ...small,
    [3, 10, 7, 'Two parts'],
    [5, 12, [0, 10, 20, 6]],
    [13, 14, [7, 0, 7, 3]],
    [3, 20, 7, 'Three parts'],
    [3, 40, 7, 'Four parts'],
  ];
  reader.quietUntil(from + 30);
  const { events } = reader.read(segment(operations));
  expect(events.map(({ type, timestamp }) => [type, timestamp - from])).toEqual([
    [4, 30],
    [2, 30],
    [3, 30],
    [3, 30],
    [3, 40],
  ]);
  expect(JSON.stringify(events[1])).toContain('Three parts');
  expect(events[3]?.data).toEqual({ source: 14, ranges: [{ start: 7, startOffset: 0, end: 7, endOffset: 3 }] });

  const past = createSegmentReader();
  past.quietUntil(from + 90);
  expect(past.read(segment(operations)).events).toEqual([]);
  expect(JSON.stringify(past.tell(from + 90))).toContain('Four parts');
});

test('a tree that is deeper than a player builds in one go is told to its last level, wherever one begins', () => {
  const levels = Array.from({ length: 300 }, () => ['div']);
  const grown = [0, 1, 2, 3, 4].map((at) => [2, 10 + at, 4 + at * 300, [[3 + at * 300, 0, 0, levels]]]);
  const last = [[11], ['b'], 'shade', -2, 'light', ['i'], 'last'];
  const operations = [[0, 0, 1, page, [['html'], ['body']]], [1, 1], ...grown, [2, 20, 1_504, [[1_503, 0, 0, last]]]];
  const lines = (told: readonly ReplayEvent[]): string[] => {
    const player = createStrictPlayer();
    player.apply(told);
    const all = [player.page()];
    // Each level is looked at by itself: what compares is as deep as what it compares.
    for (const node of all) all.push(...(node?.shadow ?? []), ...(node?.children ?? []));
    return all.map((node) => `${node?.tag} ${node?.text} ${node?.shadow.length}`);
  };
  const whole = createSegmentReader();
  whole.quietUntil(from + 90);
  whole.read(segment(operations));
  const played = lines(createSegmentReader().read(segment(operations)).events);
  expect(played.filter((line) => line.startsWith('div'))).toHaveLength(1_500);
  expect(lines(whole.tell(from + 90))).toEqual(played);
});

test('whatever moment is asked for, the page there and what follows end at the same page as the whole does', () =>
  fc.assert(
    fc.property(fc.integer(), fc.nat(220), (seed, moment) => {
      let state = seed >>> 0;
      const made = createMadeUpPage(() => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      });
      const timed = (at: number) => made.change().map(([kind, , ...rest]) => [kind, at * 10, ...rest]);
      const operations = [...made.anchor(), ...Array.from({ length: 20 }, (_, at) => timed(at)).flat()];
      const reader = createSegmentReader();
      reader.quietUntil(from + moment);
      const { events } = reader.read(segment(operations));
      const [whole, part] = [createStrictPlayer(), createStrictPlayer()];
      whole.apply(createSegmentReader().read(segment(operations)).events);
      part.apply(events.length > 0 ? events : reader.tell(from + moment));
      expect(part.page()).toEqual(whole.page());
    }),
    { seed: 23, numRuns: 150 },
  ));
