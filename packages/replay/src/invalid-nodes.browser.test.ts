import type { ReplayLine } from '@sightglass/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';

/** rrweb's replayer shows an empty page where one node of a snapshot is none: here it costs that node, with what it holds. */
let stagePage: StagePage;
beforeAll(async () => {
  stagePage = await startStagePage();
});
afterAll(() => stagePage?.stop());

type Node = { id: number; type: number; childNodes?: Node[] } & Record<string, unknown>;

/** 1 document, 2 its type, 3 html, 4 head, 5 body, then twelve sections of a heading, a list with two items, and a field. */
function page(): Node {
  let last = 0;
  const make = (type: number, more: object, childNodes?: Node[]): Node => {
    last += 1;
    return { type, id: last, ...more, ...(childNodes ? { childNodes } : {}) };
  };
  const element = (tagName: string, children: (() => Node)[], attributes: object = {}): Node => {
    const node = make(2, { tagName, attributes }, []);
    node.childNodes = children.map((child) => child());
    return node;
  };
  const text = (words: string) => () => make(3, { textContent: words });
  const document = make(0, {}, []);
  const section = (at: number) => () =>
    element('section', [
      () => element('h2', [text(`[heading ${at}]`)]),
      () =>
        element(
          'ul',
          [1, 2].map((item) => () => element('li', [text(`[item ${at}.${item}]`)], { class: 'one' })),
        ),
      () => element('svg', [() => element('path', [], { d: 'M0 0h9' })]),
      () => element('input', [], { value: 'x' }),
    ]);
  document.childNodes = [
    make(1, { name: 'html', publicId: '', systemId: '' }),
    element('html', [
      () => element('head', [() => element('style', [text('p { color: red }')])]),
      () =>
        element(
          'body',
          Array.from({ length: 12 }, (_, at) => section(at)),
        ),
    ]),
  ];
  return document;
}

/** Ways in which a node is none. */
const breakages: Record<string, (node: Node, root: Node) => void> = {
  'no type': (node) => Object.assign(node, { type: undefined }),
  'a type that nobody knows': (node) => Object.assign(node, { type: 77 }),
  'no id': (node) => Object.assign(node, { id: 'seven' }),
  'an id that another has': (node) => Object.assign(node, { id: 3 }),
  'not a number': (node) => Object.assign(node, { id: Number.NaN }),
  'a tag that no document takes': (node) => Object.assign(node, { tagName: '<b>"' }),
  'a tag that is no text': (node) => Object.assign(node, { tagName: { toString: 1 } }),
  'no tag': (node) => Object.assign(node, { tagName: null }),
  'no attributes': (node) => Object.assign(node, { attributes: null }),
  'attributes that are none': (node) => Object.assign(node, { attributes: { '1"': 'x', class: { a: 1 }, style: 7 } }),
  'sizes that are none': (node) =>
    Object.assign(node, { attributes: { rr_width: {}, rr_scrollTop: 'x', rr_dataURL: 5 } }),
  'what it holds is no list': (node) => Object.assign(node, { childNodes: 'none' }),
  'a document within': (node) => Object.assign(node, { type: 0 }),
  'a type of document within': (node) => Object.assign(node, { type: 1 }),
  'a host that cannot be one': (node) => Object.assign(node, { isShadowHost: true }),
  'a shadow of nothing': (node) => Object.assign(node, { isShadow: true }),
  'of another namespace': (node) => Object.assign(node, { isSVG: true, isCustom: true }),
  'in quirks mode': (_, root) =>
    Object.assign(root, { compatMode: 'BackCompat', childNodes: root.childNodes?.slice(1) }),
  'a second root': (node, root) => void root.childNodes?.push({ ...node, id: 9_001, childNodes: [] }),
  'text beside the root': (_, root) => void root.childNodes?.unshift({ type: 3, id: 9_002, textContent: 'text' }),
  'a second type': (_, root) =>
    void root.childNodes?.push({ type: 1, id: 9_003, name: 'html', publicId: '', systemId: '' }),
  nothing: (node) => void Object.assign(node, { childNodes: [null, 7, 'x', [], ...(node.childNodes ?? [])] }),
};

const marks = (node: Node): string[] => JSON.stringify(node).match(/\[(heading|item)[^\]]*\]/g) ?? [];
const all = (node: Node): Node[] => [node, ...(node.childNodes ?? []).flatMap(all)];

test('one invalid node costs that node with what it holds, and nothing else', async () => {
  const opened = await stagePage.browsing.context.newPage();
  const complaints: string[] = [];
  opened.on('pageerror', (error) => complaints.push(error.message));
  await opened.goto(stagePage.origin);
  const count = all(page()).length;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(breakages)),
      fc.integer({ min: 6, max: count - 1 }),
      async (name, at) => {
        const root = page();
        const node = all(root)[at];
        if (!node) throw new Error(`a page has ${count} nodes`);
        const lost = marks(node);
        const whole = marks(root);
        breakages[name]?.(node, root);
        const text = await opened.evaluate(textShown, lineOf(root));
        const missing = whole.filter((mark) => !text.includes(mark) && !lost.includes(mark));
        expect(missing, name).toEqual([]);
      },
    ),
    { seed: 5, numRuns: 120 },
  );
  expect(complaints).toEqual([]);
  await opened.close();
});

function lineOf(node: Node): ReplayLine {
  const from = 1_790_000_000_000;
  return {
    ...{ format: 'rrweb/2', tab: 'tab', page: 'page', seq: 0, from, until: from + 10, anchor: true },
    events: [
      { type: 4, timestamp: from, data: { href: 'http://x/', width: 800, height: 600 } },
      { type: 2, timestamp: from, data: { node, initialOffset: { top: 0, left: 0 } } },
    ],
  };
}

/** Runs in the page. */
function textShown(line: ReplayLine): string {
  const { replay } = window as unknown as { replay: typeof import('./index.ts') };
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('no root');
  const gathering = replay.createGathering();
  gathering.add(line);
  const stage = replay.createStage(root);
  const at = 1_790_000_000_010;
  stage.show(replay.pageAt(gathering.recording(), at), at);
  const text = root.querySelector('iframe')?.contentDocument?.documentElement?.textContent ?? '';
  stage.stop();
  return text;
}
