import type { IndexedSegment } from '@sightglass/measure';
import { mostExportedBytes, type StoredRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { extentOf, segmentsOfPart } from './session-part.ts';

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

test('a session reaches as far as what is stored of it, also where its row was not made anew yet', () => {
  const record = (at: number) => ({ record: { kind: 'custom', at, name: 'ordered' } }) as StoredRecord;
  expect(extentOf({ start: 10, end: 20 }, [], [])).toEqual({ from: 10, until: 20 });
  expect(extentOf({ start: 10, end: 20 }, [record(12), record(25)], [])).toEqual({ from: 10, until: 25 });
  expect(extentOf({ start: 10, end: 20 }, [record(25)], rows)).toEqual({ from: 0, until: 60 });
});
