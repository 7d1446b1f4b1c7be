import { encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFault, readMap } from './read.ts';

const sources = ['src/a.ts', 'src/b.ts'];
const names = ['one', 'two'];
const mapOf = (mappings: string, more: object = {}) =>
  JSON.stringify({ version: 3, sources, names, mappings, ...more });

const segment = fc.tuple(fc.nat(5_000), fc.nat(1), fc.nat(90_000), fc.nat(5_000), fc.nat(1));
const lines = fc.array(
  fc
    .array(segment, { maxLength: 20 })
    .map((line) => [...new Map(line.map((one) => [one[0], one])).values()].sort((a, b) => a[0] - b[0])),
  { maxLength: 8 },
);

test('what stands from one place to another is of the first segment in it, and not of the one that ends where it begins', () => {
  const map = readMap(mapOf('AAAA,UAIE;AAAA'));
  if (isFault(map)) throw new Error(map.message);
  const lineAt = (column: number, until?: number) => map.originalAt(1, column, until)?.line;
  expect([lineAt(8), lineAt(8, 10), lineAt(8, 11), lineAt(0, 40), lineAt(10, 40)]).toEqual([1, 1, 5, 1, 5]);
  expect(map.originalAt(2, 3, 40)?.line).toBe(5);
});

test('whatever another library encodes is found again, at its place and up to the next', () => {
  fc.assert(
    fc.property(lines, fc.nat(7), fc.nat(6_000), (written, row, column) => {
      const map = readMap(mapOf(encode(written as SourceMapMappings)));
      if (isFault(map)) throw new Error(map.message);
      const expected = written[row]?.findLast(([at]) => at <= column);
      expect(map.originalAt(row + 1, column)).toEqual(
        expected && { source: expected[1], line: expected[2] + 1, column: expected[3], name: names[expected[4]] },
      );
    }),
    { seed: 1 },
  );
});

test('sections stand where they say, each with its own sources', () => {
  const map = readMap(
    JSON.stringify({
      version: 3,
      sections: [
        { offset: { line: 0, column: 0 }, map: { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' } },
        { offset: { line: 0, column: 100 }, map: { version: 3, sources: ['b.ts'], names: [], mappings: 'AAEA;AACA' } },
      ],
    }),
  );
  if (isFault(map)) throw new Error(map.message);
  expect(map.sources.map(({ label }) => label)).toEqual(['a.ts', 'b.ts']);
  expect(map.originalAt(1, 99)).toMatchObject({ source: 0, line: 1 });
  expect(map.originalAt(1, 100)).toMatchObject({ source: 1, line: 3 });
  expect(map.originalAt(2, 0)).toMatchObject({ source: 1, line: 4 });
});

test('a name that climbs out of its root is only a name', () => {
  const map = readMap(mapOf('', { sources: ['../../../etc/passwd', 'webpack://app/./src/x.ts?4f2a', 'a\u0000b.ts'] }));
  if (isFault(map)) throw new Error(map.message);
  expect(map.sources.map(({ label }) => label)).toEqual(['etc/passwd', 'src/x.ts', 'ab.ts']);
});

test.each([
  ['no JSON', '{', 'bad_map'],
  ['a list', '[]', 'bad_map'],
  ['an old version', JSON.stringify({ version: 2, sources, names, mappings: '' }), 'bad_map'],
  ['mappings that are no text', mapOf('').replace('"mappings":""', '"mappings":[]'), 'bad_map'],
  ['sources that are numbers', mapOf('', { sources: [1] }), 'bad_map'],
  ['a digit outside the alphabet', mapOf('AA!A'), 'bad_map'],
  ['a number without end', mapOf('g'.repeat(100_000)), 'bad_map'],
  ['a source that is not there', mapOf('AEAA'), 'bad_map'],
  ['a place before the first line', mapOf('AADA'), 'bad_map'],
  ['a segment of two numbers', mapOf('AA'), 'bad_map'],
  ['a section at infinity', '{"version":3,"sections":[{"offset":{"line":1e999,"column":0},"map":{}}]}', 'bad_map'],
  [
    'a section within a section',
    '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{"version":3,"sections":[]}}]}',
    'bad_map',
  ],
  ['sections without end', JSON.stringify({ version: 3, sections: Array(20_000).fill(0) }), 'map_too_large'],
  ['sources without end', mapOf('', { sources: Array(200_000).fill('') }), 'map_too_large'],
  ['lines without end', mapOf(';'.repeat(20_000_000)), 'map_too_large'],
  ['segments without end', mapOf('A,'.repeat(9_000_000)), 'map_too_large'],
])('a map with %s is a fault, told at once', (_, text, code) => {
  // Of this thread alone: others may want the machine as well.
  const began = process.threadCpuUsage();
  expect(readMap(text)).toMatchObject({ code });
  expect(process.threadCpuUsage(began).user / 1_000).toBeLessThan(2_000);
});
