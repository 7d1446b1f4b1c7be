import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, realDisk } from './disk.ts';
import { createJournal, type JournalOptions } from './journal.ts';
import { createReader } from './reader.ts';

const silent = { info: () => undefined, warn: () => undefined };
const fileBytes = 24 * 1024;
const sectorBytes = 512;
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sg-power-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** What the disk would hold after a power cut, and what was promised by then. */
interface Image {
  files: Map<string, Buffer>;
  acknowledged: Map<number, string>;
  confirmed: number;
}
interface Inode {
  durable: Buffer;
  pending: { position: number; bytes: Buffer }[];
}
type Names = Map<string, Inode>;

/** The same numbers for the same seed (mulberry32). */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function written(before: Buffer, position: number, bytes: Buffer): Buffer {
  const after = Buffer.alloc(Math.max(before.length, position + bytes.length));
  before.copy(after);
  bytes.copy(after, position);
  return after;
}

/**
 * The real disk, beside which stands what of it is safe: the bytes of a file since its last sync, and the names of the folder since its last
 * one. Before every operation the power may fail: then any of the writes since may be there, whole, torn between sectors or not at all, and
 * the changes of names up to any of them.
 */
function createTraced(dice: () => number, onMoment: (image: () => Map<string, Buffer>) => void): Disk {
  const names: Names = new Map();
  let safe: Names = new Map();
  let changes: ((of: Names) => void)[] = [];

  function change(apply: (of: Names) => void): void {
    apply(names);
    changes.push(apply);
  }
  function image(): Map<string, Buffer> {
    const there = new Map(safe);
    for (const apply of changes.slice(0, Math.floor(dice() * (changes.length + 1)))) apply(there);
    return new Map([...there].map(([name, inode]) => [name, afterCut(inode)]));
  }
  function afterCut({ durable, pending }: Inode): Buffer {
    let bytes = durable;
    for (const write of pending) {
      if (dice() < 0.3) continue;
      const sectors = Math.ceil(write.bytes.length / sectorBytes);
      const kept = dice() < 0.5 ? sectors : Math.floor(dice() * sectors);
      if (kept > 0) bytes = written(bytes, write.position, write.bytes.subarray(0, kept * sectorBytes));
    }
    return bytes;
  }

  return {
    ...realDisk,
    async open(path) {
      onMoment(image);
      const name = basename(path);
      const file = await realDisk.open(path);
      const inode = names.get(name) ?? { durable: Buffer.alloc(0), pending: [] };
      if (!names.has(name)) change((of) => of.set(name, inode));
      return {
        ...file,
        async write(buffers, position) {
          inode.pending.push({ position, bytes: Buffer.concat(buffers) });
          onMoment(image);
          await file.write(buffers, position);
        },
        async sync() {
          const synced = inode.pending.length;
          onMoment(image);
          for (const { position, bytes } of inode.pending.splice(0, synced))
            inode.durable = written(inode.durable, position, bytes);
        },
      };
    },
    async rename(from, to) {
      await realDisk.rename(from, to);
      change((of) => {
        const inode = of.get(basename(from));
        of.delete(basename(from));
        if (inode !== undefined) of.set(basename(to), inode);
      });
      onMoment(image);
    },
    async remove(path) {
      await realDisk.remove(path);
      change((of) => of.delete(basename(path)));
      onMoment(image);
    },
    async syncFolder() {
      onMoment(image);
      safe = new Map(names);
      changes = [];
    },
  };
}

/** For what is only looked at: as it is, without its cost. */
const unsynced: Disk = {
  ...realDisk,
  open: async (path) => ({ ...(await realDisk.open(path)), sync: async () => undefined }),
  syncFolder: async () => undefined,
};
const open = (more: Partial<JournalOptions>) =>
  createJournal({ dir: root, after: 0, teller: silent, fileBytes, ...more });
const about = { project: 'p_abcdefabcdef', encoding: 'identity', sample: false, tries: 0 } as const;

/** Writes, confirms and goes through files; at many moments on the way the power fails. */
async function record(seed: number): Promise<Image[]> {
  const dice = createDice(seed);
  const images: Image[] = [];
  const acknowledged = new Map<number, string>();
  let confirmed = 0;
  const disk = createTraced(dice, (image) => {
    if (dice() < 0.35) images.push({ files: image(), acknowledged: new Map(acknowledged), confirmed });
  });
  const dir = join(root, `written-${seed}`);
  const journal = await open({ dir, disk });
  for (let round = 0; round < 60; round += 1) {
    const group = Array.from({ length: 1 + Math.floor(dice() * 3) }, async (_, index) => {
      const text = `${seed}.${round}.${index} ${'x'.repeat(Math.floor(dice() * 3_000))}`;
      // Files with bodies of other SDKs are wiped before they are used again.
      const door = dice() < 0.5 ? ('sentry' as const) : ('records' as const);
      const entry = { ...about, door, receivedAt: 1, userAgent: '', body: Buffer.from(text) };
      acknowledged.set(await journal.append(entry), text);
    });
    await Promise.all(group);
    if (dice() < 0.4) {
      const { durable } = journal.state();
      confirmed = dice() < 0.3 ? durable : Math.floor(confirmed + dice() * (durable - confirmed));
      journal.confirm(confirmed);
    }
  }
  await journal.stop();
  return images;
}

test.each([1, 2])(
  'W68, W69: whenever the power fails, all that was acknowledged is there, under its own number (%i)',
  async (seed) => {
    const images = await record(seed);
    expect(images.length).toBeGreaterThan(20);
    for (const [number, { files, acknowledged, confirmed }] of images.entries()) {
      const dir = join(root, `cut-${number}`);
      mkdirSync(dir);
      for (const [name, bytes] of files) writeFileSync(join(dir, name), bytes);
      const journal = await open({ dir, after: confirmed, disk: unsynced });
      const reader = createReader(dir, confirmed);
      const found = new Map<number, string>();
      const { durable } = journal.state();
      for (let read = reader.next(durable); read !== undefined; read = reader.next(durable))
        if ('entry' in read) found.set(read.entry.sequence, read.entry.body.toString());
      reader.stop();
      await journal.stop();
      for (const [sequence, text] of acknowledged)
        if (sequence > confirmed) expect(found.get(sequence), `entry ${sequence} of image ${number}`).toBe(text);
      // What was not acknowledged is whole or not there; and no number is given twice.
      for (const text of found.values()) expect(text).toMatch(/^\d+\.\d+\.\d+ x*$/);
      expect(durable).toBeGreaterThanOrEqual(Math.max(0, ...acknowledged.keys()));
      rmSync(dir, { recursive: true });
    }
  },
);
