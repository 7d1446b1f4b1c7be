import { expect, test } from 'vitest';
import { readSearch, writeSearch } from './search.ts';

test.each([
  ['1790000000000', { at: 1_790_000_000_000 }],
  ['83', { afterMs: 83_000 }],
  ['1:23', { afterMs: 83_000 }],
  ['1:02:03', { afterMs: 3_723_000 }],
  ['soon', null],
])('?t=%s is a place in the session', (t, place) => expect(readSearch({ t }).place).toEqual(place));

test('a link to a moment opens it at rest, a bare one plays', () => {
  expect(readSearch({ t: '5' }).plays).toBe(false);
  expect(readSearch({ t: '5', play: '1' }).plays).toBe(true);
  expect(readSearch({}).plays).toBe(true);
});

test('a change of one thing leaves the others of the URL alone', () => {
  expect(writeSearch({ tab: null })).toEqual({ tab: undefined });
  expect(readSearch(writeSearch({ at: 1_790_000_000_000, groups: ['errors'] }))).toMatchObject({
    place: { at: 1_790_000_000_000 },
    groups: ['errors'],
  });
});
