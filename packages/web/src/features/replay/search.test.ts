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

test('what a panel shows stands in the address, its default leaves no trace, and what it does not know counts as absent', () => {
  const shown = {
    ...({ panel: 'network', calls: 'failed', request: 'resource-1', level: 'warn', find: 'order' } as const),
    waterfall: true,
  };
  expect(readSearch(writeSearch(shown))).toMatchObject(shown);
  expect(writeSearch({ calls: 'calls', level: null, request: null, waterfall: false })).toEqual({
    ...{ calls: undefined, level: undefined, request: undefined, waterfall: undefined },
  });
  expect(readSearch({ calls: 'some', level: 'loud' })).toMatchObject({ calls: 'calls', level: null });
});

test('a link to a part of a session names it, opens at its start, and what is no part is none', () => {
  const clip = { from: 1_790_000_000_000, until: 1_790_000_005_000 };
  const texts = writeSearch({ clip, loops: true });
  expect(readSearch(texts)).toMatchObject({ clip, loops: true, place: { at: clip.from }, plays: false });
  expect(readSearch({ ...texts, t: '1790000003000' }).place).toEqual({ at: 1_790_000_003_000 });
  expect(writeSearch({ clip: null })).toEqual({ clip: undefined, loop: undefined });
  for (const wrong of ['5-1', '1790000005000-1790000000000', 'now-then'])
    expect(readSearch({ clip: wrong, loop: '1' })).toMatchObject({ clip: null, loops: false });
});
