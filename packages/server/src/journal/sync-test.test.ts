import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testSync, warnOfSync } from './sync-test.ts';

/** A folder on the disk that the repository lies on: where temporary files are may be memory. */
function inFolder<T>(parent: string, look: (dir: string) => T): T {
  const dir = mkdtempSync(`${parent}/sync-test-`);
  try {
    return look(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}
const disk = `${import.meta.dirname}/../../../../node_modules`;

test('W70: a disk that writes before it answers is nothing to warn of, and keeps nothing of the test', () => {
  inFolder(disk, (dir) => {
    expect(testSync(dir)).toBe('kept');
    expect(readdirSync(dir)).toEqual([]);
  });
  expect(warnOfSync('kept')).toBeUndefined();
});

test('W70: a sync that answers without asking the disk is found out, and said', () => {
  expect(inFolder(disk, (dir) => testSync(dir, () => undefined))).toBe('at-once');
  expect(warnOfSync('at-once')?.says).toContain('a power cut loses what was acknowledged');
});

test.skipIf(!existsSync('/dev/shm'))('W70: a folder in memory is found out, and said', () => {
  expect(inFolder('/dev/shm', (dir) => testSync(dir))).toBe('memory');
  expect(warnOfSync('memory')?.help).toContain('SIGHTGLASS_DATA');
});
