import type { PageStream } from '@sightglass/replay';
import { expect, test } from 'vitest';
import { lacksOf } from './lacks.ts';

const page = (more: Partial<PageStream>): PageStream => ({
  ...{ tab: 'tab', page: 'page', from: 1, until: 2, events: [], anchors: [], activity: [], notes: [] },
  ...{ format: 'sightglass/1', addresses: [{ at: 1, href: 'http://shop.example/' }] },
  ...more,
});
const said = (...pages: PageStream[]): string | undefined => lacksOf({ pages })[0]?.what;

test('a replay says what it shows as boxes: by choice, by the page’s policy, or since it was not to be had', () => {
  const noted = (state: string) => page({ notes: [{ at: 1, name: 'assets', about: { state } }] });
  expect(said()).toBeUndefined();
  expect(said(page({}), page({ pictures: { kept: 3, refused: 0 } }))).toBeUndefined();
  expect(['none', 'fonts', 'forbidden', 'saving'].map((state) => said(page({}), noted(state)))).toEqual([
    'Pictures not kept',
    'Only fonts kept',
    'Pictures not kept',
    'Pictures not kept',
  ]);
  expect(lacksOf({ pages: [noted('none')] })[0]?.byChoice).toBe(true);
  expect(lacksOf({ pages: [noted('forbidden')] })[0]?.why).toContain('worker-src');
  // A state of a later version is none that we have words for.
  expect(said(noted('constructor'))).toBeUndefined();
  const pictures = { kept: 3, refused: 1 };
  expect(said(page({ pictures }), page({ pictures }))).toBe('2 of 8 pictures and fonts not kept');
  expect(said(page({ pictures: { kept: 0, refused: 4 } }))).toBe('Pictures not kept');
});

test('of another SDK’s recording it says that nobody fetched them, once something of it is known', () => {
  expect(lacksOf({ pages: [page({ format: 'rrweb/2' })] })[0]?.why).toContain('asks the site for nothing');
  expect(said(page({ format: 'rrweb/2', addresses: [] }))).toBeUndefined();
});

test('it says how many style sheets no script of the page may read: of a visit as many as of the page that has most', () => {
  const unread = (unreadSheets: number) => page({ unreadSheets });
  expect(said(page({}), unread(0))).toBeUndefined();
  expect(said(unread(1), unread(2), unread(2))).toBe('2 style sheets not shown');
  const pictures = { kept: 0, refused: 1 };
  expect(lacksOf({ pages: [page({ pictures, unreadSheets: 1 })] }).map(({ what }) => what)).toEqual([
    'Pictures not kept',
    '1 style sheet not shown',
  ]);
});
