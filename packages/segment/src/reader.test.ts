import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { from, page, segment, small } from './testing/small-page.ts';
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

test('of a text that grew what came is told; where what it was is missing, as much of it is kept as there is', () => {
  const first = segment([
    [0, 0, 1, page, [['html'], ['body'], ['pre'], 'one two', -1, 'other']],
    [1, 1],
  ]);
  const grown = segment([[3, 10, 5, [4, 'three \udcbb'], 6, 'more']], 1);
  const next = segment([[3, 20, 5, [10, '\udcbc four'], 6, [-1, 'less'], 1, [3, 'no text']]], 2);
  const texts = (segments: (typeof first)[]): unknown =>
    modelOf(segments).document?.children?.[0]?.children?.[0]?.children?.map(
      (node) => node.children?.[0]?.text ?? node.text,
    );
  expect(texts([first, grown, next])).toEqual(['one three \udcbc four', 'less']);
  expect(texts([first, next])).toEqual(['one two\udcbc four', 'less']);
  const reader = createSegmentReader();
  const told = [first, grown, next].flatMap((one) => reader.read(one).events).map(({ data }) => data);
  expect(told).toContainEqual(
    expect.objectContaining({
      texts: [
        { id: 5, value: 'one three \udcbb' },
        { id: 6, value: 'more' },
      ],
    }),
  );
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

test("a page is laid out in what is across, where a phone's window is as wide as what goes beyond that; beside a scroll bar in all of it", () => {
  const [[t, kind, base, , tokens] = [], ...more] = small;
  const reader = createSegmentReader();
  const { events } = reader.read(
    segment([
      [t, kind, base, { href: page.href }, tokens, 708, 1271, 390],
      ...more,
      [8, 90, 708, 1271, 390],
      [8, 91, 2560, 1440, 2500],
      [8, 92, 400, 300, false],
    ]),
  );
  expect(events[0]?.data).toMatchObject({ width: 390, height: 700 });
  expect(events.slice(-3).map(({ data }) => data)).toMatchObject([
    { width: 390, height: 700 },
    { width: 2560, height: 1440 },
    { width: 400, height: 300 },
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
