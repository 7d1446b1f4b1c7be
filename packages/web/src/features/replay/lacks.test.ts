import type { PageStream } from '@sightglass/replay';
import { expect, test } from 'vitest';
import { lackingPictures } from './lacking-pictures.ts';

const page = (more: Partial<PageStream>): PageStream => ({
  ...{ tab: 'tab', page: 'page', from: 1, until: 2, events: [], anchors: [], activity: [], notes: [] },
  ...{ format: 'sightglass/1', addresses: [{ at: 1, href: 'http://shop.example/' }] },
  ...more,
});
const said = (...pages: PageStream[]): string | undefined => lackingPictures({ pages })?.what;

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
  expect(lackingPictures({ pages: [noted('none')] })?.byChoice).toBe(true);
  expect(lackingPictures({ pages: [noted('forbidden')] })?.why).toContain('worker-src');
  // A state of a later version is none that we have words for.
  expect(said(noted('constructor'))).toBeUndefined();
  const pictures = { kept: 3, refused: 1 };
  expect(said(page({ pictures }), page({ pictures }))).toBe('2 of 8 pictures and fonts not kept');
  expect(said(page({ pictures: { kept: 0, refused: 4 } }))).toBe('Pictures not kept');
});

test('of another SDK’s recording it says that nobody fetched them, once something of it is known', () => {
  expect(lackingPictures({ pages: [page({ format: 'rrweb/2' })] })?.why).toContain('asks the site for nothing');
  expect(said(page({ format: 'rrweb/2', addresses: [] }))).toBeUndefined();
});
