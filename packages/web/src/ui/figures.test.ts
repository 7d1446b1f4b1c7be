import { expect, test } from 'vitest';
import {
  nameCountry,
  writeAgo,
  writeBytes,
  writeClock,
  writeCount,
  writeDuration,
  writeMany,
  writeShare,
} from './figures.ts';

const noon = new Date(2026, 10, 21, 12, 0, 0).getTime();
const hour = 3_600_000;

test('an age is told in minutes for an hour, then by the clock', () => {
  expect(writeAgo(noon - 5_000, noon)).toBe('just now');
  expect(writeAgo(noon + 5_000, noon)).toBe('just now');
  expect(writeAgo(noon - 4 * 60_000, noon)).toBe('4 min ago');
  expect(writeAgo(noon - 2 * hour, noon)).toBe('10:00');
  expect(writeAgo(noon - 14 * hour, noon)).toBe('yesterday 22:00');
  expect(writeAgo(noon - 72 * hour, noon)).toBe('18 Nov 12:00');
  expect(writeAgo(noon - 400 * 24 * hour, noon)).toBe('17 Oct 2025');
});

test('what is not quite none never reads as none, nor almost all as all', () => {
  expect([0, 0.0001, 0.042, 0.5, 0.9999, 1].map(writeShare)).toEqual([
    '0 %',
    '<0.1 %',
    '4.2 %',
    '50 %',
    '>99.9 %',
    '100 %',
  ]);
});

test('durations keep the unit that one can feel', () => {
  expect([12, 2_400, 187_000, 3_727_000].map(writeDuration)).toEqual(['12 ms', '2.4 s', '3:07', '1:02:07']);
  expect(writeClock(7_000)).toBe('0:07');
});

test('counts stay exact up to four digits', () => {
  expect([7, 9_999, 12_400].map(writeCount)).toEqual(['7', '9,999', '12.4K']);
  expect([12, 2_048, 3_145_728, 3 * 1_024 ** 3].map(writeBytes)).toEqual(['12 B', '2.0 KiB', '3.0 MiB', '3.0 GiB']);
  expect([writeMany(1, 'time'), writeMany(12_400, 'piece', 'pieces')]).toEqual(['1 time', '12,400 pieces']);
});

test('a country is called by its name, and what is none stays', () => {
  expect(['CH', 'XK', 'QQ', '', 'Elsewhere'].map(nameCountry)).toEqual([
    'Switzerland',
    'Kosovo',
    'QQ',
    '',
    'Elsewhere',
  ]);
});
