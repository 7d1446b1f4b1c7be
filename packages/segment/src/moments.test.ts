import type { ReplayEvent } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import { createMadeUpPage } from './testing/made-up-page.ts';
import { from, page, segment, small } from './testing/small-page.ts';
import { createStrictPlayer } from './testing/strict-player.ts';

test('what was done and still shows is there where one begins to look, in the order in which it was done', () => {
  const tokens = [['html'], ['body'], ['p'], 'some text'];
  const did = [
    [6, 10, 1, 4, 7, 8, 0],
    [6, 11, 2, 4, 7, 8, 0],
    [6, 12, 5, 4, 0, 0, 0],
    [5, 13, [0, 30, 40, 5]],
    [13, 14, [5, 0, 5, 2]],
  ];
  const still = [
    { source: 2, type: 2, id: 4, x: 7 },
    { source: 2, type: 5, id: 4, x: 0 },
    { source: 1, positions: [{ x: 30, y: 40, id: 5 }] },
    { source: 14, ranges: [{ start: 5, end: 5 }] },
  ];
  const after = (events: readonly { type: number; data: unknown }[]): unknown[] =>
    events.slice(events.findLastIndex(({ type }) => type === 2) + 1).map(({ data }) => data);
  const sought = createSegmentReader();
  sought.quietUntil(from + 50);
  const begun = sought.read(segment([[0, 0, 1, page, tokens], [1, 0], ...did, [14, 60, 'x', {}]]));
  expect(after(begun.events).slice(0, 4)).toMatchObject(still);
});

test('to come to a moment the page is told once, as it stood there, and from there on as it changed', () => {
  const reader = createSegmentReader();
  const operations = [
    ...small,
    [3, 10, 7, 'Two parts'],
    [5, 12, [0, 10, 20, 6]],
    [13, 14, [7, 0, 7, 3]],
    [3, 20, 7, 'Three parts'],
    [3, 40, 7, 'Four parts'],
  ];
  reader.quietUntil(from + 30);
  const { events } = reader.read(segment(operations));
  expect(events.map(({ type, timestamp }) => [type, timestamp - from])).toEqual([
    [4, 30],
    [2, 30],
    [3, 30],
    [3, 30],
    [3, 40],
  ]);
  expect(JSON.stringify(events[1])).toContain('Three parts');
  expect(events[3]?.data).toEqual({ source: 14, ranges: [{ start: 7, startOffset: 0, end: 7, endOffset: 3 }] });

  const past = createSegmentReader();
  past.quietUntil(from + 90);
  expect(past.read(segment(operations)).events).toEqual([]);
  expect(JSON.stringify(past.tell(from + 90))).toContain('Four parts');
});

test('a tree that is deeper than a player builds in one go is told to its last level, wherever one begins', () => {
  const levels = Array.from({ length: 300 }, () => ['div']);
  const grown = [0, 1, 2, 3, 4].map((at) => [2, 10 + at, 4 + at * 300, [[3 + at * 300, 0, 0, levels]]]);
  const last = [[11], ['b'], 'shade', -2, 'light', ['i'], 'last'];
  const operations = [[0, 0, 1, page, [['html'], ['body']]], [1, 1], ...grown, [2, 20, 1_504, [[1_503, 0, 0, last]]]];
  const lines = (told: readonly ReplayEvent[]): string[] => {
    const player = createStrictPlayer();
    player.apply(told);
    const all = [player.page()];
    // Each level is looked at by itself: what compares is as deep as what it compares.
    for (const node of all) all.push(...(node?.shadow ?? []), ...(node?.children ?? []));
    return all.map((node) => `${node?.tag} ${node?.text} ${node?.shadow.length}`);
  };
  const whole = createSegmentReader();
  whole.quietUntil(from + 90);
  whole.read(segment(operations));
  const played = lines(createSegmentReader().read(segment(operations)).events);
  expect(played.filter((line) => line.startsWith('div'))).toHaveLength(1_500);
  expect(lines(whole.tell(from + 90))).toEqual(played);
});

test('whatever moment is asked for, the page there and what follows end at the same page as the whole does', () =>
  fc.assert(
    fc.property(fc.integer(), fc.nat(220), (seed, moment) => {
      let state = seed >>> 0;
      const made = createMadeUpPage(() => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      });
      const timed = (at: number) => made.change().map(([kind, , ...rest]) => [kind, at * 10, ...rest]);
      const operations = [...made.anchor(), ...Array.from({ length: 20 }, (_, at) => timed(at)).flat()];
      const reader = createSegmentReader();
      reader.quietUntil(from + moment);
      const { events } = reader.read(segment(operations));
      const [whole, part] = [createStrictPlayer(), createStrictPlayer()];
      whole.apply(createSegmentReader().read(segment(operations)).events);
      part.apply(events.length > 0 ? events : reader.tell(from + moment));
      expect(part.page()).toEqual(whole.page());
    }),
    { seed: 23, numRuns: 150 },
  ));
