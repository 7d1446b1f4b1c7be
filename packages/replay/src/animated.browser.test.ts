import { afterAll, beforeAll, expect, test } from 'vitest';
import { from, ownLine } from './testing/own-line.ts';
import { page, type Shown, type Staged, startShowing } from './testing/shown.ts';

/** What scripts had the browser animate, and where what is animated makes room. */
let shown: Shown;
beforeAll(async () => {
  shown = await startShowing();
});
afterAll(() => shown?.stop());

const box = ['div', 'id', 'box', 'style', 'width: 100px'];
const anchor = (...told: unknown[]): unknown[] => [
  0,
  0,
  1,
  page,
  [['html'], ['head'], -1, ['body'], [...box, ...told]],
];
const timing = { duration: 1_000, fill: 'none', iterations: 1 };
const wider = [{ width: '100px' }, { width: '300px' }];
/** Document, html, head, body, and the box. */
const id = 5;
const width = (document: Document): string => {
  const there = document.getElementById('box') as Element;
  return (document.defaultView as Window).getComputedStyle(there).width;
};

test('what has ended stands where it held, or where it was; what is held stands where it is held; what is taken back is gone', async () => {
  const told = (at: number, value: unknown): unknown[] => [4, at, id, ':animated', value];
  const lines = [
    ownLine(0, [
      anchor(),
      [1, 0],
      told(100, [[wider, { ...timing, fill: 'forwards' }, false]]),
      told(200, [[wider, timing, 250]]),
      told(300, [[wider, timing, 750]]),
      told(400, null),
      // Without an end: at its beginning, while the replay stands still.
      told(500, [[[{ width: '40px' }, { width: '80px' }], { ...timing, iterations: null }, false]]),
      told(600, [[wider, timing, false]]),
    ]),
  ];
  expect(await shown.show(lines, [50, 150, 250, 350, 450, 550, 650, 150], width)).toEqual([
    ...['100px', '300px', '150px', '250px', '100px', '40px', '100px', '300px'],
  ]);
});

test('an anchor tells of it as well, and whatever a recording says of it, no address is asked for and all else is shown', async () => {
  const hostile = [
    'x',
    [[], 1, { width: 'url(http://127.0.0.1:9/)' }],
    null,
    [null, {}],
    [wider, { duration: -1 }],
    [wider, { pseudoElement: 'x' }],
    [[{ backgroundImage: 'url(http://127.0.0.1:9/a)', cssText: 'width: 1px', offset: 7 }], timing],
    [[{ width: { toString: 1 } }, 5], timing],
    [wider, timing, 500],
  ];
  for (const value of [hostile, 'x', { a: 1 }, 7])
    expect(await shown.show([ownLine(0, [anchor(':animated', value)])], [50], width)).toEqual([
      value === hostile ? '200px' : '100px',
    ]);
});

test('what never ends stands at its beginning where the replay stands still, whatever it had come to on the screen', async () => {
  const style =
    '@keyframes spin { to { rotate: 1turn } } #box { height: 60px; background: teal; animation: spin 2s linear infinite }';
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['head'], ['style'], style, -2, ['body'], box]],
      [1, 0],
    ]),
  ];
  const complaints: string[] = [];
  const opened = await shown.open(lines, complaints);
  await opened.evaluate((time) => (window as unknown as Staged).at(time), from);
  const still = await opened.screenshot();
  // The compositor has it turned before the page's own thread has drawn it so: after one frame, and not each time.
  for (let turn = 0; turn < 10; turn += 1) {
    await opened.evaluate(async () => {
      const { setMoving } = window as unknown as Staged;
      setMoving(true);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      setMoving(false);
    });
    expect((await opened.screenshot()).equals(still), `the same picture, ${turn}`).toBe(true);
  }
  await opened.close();
  expect(complaints).toEqual([]);
});

test.each([
  ['that never end', 'infinite'],
  ['that end', 'forwards'],
])('of a page of a thousand %s the styles are gone through as often as of one of ten', async (_, how) => {
  const passes = async (count: number): Promise<number> => {
    const style = `@keyframes wait { to { width: 50% } } p { animation: wait 2s ${how} }`;
    const boxes = Array.from({ length: count }, () => [['p'], 'Waits', -1]).flat();
    const lines = [
      ownLine(0, [
        [0, 0, 1, page, [['html'], ['head'], ['style'], style, -2, ['body'], ...boxes]],
        [1, 0],
      ]),
    ];
    const opened = await shown.open(lines);
    const browser = await opened.context().newCDPSession(opened);
    await browser.send('Performance.enable');
    const before = await counted();
    await opened.evaluate((time) => (window as unknown as Staged).at(time), from);
    const after = await counted();
    await opened.close();
    return after - before;

    async function counted(): Promise<number> {
      const { metrics } = await browser.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'RecalcStyleCount')?.value ?? Number.NaN;
    }
  };
  const few = await passes(10);
  expect((await passes(1_000)) - few).toBeLessThan(10);
});

test('a page that is scrolled to where something unfolds is scrolled there after a jump, too', async () => {
  const css = '#box { height: 0; transition: height 9s } #box.open { height: 900px } p { height: 600px }';
  const lines = [
    ownLine(0, [
      [0, 0, 1, page, [['html'], ['head'], ['style'], css, -2, ['body'], ['div', 'id', 'box'], -1, ['p']]],
      [1, 1],
    ]),
    ownLine(1, [
      [4, 0, 7, 'class', 'open'],
      [7, 100, 1, 0, 700],
    ]),
  ];
  const look = (document: Document) => document.scrollingElement?.scrollTop;
  expect(await shown.show(lines, [500, 1_500, 500, 1_500], look)).toEqual([0, 700, 0, 700]);
});
