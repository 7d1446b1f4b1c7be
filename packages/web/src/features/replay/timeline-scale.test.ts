import { expect, test } from 'vitest';
import type { Item } from './items.ts';
import { bandsOf, marksOn, scaleOf, shownSpan, ticksOf } from './timeline-scale.ts';

const whole = { from: 10_000, until: 110_000 };

test('ticks are round times from the session’s start, however far one looks in', () => {
  expect(ticksOf(whole, 10_000, 9).map((at) => at - 10_000)).toEqual([0, 15, 30, 45, 60, 75, 90].map((s) => s * 1_000));
  expect(ticksOf({ from: 10_730, until: 11_200 }, 10_000, 9).map((at) => at - 10_000)).toEqual([
    800, 900, 1_000, 1_100, 1_200,
  ]);
});

test('what is zoomed in on is held to the session, and what lies outside of it shows all', () => {
  expect(shownSpan(whole, { from: 0, until: 50_000 })).toEqual({ from: 10_000, until: 50_000 });
  expect(shownSpan(whole, { from: 500_000, until: 600_000 })).toBe(whole);
  expect(shownSpan(whole, null)).toBe(whole);
});

test('a thousand marks at one place are one, and marks outside of the line are none', () => {
  const errors = Array.from({ length: 1_000 }, (_, index) => ({
    key: `${index}`,
    at: 20_000 + index / 100,
    mark: 'error',
  }));
  const far = [{ key: 'far', at: 500_000, mark: 'error' }];
  expect(marksOn([...errors, ...far] as Item[], 'error', scaleOf(whole))).toHaveLength(1);
});

test('parts that touch are one band, and ten thousand are no more than the line has room for', () => {
  const scale = scaleOf(whole);
  const parts = [
    { from: 60_000, until: 70_000 },
    { from: 5_000, until: 20_000 },
    { from: 20_000, until: 30_000 },
    { from: 500_000, until: 600_000 },
  ];
  expect(bandsOf(parts, scale)).toEqual([
    { from: 5_000, until: 30_000, left: 0, right: 20 },
    { from: 60_000, until: 70_000, left: 50, right: 60 },
  ]);
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    from: 10_000 + index * 10,
    until: 10_005 + index * 10,
  }));
  expect(bandsOf(many, scale).length).toBeLessThan(1_000);
});
