import { expect, test } from 'vitest';
import { boundsOf, chooseBounds, chooseOne, chosenOf } from './edit-search.ts';

test('values are added to a key, taken away, and left out', () => {
  const one = chooseOne('checkout', 'role', 'admin', 'include');
  expect(one).toBe('checkout role:admin');
  const two = chooseOne(one, 'role', 'shop owner', 'include');
  expect(two).toBe('checkout role:(admin OR "shop owner")');
  expect([...chosenOf(two, 'role').included]).toEqual(['admin', 'shop owner']);
  expect(chooseOne(two, 'role', 'admin', 'clear')).toBe('checkout role:"shop owner"');
  expect(chooseOne(two, 'role', 'admin', 'exclude')).toContain('-role:admin');
  expect(chooseOne(two, 'role', 'viewer', 'only')).toBe('checkout role:viewer');
});

test('what stands beside it stays as it was written', () => {
  const search = 'status:5xx AND role:admin AND -browser:Firefox';
  expect(chooseOne(search, 'role', 'admin', 'clear')).toBe('status:5xx AND -browser:Firefox');
  expect(chooseOne('a OR b', 'role', 'admin', 'include')).toBe('(a OR b) role:admin');
  expect(chooseOne('action:x then error:* within 5s', 'device', 'mobile', 'include')).toBe(
    'action:x then error:* within 5s device:mobile',
  );
});

test('a role within an OR is not all that is asked for', () =>
  expect(chosenOf('role:admin OR browser:Firefox', 'role').included.size).toBe(0));

test('bounds of a number are written as one would, changed and taken away', () => {
  const write = (value: number): string => `${value / 1_000}s`;
  const one = chooseBounds('a OR b', 'duration', { from: 30_000, to: null }, write);
  expect(one).toBe('(a OR b) duration:>=30s');
  const two = chooseBounds(one, 'duration', { from: 30_000, to: 60_000 }, write);
  expect(two).toBe('(a OR b) duration:30s..60s');
  expect(boundsOf(two, 'duration')).toEqual({ from: 30_000, to: 60_000 });
  expect(chooseBounds(two, 'duration', { from: null, to: null }, write)).toBe('(a OR b)');
  expect(boundsOf('-duration:>5s', 'duration')).toEqual({ from: null, to: null });
});
