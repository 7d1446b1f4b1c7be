import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { from, ownLine } from './testing/own-line.ts';
import { page, type Shown, type Staged, startShowing } from './testing/shown.ts';

/** Icons by `use` of other files: what is read of a file, and for how long. */
let shown: Shown;
beforeAll(async () => {
  shown = await startShowing();
});
afterAll(() => shown?.stop());

const drawing = (held: string, said = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${said}>${held}</svg>`;
const box = '<rect width="40" height="40"/>';
const more = '<symbol id="more"><path d="M0 0h40v40z"/></symbol>'.repeat(40);

/** Files, and of each the parts that are cut out of it and those for which the whole of it is needed. */
const files: [file: string, cut: string[], whole?: string[]][] = [
  [
    readFileSync(new URL('../../../fixtures/zoo/icons.svg', import.meta.url), 'utf8') + ' '.repeat(5_000),
    ['star', 'moon', 'sky'],
  ],
  [
    drawing(
      `<g color="teal" stroke-width="4"><linearGradient id="base"><stop stop-color="currentColor"/><stop offset="1" stop-color="gold"/></linearGradient></g>
      <linearGradient id="turned" href="#base" gradientTransform="rotate(90)"/><g fill="lime"><pattern id="tiles" width=".5" height=".5"><circle cx="10" cy="10" r="8"/></pattern></g>
      <mask id="dots"><g fill="white"><rect width="40" height="20"/></g></mask><clipPath id="round"><circle cx="20" cy="20" r="15"/></clipPath>
      <filter id="soft"><feGaussianBlur stdDeviation="3"/></filter><marker id="tip" markerWidth="5" markerHeight="5"><rect width="3" height="3" fill="red"/></marker>
      <symbol id="filled" viewBox="0 0 40 40"><rect width="40" height="40" fill="url(#turned)"/></symbol><g id="tiled"><rect width="40" height="40" fill="url('#tiles')"/></g>
      <g fill="red"><g id="inner" mask="url(#dots)">${box}</g></g><symbol id="clipped"><g style="clip-path: url(&quot;#round&quot;)">${box}</g></symbol>
      <path id="marked" d="M5 5h20v20" fill="none" stroke="navy" marker-end="url(#tip)"/><g id="blurred" filter="url(#soft)"><use xlink:href="#inner" width="30"/><use href="#marked"/></g>
      <svg id="placed" x="5" y="5" width="30" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMin slice"><circle cx="5" cy="5" r="5"/></svg>${more}`,
      'viewBox="0 0 80 20" fill="purple" font-size="30"',
    ),
    ['filled', 'tiled', 'inner', 'clipped', 'marked', 'blurred', 'placed'],
  ],
  [
    drawing(
      `<defs><style>g .a, [data-b] > path.a { fill: teal } @media (min-width: 1px) { #own { stroke: var(--inner); stroke-width: 6 } }</style><style>.a { fill: url(#g) }</style></defs>
      <g><g id="styled"><path class="a" d="M0 0h40v20z"/></g></g><g data-b=""><path id="own" class="a" d="M0 40h40v-20z"/></g><linearGradient id="g"><stop stop-color="orange"/></linearGradient>${more}`,
    ),
    ['styled', 'own'],
  ],
  [
    drawing(
      `<style>rect + rect { fill: teal } g:nth-of-type(2) rect { fill: gold }</style><g/><g id="second">${box}${box}</g>${more}`,
    ),
    [],
    ['second'],
  ],
  [
    drawing(`<g id="moved">${box}<set href="#other" attributeName="fill" to="red"/></g><g id="other"/>${more}`),
    [],
    ['moved'],
  ],
  [drawing(`<g id="refers"><use href="#whole"/>${box}</g>${more}`, 'id="root"'), ['refers'], []],
];

const told = files.map(([file]) => `data:image/svg+xml;base64,${Buffer.from(file).toString('base64')}`);
const hash = (at: number): string => String.fromCharCode(97 + at).repeat(22);
const kept = told.flatMap((data, at) => [
  [9, 0, hash(at), data],
  [16, 0, `/${at}.svg`, [7, hash(at)]],
]);
const icons = files.flatMap(([, cut, whole = []], at) =>
  [...cut, ...whole].flatMap((part) => [
    ['svg', 'width', '50', 'height', '50'],
    ['use', 'href', `/${at}.svg##${part}`],
    -2,
  ]),
);
const body = [['html'], ['body', 'style', 'color: crimson; fill: navy; --inner: lime; font-size: 9px'], ...icons];

test('a part that is shown by itself looks as in its file, and a file is read as a whole only where a part needs it', async () => {
  const opened = await shown.open([ownLine(0, [...kept, [0, 0, 1, page, body], [1, 0]])]);
  await opened.evaluate((when) => (window as unknown as Staged).at(when), from);
  const look = () => opened.screenshot();
  const sizes = await opened.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('#root iframe')?.contentDocument;
    const all = [...(inner?.querySelectorAll('use') ?? [])];
    while (!all.every((use) => use.getBBox().width > 0)) await new Promise((done) => requestAnimationFrame(done));
    return Promise.all(all.map(async (use) => (await (await fetch(use.href.baseVal)).text()).length));
  });
  const expected = files.flatMap(([file, cut, whole = []]) => [
    ...cut.map(() => 'cut'),
    ...whole.map(() => file.length),
  ]);
  expect(sizes.map((size, at) => (typeof expected[at] === 'string' && size < 1_500 ? 'cut' : size))).toEqual(expected);
  const cut = await look();
  await opened.evaluate(
    async (whole) => {
      const inner = document.querySelector<HTMLIFrameElement>('#root iframe')?.contentDocument;
      const all = [...(inner?.querySelectorAll('use') ?? [])];
      for (const use of all) {
        const [, at = '', part = ''] = /(\d+)\.svg##(.*)/.exec(use.getAttribute('sg_href') ?? '') ?? [];
        const file = new Blob([whole[Number(at)] ?? ''], { type: 'image/svg+xml;charset=utf-8' });
        use.setAttribute('href', `${URL.createObjectURL(file)}#${part}`);
      }
      await new Promise((done) => requestAnimationFrame(done));
      while (!all.every((use) => use.getBBox().width > 0)) await new Promise((done) => requestAnimationFrame(done));
    },
    files.map(([file]) => file),
  );
  expect((await look()).equals(cut)).toBe(true);
  await opened.close();
});

test('of a file that holds pictures or links those parts are shown that have none', async () => {
  const picture = '<image href="data:image/png;base64,AAAA" width="9" height="9"/>';
  const linked = '<g id="linked"><a href="#plain"><rect width="9" height="9"/></a></g>';
  const file = drawing(
    `<g id="plain">${box}</g><g id="pictured">${picture}</g>${linked}<g id="of-it"><use href="#pictured"/>${box}</g>`,
  );
  const parts = ['plain', 'pictured', 'linked', 'of-it', 'none'];
  const uses = parts.flatMap((part) => [['use', 'href', `/icons.svg##${part}`], -1]);
  const brought = [
    [9, 0, hash(0), `data:image/svg+xml;base64,${btoa(file)}`],
    [16, 0, '/icons.svg', [7, hash(0)]],
  ];
  const anchor = [0, 0, 1, page, [['html'], ['body'], ['svg'], ...uses]];
  const [seen] = await shown.show([ownLine(0, [...brought, anchor, [1, 0]])], [0], (document) =>
    [...document.querySelectorAll('use')].map((use) => use.href.baseVal.replace(/^blob:.*#/, '')),
  );
  expect(seen).toEqual(['plain', '', '', '', '']);
});

test('pages that show the same icon find it read; what was shown long ago is let go', async () => {
  const small = drawing(`<g id="icon">${box}</g>`);
  const large = (name: string): string => drawing(`<g id="icon">${box}</g><!-- ${name.repeat(900_000)} -->`);
  const line = (seq: number, file: string, elsewhere = '') => {
    const anchor = [0, 0, 1, page, [['html'], ['body'], ['svg'], ['use', 'href', '/icons.svg##icon'], -2, elsewhere]];
    const files = [
      [9, 0, hash(seq), `data:image/svg+xml;base64,${btoa(file)}`],
      [16, 0, '/icons.svg', [7, hash(seq)]],
    ];
    return { ...ownLine(seq, [...files, anchor, [1, 0]]), page: `${seq}`, anchor: true };
  };
  const lines = [small, small, ...[...'abcd'].map(large), small].map((file, at) => line(at, file));
  const times = lines.map((_, at) => at * 1_000);
  let first = '';
  const seen: boolean[][] = [];
  for (const address of await shown.show(lines, times, async (document) => {
    const known = window as unknown as { first: string };
    const icon = document.querySelector('use')?.href.baseVal ?? '';
    known.first ??= icon;
    const isThere = fetch(known.first).then(
      () => true,
      () => false,
    );
    return [icon, String(await isThere)];
  })) {
    first ||= address[0] ?? '';
    seen.push([address[0] === first, address[1] === 'true']);
  }
  expect(seen).toEqual([[true, true], [true, true], ...Array.from({ length: 4 }, () => [false, true]), [false, false]]);
});
