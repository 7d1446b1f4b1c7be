import type { ReplayEvent } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { pageAt } from './page-at.ts';
import type { PageStream, Recording } from './recording.ts';
import { density, idleSpans, pageChanges } from './tracks.ts';

const address = (at: number, href: string): ReplayEvent => ({
  type: 4,
  timestamp: at,
  data: { href, width: 1, height: 1 },
});

function streamOf(tab: string, page: string, from: number, until: number, activity: number[]): PageStream {
  return {
    tab,
    page,
    from,
    until,
    events: [address(from, `http://x/${page}?q=1`)],
    anchors: [],
    activity,
    notes: [],
    format: 'rrweb/2',
  };
}

const recording: Recording = {
  pages: [streamOf('a', 'one', 0, 50_000, [0, 40_000]), streamOf('b', 'two', 10_000, 60_000, [10_000, 20_000])],
  gaps: [],
  from: 0,
  until: 60_000,
  refused: 0,
};

test('the stage follows the tab in which something was done last', () => {
  const followed = [0, 9_000, 15_000, 39_000, 41_000].map((at) => pageAt(recording, at)?.tab);
  expect(followed).toEqual(['a', 'a', 'b', 'b', 'a']);
});

test('a tab that is held shows its own page, and none before it was opened', () => {
  expect(pageAt(recording, 41_000, 'b')?.page).toBe('two');
  expect(pageAt(recording, 5_000, 'b')).toBeNull();
});

test('a rest ends a second before what comes next, and short pauses are none', () =>
  expect(idleSpans([1_000, 4_000, 30_000], { from: 0, until: 33_000 })).toEqual([{ from: 5_000, until: 29_000 }]));

test('density tells the share of the busiest slice', () =>
  expect(density([0, 1, 2, 60, 99], { from: 0, until: 100 }, 4)).toEqual([1, 0, 1 / 3, 1 / 3]));

test('page changes are told by path alone, in order', () =>
  expect(pageChanges(recording).map(({ at, path }) => [at, path])).toEqual([
    [0, '/one'],
    [10_000, '/two'],
  ]));
