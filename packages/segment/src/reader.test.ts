import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { createMadeUpPage } from './testing/made-up-page.ts';
import { createStrictPlayer } from './testing/strict-player.ts';
import { modelOf, toRrweb } from './whole.ts';

const from = 1_790_000_000_000;
const page = { href: 'http://x/', width: 800, height: 600 };
const segment = (events: readonly unknown[], seq = 0) => ({
  format: 'sightglass/1' as const,
  seq,
  from,
  until: from + 60_000,
  events,
});

/** A page that people wrote by hand: ids 1 document, 2 html, 3 head, 4 body, 5 main, 6 p, 7 text. */
const small = [
  [0, 0, 1, page, [['html'], ['head'], -1, ['body'], ['main', 'class', 'one'], ['p'], 'Parts on order']],
  [1, 5],
];

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

test('a stored text is put in its place, wherever it is named; a missing one is empty and told', () => {
  const [css, gone] = ['c'.repeat(22), 'g'.repeat(22)];
  const reader = createSegmentReader(new Map([[css, 'p { color: red }']]));
  reader.read(
    segment([
      [
        0,
        0,
        1,
        page,
        [['html'], ['style'], [7, css], -1, ['link', 'rel', 'stylesheet', ':css', [7, css]], -1, ['style'], [7, gone]],
      ],
      [1, 0],
    ]),
  );
  const [, style, , link] = [2, 3, 4, 5].map((id) => reader.model.nodes.get(id));
  expect([style?.children[0]?.text, link?.states.get(':css')]).toEqual(['p { color: red }', 'p { color: red }']);
  expect([...reader.missing]).toEqual([gone]);
});

const hill = 'data:image/png;base64,iVBORw0KGgo=';
const bars = 'data:font/woff2;base64,d09GMg==';

test('a picture is told wherever the page shows it, with the page or once it has come; others stay boxes', () => {
  const reader = createSegmentReader(new Map([['h'.repeat(22), hill]]));
  const img = (...more: unknown[]) => ['img', 'src', 'http://x/hill.png', ':natural', [16, 12, ...more]];
  const body = [img(), -1, img('http://x/wide.png'), -1, ['p', 'style', 'background: url("http://x/hill.png")'], -1];
  const sheet = [['style'], 'p { background: url(http://x/hill.png) }', -1];
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['head'], ...sheet, -1, ['body'], ...body]],
      [1, 1],
    ]),
  );
  expect(JSON.stringify(events)).not.toContain('base64');
  const told = reader.read(segment([[16, 5, 'http://x/hill.png', [7, 'h'.repeat(22)]]], 1)).events;
  expect(told).toEqual([
    {
      ...{ type: 3, timestamp: from + 5 },
      data: {
        ...{ source: 0, removes: [], adds: [] },
        texts: [{ id: 5, value: `p { background: url("${hill}") }` }],
        attributes: [
          { id: 7, attributes: { src: hill } },
          { id: 8, attributes: { src: expect.stringContaining('svg') } },
          { id: 9, attributes: { style: `background: url("${hill}")` } },
        ],
      },
    },
  ]);
  // Nothing new is told of what is known.
  expect(reader.read(segment([[16, 6, 'http://x/hill.png', [7, 'h'.repeat(22)]]], 2)).events).toEqual([]);
  const whole = JSON.stringify(reader.tell(from + 7));
  expect(whole.split(hill)).toHaveLength(4);
  // Chosen for its density: as large as it stood there.
  const wide = reader.read(
    segment(
      [
        [9, 8, 'w'.repeat(22), hill],
        [16, 8, 'http://x/wide.png', [7, 'w'.repeat(22)]],
      ],
      3,
    ),
  );
  expect(decodeURIComponent(JSON.stringify(wide.events))).toContain('width="16" height="12"');
});

test('a font is told in its rule, in a constructed sheet too; what is neither, and none, is as if it had not come', () => {
  const reader = createSegmentReader();
  const face = '@font-face { font-family: Bars; src: url("http://x/bars.woff2#a1") }';
  const bind = (t: number, text: unknown) => [
    [9, t, 'b'.repeat(22), text],
    [16, t, 'http://x/bars.woff2#a1', [7, 'b'.repeat(22)]],
  ];
  reader.read(segment([...small, [11, 2, -1, face], [4, 3, 1, ':adopted', [-1]]]));
  for (const [at, text] of ['data:text/html;base64,AAAA', 'data:image/png,x") } * { color: red', 'p {}', 7].entries())
    expect(reader.read(segment(bind(4, text), at + 1)).events).toEqual([]);
  expect(reader.read(segment([[16, 5, 'http://x/bars.woff2#a1', null]], 5)).events).toEqual([]);
  const { events } = reader.read(segment(bind(6, bars), 6));
  expect(events).toMatchObject([{ data: { source: 8, styleId: 1, replaceSync: face.replace(/http[^"]*/, bars) } }]);
});

test('rules that scripts insert and delete are told one by one, and are there when the sheet is told again', () => {
  const reader = createSegmentReader();
  reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['style'], 'a { } @media print { b { } }', -1, ['p'], -1]],
      [1, 0],
    ]),
  );
  const changes = [
    [1, 'i { }'],
    [[2, 1], 'u { }'],
    [0, null],
  ];
  const { events } = reader.read(segment([[10, 1, 3, changes]], 1));
  expect(events.map(({ data }) => data)).toEqual([
    {
      source: 8,
      id: 3,
      adds: [
        { rule: 'i { }', index: 1 },
        { rule: 'u { }', index: [2, 1] },
      ],
    },
    { source: 8, id: 3, removes: [{ index: 0 }] },
  ]);
  const moved = reader.read(segment([[2, 2, 50, [[2, 0, 0, [5, 3]]]]], 2)).events;
  expect(JSON.stringify(moved)).toContain('"tagName":"p"');
  expect(reader.model.nodes.get(3)?.rules?.list()).toEqual(['i { }', '@media print {b { }\nu { }}']);
});

test('constructed sheets are told with the roots that go by them, in a frame and in a shadow root too', () => {
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['x-card'], [11], ['p'], -3, ['iframe'], [9], ['html']]],
      [4, 1, 4, ':adopted', [-1], 7, ':adopted', [-2, -3]],
      [11, 2, -1, 'p { top: 0 } b { top: 1px }'],
      [11, 2, -2, 'i { top: 0 }'],
      [1, 3],
      [10, 4, -2, [[0, 'u { top: 0 }']]],
      [11, 5, -3, 'b { top: 2px }'],
      [11, 6, -1, 'p { top: 3px }'],
    ]),
  );
  expect(events.slice(2).map(({ data }) => data)).toMatchObject([
    {
      source: 0,
      isAttachIframe: true,
      adds: [{ parentId: 6, nextId: null, node: { type: 0, id: 7, childNodes: [{ rootId: 7 }] } }],
    },
    { source: 15, id: 3, styleIds: [1], styles: [{ styleId: 1, rules: [{ rule: 'p { top: 0 }', index: 0 }, {}] }] },
    { source: 15, id: 7, styleIds: [2] },
    { source: 8, styleId: 2, adds: [{ rule: 'u { top: 0 }', index: 0 }] },
    { source: 15, id: 7, styleIds: [2, 3], styles: [{ styleId: 3 }] },
    { source: 8, styleId: 1, replaceSync: 'p { top: 3px }' },
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
    [3, 20, 7, 'Three parts'],
    [3, 40, 7, 'Four parts'],
  ];
  reader.quietUntil(from + 30);
  const { events } = reader.read(segment(operations));
  expect(events.map(({ type, timestamp }) => [type, timestamp - from])).toEqual([
    [4, 30],
    [2, 30],
    [3, 30],
    [3, 40],
  ]);
  expect(JSON.stringify(events[1])).toContain('Three parts');

  const past = createSegmentReader();
  past.quietUntil(from + 90);
  expect(past.read(segment(operations)).events).toEqual([]);
  expect(JSON.stringify(past.tell(from + 90))).toContain('Four parts');
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
