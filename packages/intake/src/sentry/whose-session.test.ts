import { expect, test } from 'vitest';
import { sessionOf } from './whose-session.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 21, 12);
const memory = () => {
  const kept = new Map<string, string>();
  return {
    recall: (name: string) => kept.get(name),
    keep: (name: string, value: string) => void (kept.has(name) || kept.set(name, value)),
  };
};
const trace = (digit: string) => digit.repeat(32);

test('traces that name the one before them are one session, and a trace stays where it was put', () => {
  const seen = memory();
  expect(sessionOf({ trace: trace('a') }, '', now, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('b'), previous: trace('a') }, '', now + minute, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('c'), previous: trace('b') }, '', now + 50 * minute, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('b') }, '', now + 2 * minute, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('d'), previous: trace('e') }, '', now, seen)).toBe(trace('d'));
});

test('traces of one user within half an hour are one session, and after a longer silence another', () => {
  const seen = memory();
  const user = 'u';
  expect(sessionOf({ trace: trace('a'), user }, '', now, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('b'), user }, '', now + 30 * minute, seen)).toBe(trace('a'));
  expect(sessionOf({ user }, 'event-1', now + 45 * minute, seen)).toBe(trace('a'));
  expect(sessionOf({ trace: trace('c'), user }, '', now + 86 * minute, seen)).toBe(trace('c'));
  expect(sessionOf({ trace: trace('d'), user: 'other' }, '', now, seen)).toBe(trace('d'));
});
