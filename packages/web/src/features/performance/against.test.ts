import { expect, test } from 'vitest';
import { whereOf } from '../../client/where.ts';
import { aboutAgainst, againstWords, changeOf, readAgainst, shiftOf } from './against.ts';
import { trendOf, type Vitals } from './model.ts';

const where = whereOf('p_1', { from: '2026-11-10T00:00Z', until: '2026-11-12T00:00Z', release: '1.1.0' });

test('the time before ends where the time begins; another release is asked for in the same time', () => {
  const about = aboutAgainst(where, '');
  expect(aboutAgainst(where, 'before')).toEqual({ ...about, from: about.from - 2 * 86_400_000, until: about.from });
  expect(aboutAgainst(where, 'release:1.0.0')).toEqual({ ...about, release: '1.0.0' });
  expect([againstWords(where, 'before'), againstWords(where, 'release:1.0.0')]).toEqual([
    'the 2 days before',
    'release 1.0.0',
  ]);
  expect(['before', 'release:1', 'release:', 'x', undefined].map(readAgainst)).toEqual([
    'before',
    'release:1',
    '',
    '',
    '',
  ]);
});

test('a smaller figure is better, a little is the same, and what was not measured is no change', () => {
  const verdicts = [
    changeOf(800, 1_000, 10, 99),
    changeOf(1_200, 1_000, 10, 99),
    changeOf(1_030, 1_000, 10, 99),
    changeOf(9, 1, 10, 99),
  ];
  expect(verdicts.map((change) => change?.verdict)).toEqual(['better', 'worse', 'same', 'same']);
  expect(changeOf(0.02, 0, 0.01, 10)).toEqual({ was: 0, share: null, verdict: 'worse' });
  expect(changeOf(800, 1_000, 10, 9)?.verdict).toBe('unsure');
  expect([changeOf(null, 1, 1, 99), changeOf(1, null, 1, 99)]).toEqual([null, null]);
});

test('two times lie beside each other in the trend, from the first point of either to the last', () => {
  const answer = (trend: Vitals['trend']): Vitals => ({ overall: [], routes: [], bucketMs: 10, trend });
  const shiftMs = 1_000;
  const point = (at: number, p75: number) => ({ name: 'LCP' as const, at, p75, samples: 1 });
  const trend = trendOf(answer([point(1_110, 7)]), 'LCP', { answer: answer([point(100, 5), point(130, 6)]), shiftMs });
  expect(trend).toEqual({
    at: [1_100, 1_110, 1_120, 1_130],
    p75: [null, 7, null, null],
    samples: [0, 1, 0, 0],
    was: [5, null, null, 6],
  });
  expect(shiftOf(where, 'before')).toBe(2 * 86_400_000);
});
