import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownLine } from './testing/own-line.ts';
import { page, type Shown, startShowing } from './testing/shown.ts';

/** Drawings of a page itself that would not end: the screen must not freeze. */
let shown: Shown;
beforeAll(async () => {
  shown = await startShowing();
});
afterAll(() => shown?.stop());

const twice = (part: string, of: string): unknown[] => [
  ['g', 'id', part],
  ['use', 'href', `#${of}`],
  -1,
  ['use', 'href', `#${of}`],
  -2,
];
/** As often as it would take a browser weeks. */
const doubled = [
  ['svg'],
  ...Array.from({ length: 30 }, (_, at) => twice(`p${at}`, `p${at + 1}`)).flat(),
  ['rect', 'id', 'p30', 'width', '9', 'height', '9'],
  -2,
];
const look = (document: Document) =>
  [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument as Document)].map(
    (one) => [one.querySelector('p')?.clientHeight !== 0, one.querySelectorAll('use[href]').length < 60],
  );

test.each([
  ['of the page', [...doubled, ['p'], 'Parts', -1]],
  [
    'beside what is scrolled',
    [...doubled, ['p', 'style', 'height: 9px; overflow: auto', ':scroll', [0, 9]], 'Parts', ['br'], -1, 'more'],
  ],
  ['in what is scrolled', [['p', 'style', 'height: 9px; overflow: auto', ':scroll', [0, 9]], ...doubled, 'Parts', -1]],
  ['in a dialog', [['dialog', 'open', '', ':open', 'modal'], ['p'], 'Parts', -1, ...doubled, -1]],
  ['in a frame', [['p'], 'Parts', -1, ['iframe'], [9], ['html'], ['body'], ['p'], 'Parts', -1, ...doubled]],
])('a drawing %s that doubles again and again is not built, and the page stands there', async (_, held) => {
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, [['html'], ['body'], ...held]],
        [1, 0],
      ]),
    ],
    [900],
    look,
  );
  expect(seen?.flat()).not.toContain(false);
});

test('one that comes later does not, whatever comes with it; and one that shows no more than others do is shown', async () => {
  const few = [['svg'], ...twice('a', 'b'), ...twice('b', 'c'), ['rect', 'id', 'c', 'width', '9', 'height', '9'], -2];
  const body = [['html'], ['body'], ['p', 'style', 'height: 9px; overflow: auto'], 'Parts', -1, ...few];
  const later = [
    [2, 100, 40, [[4, 1, 1, doubled]]],
    [7, 101, 4, 0, 5],
    [4, 102, 3, 'class', 'on'],
  ];
  const seen = await shown.show([ownLine(0, [[0, 0, 1, page, body], [1, 0], ...later])], [50, 900], (document) => [
    document.querySelectorAll('use[href]').length,
    Math.round(document.querySelector<SVGGElement>('#a')?.getBBox().width ?? 0),
  ]);
  expect(seen[0]).toEqual([4, 9]);
  expect(seen[1]?.[0]).toBeLessThan(64);
});

test('a picture that doubles, in an address or a style, is not drawn, and the page stands there', async () => {
  const one = (part: string, of: string): string => `<g id='${part}'><use href='#${of}'/><use href='#${of}'/></g>`;
  const parts = Array.from({ length: 30 }, (_, at) => one(`p${at}`, `p${at + 1}`)).join('');
  const drawing = `data:image/svg+xml;base64,${btoa(`<svg xmlns='http://www.w3.org/2000/svg'>${parts}<rect id='p30' width='9' height='9'/></svg>`)}`;
  const held = [['img', 'src', drawing], -1, ['p', 'style', `background: url("${drawing}")`], 'Parts'];
  const body = [['html'], ['head'], ['style'], `p { mask: url("${drawing}") }`, -2, ['body'], ...held];
  const [seen] = await shown.show(
    [
      ownLine(0, [
        [0, 0, 1, page, body],
        [1, 0],
      ]),
    ],
    [900],
    (document) => [
      document.querySelector('p')?.clientHeight !== 0,
      document.querySelector('img')?.getAttribute('src'),
      document.querySelector('p')?.getAttribute('style'),
    ],
  );
  expect(seen).toEqual([true, 'data:,', 'background: url("data:,")']);
});
