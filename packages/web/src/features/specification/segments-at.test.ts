import { expect, test } from 'vitest';
import { segmentsAt, settledAt } from './segments-at.ts';

const place = (page: string, seq: number, from: number, anchor = false) => ({
  ...{ tab: 't', page, seq, from, until: from + 90, anchor, bytes: 10 },
});
const places = [
  place('one', 0, 100, true),
  place('one', 1, 200),
  place('one', 2, 300, true),
  place('two', 0, 350, true),
  place('one', 3, 400),
  place('one', 4, 500),
];

test('a picture takes what lies between the last whole page and its moment', () => {
  expect(segmentsAt(places, 250, 1_000)).toEqual({ page: 'one', first: 0, last: 1 });
  expect(segmentsAt(places, 450, 1_000)).toEqual({ page: 'one', first: 2, last: 3 });
  expect(segmentsAt(places, 360, 1_000)).toEqual({ page: 'two', first: 0, last: 0 });
});

test('what was recorded later than the moment is the first that there is, and nothing recorded is no picture', () => {
  expect(segmentsAt(places, 50, 1_000)).toEqual({ page: 'one', first: 0, last: 0 });
  expect(segmentsAt([], 50, 1_000)).toBeNull();
  expect(segmentsAt([place('one', 1, 100)], 150, 1_000)).toBeNull();
});

test('a picture that would take too much is none', () => expect(segmentsAt(places, 450, 15)).toBeNull());

test('a page that has only just begun is shown a little later, when its styles are there, and no later than it was recorded', () => {
  const long = [place('one', 0, 5_000, true), place('one', 1, 5_950), place('one', 2, 9_000)];
  expect(settledAt(long, 4_800)).toBe(6_000);
  expect(settledAt(long, 5_400)).toBe(6_000);
  expect(settledAt(long, 8_000)).toBe(8_000);
  expect(settledAt(long.slice(0, 1), 4_800)).toBe(5_090);
  expect(settledAt([], 4_800)).toBe(4_800);
});

test('a moment is shown on its own page, though another begins soon after it', () => {
  const views = [place('cart', 0, 1_000, true), place('list', 0, 2_000, true), place('list', 1, 2_400)];
  views.push(place('wishes', 0, 2_740, true));
  expect(settledAt(views, 2_000, 800)).toBe(2_739);
  expect(segmentsAt(views, 2_739, 1_000)?.page).toBe('list');
  // What was still seen a while later was seen then.
  expect(settledAt(views, 2_200, 800)).toBe(2_739);
  // With its page gone at once, the moment is what the next one began with.
  expect(settledAt(views, 2_450, 800)).toBe(3_250);
});
