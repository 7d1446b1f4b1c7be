import type { IndexedSegment } from '@sightglass/measure';
import { mostExportedBytes } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { segmentsOfPart } from './session-part.ts';

const row = (page: string, seq: number, from: number, until: number, anchor = false, length = 10): IndexedSegment => ({
  ...{ project: 'p', tab: 'tab', page, seq, from, until, anchor },
  ...{ pack: 'pack', offset: 0, length, dictionary: '' },
});
const rows = [
  row('a', 0, 0, 10, true),
  row('a', 1, 10, 20),
  row('a', 2, 20, 30, true),
  row('a', 3, 30, 40),
  row('b', 0, 40, 50, true),
  row('b', 1, 50, 60),
];
const names = (some: IndexedSegment[]) => some.map(({ page, seq }) => `${page}${seq}`).join(' ');

test('a part holds what it needs: from the last whole page before it, and nothing after it', () => {
  expect(names(segmentsOfPart(rows))).toBe('a0 a1 a2 a3 b0 b1');
  expect(names(segmentsOfPart(rows, 35, 45))).toBe('a2 a3 b0');
  expect(names(segmentsOfPart(rows, 15, 25))).toBe('a0 a1 a2');
  expect(names(segmentsOfPart(rows, 45))).toBe('b0 b1');
});

test('what is too large for a file is refused, and a part of it is not', () => {
  const large = rows.map((one) => ({ ...one, length: mostExportedBytes / 4 }));
  expect(() => segmentsOfPart(large)).toThrow(expect.objectContaining({ code: 'too_large_to_export' }));
  expect(segmentsOfPart(large, 35, 45)).toHaveLength(3);
});
