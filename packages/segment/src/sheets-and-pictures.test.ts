import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { from, page, segment, small } from './testing/small-page.ts';

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

test('a picture whose address is taken away is shown no more, one that was chosen among others is', () => {
  const reader = createSegmentReader();
  const img = (...chosen: string[]) => ['img', 'src', 'http://x/hill.png', ':natural', [16, 12, ...chosen]];
  reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['body'], img(), -1, img('http://x/wide.png')]],
      [1, 1],
    ]),
  );
  const { events } = reader.read(segment([[4, 0, 4, 'src', null, 5, 'src', null]], 1));
  const [, , one, other] = [2, 3, 4, 5].map((id) => reader.model.nodes.get(id)?.states.size);
  expect([one, other]).toEqual([0, 1]);
  expect(events).toMatchObject([{ data: { attributes: [{ id: 4, attributes: { src: null } }, { id: 5 }] } }]);
  const whole = JSON.stringify(reader.tell(from + 7));
  expect(whole.split('data:image/svg')).toHaveLength(2);
});

test('a picture is told wherever the page shows it, with the page or once it has come; others stay boxes', () => {
  const reader = createSegmentReader(new Map([['h'.repeat(22), hill]]));
  const img = (...more: unknown[]) => ['img', 'src', 'http://x/hill.png', ':natural', [16, 12, ...more]];
  const address = { sg_src: 'http://x/hill.png' };
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
          { id: 7, attributes: { src: hill, ...address } },
          { id: 8, attributes: { src: expect.stringContaining('svg'), ...address } },
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

test('a picture that a sheet names in quotes alone is told there, whatever quotes are escaped before', () => {
  const reader = createSegmentReader();
  const sheet = (one: string, other: string) =>
    String.raw`.a\'b { content: "'" } p { background: image-set(${one} type("image/png"), ${other} 2x) }`;
  const address = 'http://x/hill.png#a1';
  reader.read(
    segment([
      [0, 0, 1, page, [['html'], ['style'], sheet(`"${address}"`, `'${address}'`)]],
      [1, 1],
      [9, 2, 'h'.repeat(22), hill],
    ]),
  );
  const { events } = reader.read(segment([[16, 5, address, [7, 'h'.repeat(22)]]], 1));
  expect(events).toMatchObject([{ data: { texts: [{ value: sheet(`"${hill}"`, `"${hill}"`) }] } }]);
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
