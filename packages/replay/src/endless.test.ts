import type { ReplayEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createDecoder } from './decoder.ts';
import { createSafe } from './decoding.ts';
import { createEndless } from './endless.ts';
import { createRrwebPage } from './rrweb-page.ts';
import { from, ownLine } from './testing/own-line.ts';

const at = 1_790_000_000_000;
let last = 0;

interface Numbered {
  id: number;
  tagName?: string;
  attributes?: Record<string, string>;
  childNodes?: Numbered[];
}
const svg = (tagName: string, attributes: object, ...childNodes: Numbered[]): Numbered => {
  last += 1;
  return { type: 2, id: last, tagName, isSVG: true, attributes, childNodes } as Numbered;
};
const html = (tagName: string, ...childNodes: Numbered[]): Numbered => ({
  ...svg(tagName, {}, ...childNodes),
  ...{ isSVG: undefined },
});
const use = (name: string): Numbered => svg('use', { href: `#${name}` });
const twice = (name: string, of: string): Numbered => svg('g', { id: name }, use(of), use(of));
const doubled = (times: number, letter = 'p'): Numbered[] => [
  ...Array.from({ length: times }, (_, nth) => twice(`${letter}${nth}`, `${letter}${nth + 1}`)),
  svg('rect', { id: `${letter}${times}` }),
];

function page(...held: Numbered[]): ReplayEvent {
  last += 1;
  const node = { type: 0, id: last, childNodes: [html('html', html('body', ...held))] };
  return { type: 2, timestamp: at, data: { node, initialOffset: { top: 0, left: 0 } } };
}
const change = (data: object): ReplayEvent => ({
  ...{ type: 3, timestamp: at },
  data: { source: 0, texts: [], attributes: [], removes: [], adds: [], ...data },
});
/** Each node by itself, as players build what is added. */
const adding = (parent: Numbered, node: Numbered): object[] => [
  { parentId: parent.id, nextId: null, node: { ...node, ...(node.childNodes ? { childNodes: [] } : {}) } },
  ...(node.childNodes ?? []).flatMap((child) => adding(node, child)),
];

/** How many references a player is handed, and how many are left out. */
function shown(...events: ReplayEvent[]): { leads: number; leftOut: number } {
  const endless = createEndless();
  const built = createRrwebPage();
  for (const event of createSafe(undefined, endless)(events).events) built.follow(event);
  const whole = built.tell(at).find(({ type }) => type === 2) as { data: { node: Numbered } };
  let leads = 0;
  const waiting = [whole.data.node];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.attributes?.href ?? node.attributes?.['xlink:href']) leads += 1;
    waiting.push(...(node.childNodes ?? []));
  }
  return { leads, leftOut: endless.leftOut() };
}

test('a drawing that doubles is shown as far as it can be built, and the rest is counted', () => {
  const { leads, leftOut } = shown(page(svg('svg', {}, ...doubled(30))));
  expect(leads).toBeGreaterThan(20);
  expect(leads).toBeLessThan(28);
  expect(leads + leftOut).toBe(60);
});

test('so is one in a shadow root, and one in the document of a frame', () => {
  const host = {
    ...html('x-a', { ...svg('svg', {}, ...doubled(30)), isShadow: true } as Numbered),
    isShadowHost: true,
  };
  expect(shown(page(host)).leftOut).toBeGreaterThan(30);
  const frame = html('iframe');
  last += 1;
  const inner = { type: 0, id: last, childNodes: [html('html', html('body', svg('svg', {}, ...doubled(30))))] };
  const loads = change({ adds: [{ parentId: frame.id, nextId: null, node: inner }] });
  expect(shown(page(frame), loads).leftOut).toBeGreaterThan(30);
});

test('what shows itself is shown, since browsers end there; where all show all, they would not', () => {
  const ring = [svg('g', { id: 'a' }, use('b'), use('b')), svg('g', { id: 'b' }, use('a'), use('b'))];
  expect(shown(page(svg('svg', {}, ...ring)))).toEqual({ leads: 4, leftOut: 0 });
  const names = Array.from({ length: 12 }, (_, nth) => `n${nth}`);
  const all = names.map((name) => svg('g', { id: name }, ...names.map(use)));
  expect(shown(page(svg('svg', {}, ...all))).leftOut).toBeGreaterThan(100);
});

test('ten thousand icons are shown, and a chart that shows one mark as often', () => {
  const icon = svg('symbol', { id: 'star' }, svg('path', {}), svg('path', {}));
  const icons = Array.from({ length: 10_000 }, () => svg('svg', {}, use('star')));
  expect(shown(page(svg('svg', {}, icon), ...icons))).toEqual({ leads: 10_000, leftOut: 0 });
  const marks = Array.from({ length: 10_000 }, () => use('star'));
  expect(shown(page(svg('svg', {}, svg('g', { id: 'marks' }, ...marks), icon)))).toMatchObject({ leftOut: 0 });
});

test('of drawings in a page that are called alike none is taken for endless, as letters go round in them', () => {
  const one = svg('svg', {}, svg('path', { id: 'a' }), svg('mask', { id: 'b' }, use('a')), use('a'));
  const other = svg('svg', {}, svg('path', { id: 'b' }), svg('mask', { id: 'a' }, use('b')), use('b'));
  const many = Array.from({ length: 300 }, () => [structuredClone(one), structuredClone(other)]).flat();
  const renumber = (node: Numbered): Numbered => {
    last += 1;
    return { ...node, id: last, ...(node.childNodes ? { childNodes: node.childNodes.map(renumber) } : {}) };
  };
  expect(shown(page(...many.map(renumber)))).toEqual({ leads: 1_200, leftOut: 0 });
});

/** Two drawings that are shown as long as the one does not lead to the other. */
function apart() {
  const end = svg('rect', { id: 'end' });
  const lead = use('end');
  const drawing = svg('svg', {}, ...doubled(10), svg('g', { id: 'between' }, lead), end, ...doubled(10, 'q'));
  const first = drawing.childNodes?.[10] as Numbered;
  return { drawing, lead, end, last: first };
}

test.each([
  ['a reference that is set', ({ lead }) => ({ attributes: [{ id: lead.id, attributes: { href: '#q0' } }] })],
  [
    'a reference that is set by its old name',
    ({ lead }) => ({ attributes: [{ id: lead.id, attributes: { 'xlink:href': '#q0' } }] }),
  ],
  [
    'a reference with signs in its name',
    ({ lead }) => ({ attributes: [{ id: lead.id, attributes: { href: '#%710' } }] }),
  ],
  ['a name', ({ drawing }) => ({ attributes: [{ id: drawing.childNodes?.[13]?.id, attributes: { id: 'end' } }] })],
  ['a node that is added', ({ drawing }) => ({ adds: adding(drawing, svg('g', { id: 'end' }, use('q0'))) })],
  [
    'what is added before what it stands in',
    ({ drawing }) => ({ adds: adding(drawing, svg('g', { id: 'end' }, use('q0'))).reverse() }),
  ],
] as [string, (about: ReturnType<typeof apart>) => object][])(
  'what comes to double later, by %s, is let go',
  (_, by) => {
    const about = apart();
    // What `p10` is shows the part between, which shows the end.
    const joined = svg('g', { id: 'p10' }, use('between'));
    const before = page(about.drawing);
    const joins = change({
      removes: [{ parentId: about.drawing.id, id: about.last.id }],
      adds: adding(about.drawing, joined),
    });
    expect(shown(before, joins)).toMatchObject({ leftOut: 0 });
    expect(shown(before, joins, change(by(about))).leftOut).toBeGreaterThan(0);
  },
);

test('what was taken out, with what it stood in or by itself, counts no more', () => {
  const sheet = svg('svg', {}, svg('g', { id: 'row' }, ...Array.from({ length: 999 }, () => svg('path', {}))));
  const list = html('div');
  const events = [page(sheet, list)];
  for (let nth = 0; nth < 30; nth += 1) {
    const row = html('p', svg('svg', {}, ...Array.from({ length: 100 }, () => use('row'))));
    events.push(change({ adds: adding(list, row) }), change({ removes: [{ parentId: list.id, id: row.id }] }));
  }
  expect(shown(...events)).toEqual({ leads: 0, leftOut: 0 });
});

test('a reference that is let go is there again once the page sets it to what can be shown', () => {
  const lead = use('p0');
  const drawing = svg('svg', {}, ...doubled(16), lead);
  const before = shown(page(drawing));
  const after = shown(page(drawing), change({ attributes: [{ id: lead.id, attributes: { href: '#p14' } }] }));
  expect(after).toEqual({ leads: before.leads + 1, leftOut: before.leftOut - 1 });
});

test('whoever watches is told how many are left out', async () => {
  const part = (nth: number): unknown[] => [
    ...[['g', 'id', `p${nth}`], ['use', 'href', `#p${nth + 1}`], -1],
    ...[['use', 'href', `#p${nth + 1}`], -2],
  ];
  const parts = Array.from({ length: 30 }, (_, nth) => part(nth)).flat();
  const body = [['html'], ['body'], ['svg'], ...parts];
  const line = ownLine(0, [
    [0, 0, 1, { href: 'http://x/', width: 640, height: 480 }, [...body, ['rect', 'id', 'p30']]],
    [1, 0],
  ]);
  const decoder = createDecoder();
  const channel = { kind: 'stretch', answer: 0 } as const;
  await decoder.take(channel, new TextEncoder().encode(JSON.stringify(line)));
  await decoder.end(channel);
  const about = { stretch: 0, viewer: 0, tab: 'tab', page: 'page', first: 0, last: 0, at: from + 500, needs: [0] };
  const told = await decoder.begin({ ...about, more: false, stored: false }, () => {});
  expect(told.leftOut).toMatchObject({ nodes: 0, changes: 0 });
  expect(told.leftOut.uses).toBeGreaterThan(30);
});
