import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a folder's disk makes of a sync, on which every acknowledgement rests (docs/adr/0002). `memory`: the folder is one of a file system
 * that a restart of the machine empties. `at-once`: syncs come back before any device could have been asked (a library or a setting that
 * makes them nothing). A device that answers for what it has not written cannot be told from a quick one.
 */
export type SyncTest = 'kept' | 'memory' | 'at-once';

/** The kernel's numbers of tmpfs and ramfs (include/uapi/linux/magic.h). */
const inMemory = new Set([0x01021994, 0x858458f6]);
const rounds = 9;
/** To ask a device takes 20 µs at the very best, a system call that does nothing less than one. */
const soonestMs = 0.005;
const page = Buffer.alloc(4_096);

/** Writes and syncs a small file there a few times; a tenth of a second on the slowest of disks. @throws what the file system throws */
export function testSync(dir: string, sync: (file: number) => void = fdatasyncSync): SyncTest {
  if (inMemory.has(statfsSync(dir).type)) return 'memory';
  const path = join(dir, 'sync-test');
  const file = openSync(path, 'w', 0o600);
  try {
    const took = Array.from({ length: rounds }, (_, round) => {
      page[0] = round;
      writeSync(file, page, 0, page.length, 0);
      const begun = performance.now();
      sync(file);
      return performance.now() - begun;
    });
    // The median: a machine that is busy makes one of them long, and a first one on a new file is.
    const median = took.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    return median < soonestMs ? 'at-once' : 'kept';
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

/** For the operator, at the start and from the doctor. undefined: nothing is wrong. */
export function warnOfSync(test: SyncTest): { says: string; help: string } | undefined {
  if (test === 'memory')
    return {
      says: 'The data folder lies in memory: a restart of the machine loses all of it.',
      help: 'Set SIGHTGLASS_DATA to a folder on a disk.',
    };
  if (test === 'at-once')
    return {
      says: 'The disk of the data folder says that it has written what it cannot have written yet: a power cut loses what was acknowledged.',
      help: 'Look for a library or a mount option that makes syncs nothing (libeatmydata, nobarrier), or choose another disk.',
    };
  return undefined;
}
