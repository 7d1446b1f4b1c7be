import { expect, test } from 'vitest';
import { sparkPaths } from './charts.tsx';

test('a gap in the values is a gap in the line', () => {
  const { line } = sparkPaths([0, 10, null, 10], 62, 23);
  expect(line).toBe('M1.0 21.5L21.0 1.5M61.0 1.5h.1');
});

test('nothing measured, nothing drawn', () => expect(sparkPaths([null, null], 60, 20)).toEqual({ line: '', area: '' }));

test('a trend that is all zero lies on the ground', () => {
  expect(sparkPaths([0, 0], 62, 23).line).toBe('M1.0 21.5L61.0 21.5');
});
