import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StagePage, startStagePage } from '../../../e2e/lib/stage-page.ts';
import type { Inspected, Where } from './inspected.ts';
import { from, ownLine } from './testing/own-line.ts';

/** What a stage, in its frame of an origin of its own, tells of the elements of the page that it shows. */
let stagePage: StagePage;
let page: Page;
const complaints: string[] = [];

const anchor = [
  [
    0,
    0,
    1,
    { href: 'http://x/', width: 800, height: 600 },
    [
      [10, 'html', '', ''],
      ['html'],
      ['head'],
      ['title'],
      'Parts',
      -2,
      ['body', 'style', 'margin: 0'],
      [
        'form',
        'id',
        'order',
        'style',
        'position: absolute; left: 40px; top: 20px; width: 200px; height: 100px; margin: 0',
      ],
      // Named as what a form knows of itself.
      [
        'input',
        'id',
        'id',
        'name',
        'id',
        'type',
        'text',
        'placeholder',
        'Part',
        'style',
        'display: block',
        ':value',
        '•••••',
      ],
      -1,
      [
        'button',
        'class',
        'x9 primary wide',
        'type',
        'button',
        'disabled',
        '',
        'style',
        'display: block; width: 200px; height: 30px',
      ],
      ['span'],
      'Place order',
      -3,
      ['div', 'id', 'host', 'style', 'position: absolute; left: 300px; top: 20px; width: 100px; height: 50px'],
      [11],
      ['b', 'style', 'display: block; height: 50px'],
      'In the shadow',
      -2,
      -1,
      [
        'iframe',
        'id',
        'inner',
        'style',
        'position: absolute; left: 300px; top: 100px; width: 200px; height: 100px; border: 5px solid; padding: 3px',
      ],
      [9],
      ['html'],
      ['body', 'style', 'margin: 0'],
      ['a', 'href', 'http://elsewhere/', 'aria-label', 'Leave\u202e\n', 'style', 'display: block; height: 20px'],
      'Leave',
      -6,
      ['ul', 'style', 'position: absolute; top: 200px'],
      ...Array.from({ length: 70 }, (_, at) => [['li'], `Bolt ${at}`, -1]).flat(),
    ],
  ],
  [1, 0],
]; // prettier-ignore

beforeAll(async () => {
  stagePage = await startStagePage();
  page = await stagePage.browsing.context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(stagePage.origin);
  await page.evaluate(
    async ({ line, at }) => {
      const { replay } = window as unknown as { replay: typeof import('./index.ts') };
      const root = document.querySelector<HTMLElement>('#root');
      if (!root) throw new Error('no root');
      const gathering = replay.createGathering();
      gathering.add(line);
      const stage = replay.openStage(root, { script: '/stage.js', look: { accent: 'teal', pointerPx: 20 } });
      Object.assign(window, { look: stage.inspect });
      await stage.show(gathering.recording(), at);
    },
    { line: ownLine(0, anchor), at: from + 100 },
  );
});
afterAll(() => stagePage?.stop());

const look = (where: Where): Promise<Inspected | null> =>
  page.evaluate((at) => (window as unknown as { look(where: Where): Promise<Inspected | null> }).look(at), where);

test('what is under a point is told as it was recorded, with the control that actions on it are told of', async () => {
  const found = await look({ x: 140, y: 57 });
  expect(found).toMatchObject({
    tag: 'span',
    text: 'Place order',
    role: 'generic',
    selector: '#order > button > span',
  });
  expect(found?.above).toEqual(['html', 'body', 'form#order', 'button.x9.primary.wide']);
  const path = 'form#order > button.primary';
  expect(found?.control).toEqual({ is: 'around', role: 'button', name: 'Place order', path, isAlone: true });
  const button = await look({ selector: '#order > button > span', up: 1 });
  expect(button).toMatchObject({
    states: ['disabled'],
    box: { x: 40, width: 200, height: 30 },
    place: { number: 2, of: 2 },
  });
  expect(button?.attributes.slice(0, 2)).toEqual([
    ['class', 'x9 primary wide'],
    ['type', 'button'],
  ]);
  expect(await look({ selector: button?.selector ?? '', beside: -1 })).toMatchObject({
    label: 'input#id',
    role: 'textbox',
    name: 'Part',
  });
  expect(await look({ selector: button?.selector ?? '', beside: 1 })).toBeNull();
});

test('frames and shadow roots are gone into and out of, and what is found there is found again by its selector', async () => {
  const [shadow, framed] = [await look({ x: 310, y: 30 }), await look({ x: 312, y: 112 })];
  expect(shadow).toMatchObject({ selector: '#host >>> b', above: ['html', 'body', 'div#host'] });
  // What runs the other way, and ends of lines, stay behind.
  expect(framed).toMatchObject({
    selector: '#inner >>> html > body > a',
    name: 'Leave',
    role: 'link',
    box: { x: 308, y: 108 },
  });
  expect(framed?.attributes.filter(([name]) => name === 'href')).toEqual([['href', 'http://elsewhere/']]);
  for (const found of [shadow, framed]) expect(await look({ selector: found?.selector ?? '' })).toEqual(found);
  expect(await look({ selector: 'ul' })).toMatchObject({ more: { inside: 10 } });
  expect((await look({ selector: 'ul' }))?.inside[1]).toEqual(['li', 'Bolt 1']);
  expect((await look({ selector: 'ul', inside: 69 }))?.text).toBe('Bolt 69');
});

test('a selector that none of ours could be, and what is not there, finds nothing and breaks nothing', async () => {
  for (const selector of [
    '',
    '>>>',
    'a[',
    '#gone',
    ':has(*)',
    '*:not(:has(*))',
    '#host >>> u',
    `#${'a'.repeat(2_000)}`,
  ])
    expect(await look({ selector }), selector).toBeNull();
  expect(await look({ x: -5, y: 5 })).toBeNull();
  expect((await look({ x: 140, y: 57 }))?.tag).toBe('span');
  expect(complaints).toEqual([]);
});
