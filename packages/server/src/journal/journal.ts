import { join } from 'node:path';
import { SightglassError } from '@sightglass/wire';
import { type Disk, type JournalFile, realDisk } from './disk.ts';
import { type Entry, encodeEntry, type FileMark, maxEntryBytes } from './entry.ts';
import type { Journal, JournalState, Teller } from './face.ts';
import { defaultFileBytes, encodeFileHead, entriesFrom, journalVersion, newSalt, pathOf, spareName } from './file.ts';
import { type Closed, openFolder } from './open.ts';
import { wipe } from './wipe.ts';

export interface JournalOptions {
  dir: string;
  /** Sequences begin after this one even when the folder is empty: the ledger's checkpoint. */
  after: number;
  teller: Teller;
  fileBytes?: number;
  /** Past this many bytes that nobody has confirmed, `backlog` is answered. */
  maxWaitingBytes?: number;
  /** Room that is left to the engine and the ledger, so that what is in the journal can still be stored. */
  minFreeBytes?: number;
  disk?: Disk;
  /** Milliseconds that never step back. */
  now?: () => number;
}

interface Waiting {
  entry: Entry;
  resolve(sequence: number): void;
  reject(error: SightglassError): void;
}

/** The file that is being written. */
interface Current extends FileMark {
  file: JournalFile;
  position: number;
  /** Up to here the blocks are written, so that a sync need not change the file's own record (STORAGE, section 6). */
  zeroed: number;
  last: number;
  /** When the first body of another SDK was written into it, by `now`. */
  rawSince?: number;
}

const maxGroupBytes = 8 * 1024 * 1024;
const maxGroupEntries = 400;
/** A file is zeroed in steps, so that the first start need not wait for 64 MiB. */
const zeroStep = Buffer.alloc(4 * 1024 * 1024);
/** One spare is kept written in advance: with the disk full, that much is still taken. */
const keptSpares = 2;
const freeLookEveryMs = 1_000;
/**
 * Bodies of other SDKs hold what they recorded, passwords too where a page let them. Once they are stored without (FAULTS P20, P23), they stay
 * no longer than about this: the file is ended, and wiped.
 */
const rawForMs = 60_000;
/** After a failure the disk is tried again at most this often; in between the same answer is given. */
const retryEveryMs = 500;

/**
 * Opens the journal in its folder, heals what a crash left, and begins a new file.
 *
 * @throws {SightglassError} `data_newer`, `data_unwritable`, `disk_full`
 */
export async function createJournal(options: JournalOptions): Promise<Journal> {
  const { dir, teller } = options;
  const disk = options.disk ?? realDisk;
  const now = options.now ?? (() => performance.now());
  const fileBytes = options.fileBytes ?? defaultFileBytes;
  const maxWaitingBytes = options.maxWaitingBytes ?? 8 * 1024 ** 3;
  const minFreeBytes = options.minFreeBytes ?? 96 * 1024 * 1024;

  const found = await openFolder(dir, disk, teller);
  const { closed, spares } = found;
  let nextGeneration = found.nextGeneration;
  let sequence = Math.max(found.last, options.after);
  let durable = sequence;
  let confirmed = Math.min(options.after, durable);
  let current: Current | undefined;
  let trouble: SightglassError | undefined;
  let retryAt = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stopping = false;
  const waiting: Waiting[] = [];
  const listeners = new Set<(durable: number) => void>();
  let writing: Promise<void> | undefined;
  let tidying: Promise<void> = Promise.resolve();
  /** Whoever wants bytes gone up to a sequence. */
  let forgetters: { upTo: number; resolve: () => void }[] = [];
  /** Those for whom the file is still to be ended, before the next entry is written. */
  let ending: typeof forgetters = [];
  /** The file is to be ended because of what it holds. */
  let ripe = false;
  /** The file that they wait for is not closed yet: until then nobody can say that it is gone. */
  let rolling = false;

  try {
    current = await openNext();
  } catch (cause) {
    const error = told(cause, dir);
    throw error.code === 'disk_full' ? error : new SightglassError('data_unwritable', error.message, { cause });
  }
  tidy();

  function append(entry: Entry): Promise<number> {
    return new Promise((resolve, reject) => {
      const refusal = refuse(entry);
      if (refusal !== undefined) reject(refusal);
      else {
        waiting.push({ entry, resolve, reject });
        write();
      }
    });
  }

  function refuse(entry: Entry): SightglassError | undefined {
    if (stopping) return new SightglassError('stopping', undefined, { retryAfter: 2 });
    if (trouble !== undefined && now() < retryAt) return trouble;
    if (waitingBytes() > maxWaitingBytes) return new SightglassError('backlog', undefined, { retryAfter: 30 });
    if (entry.body.length + 4_096 > Math.min(maxEntryBytes, fileBytes)) return new SightglassError('too_large');
    return undefined;
  }

  /** Never within the caller's turn: where there is nothing to wait for, it would be over before it is known to have begun, and count as under way for good. */
  function write(): void {
    writing ??= Promise.resolve().then(writeAll);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0 || ending.length > 0 || ripe) {
      if (ending.length > 0 || ripe) {
        forgetters.push(...ending);
        ending = [];
        ripe = false;
        // Its descriptor may be broken: then the next group meets that, and tells it.
        rolling = true;
        if (current !== undefined) await roll(current).catch(() => undefined);
        rolling = false;
        tidy();
        continue;
      }
      // What comes in the same turn of the event loop shares a write: a sync costs as much processor time as a small body.
      await new Promise(setImmediate);
      await writeGroup(takeGroup());
    }
    writing = undefined;
  }

  function takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { entry } of waiting) {
      bytes += entry.body.length;
      if (count > 0 && (bytes > maxGroupBytes || count >= maxGroupEntries)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  }

  async function writeGroup(group: Waiting[]): Promise<void> {
    try {
      await lookAtRoom();
      const sequences = await writeDown(group);
      trouble = undefined;
      durable = sequence;
      for (const [index, { resolve }] of group.entries()) resolve(sequences[index] ?? durable);
      for (const listener of listeners) listener(durable);
    } catch (cause) {
      const error = told(cause, dir);
      if (trouble?.code !== error.code) teller.warn({ dir, err: error }, 'journal cannot be written');
      trouble = error;
      retryAt = now() + retryEveryMs;
      for (const { reject } of group) reject(error);
    }
  }

  async function writeDown(group: Waiting[]): Promise<number[]> {
    const size = group.reduce((sum, { entry }) => sum + entry.body.length + 4_096, 0);
    if (current !== undefined && current.position + size > fileBytes && current.position > entriesFrom)
      await roll(current);
    current ??= await openNext();
    const mark = current;
    const sequences = group.map(() => {
      sequence += 1;
      return sequence;
    });
    mark.last = sequence;
    if (mark.rawSince === undefined && group.some(({ entry }) => isRaw(entry))) mark.rawSince = now();
    try {
      await writeEntries(mark, group, sequences);
    } catch (error) {
      await giveUp(mark);
      throw error;
    }
    return sequences;
  }

  async function writeEntries(mark: Current, group: Waiting[], sequences: number[]): Promise<void> {
    const buffers = group.flatMap(({ entry }, index) => encodeEntry(entry, sequences[index] ?? 0, mark));
    const bytes = buffers.reduce((sum, buffer) => sum + buffer.length, 0);
    while (mark.zeroed < Math.min(fileBytes, mark.position + bytes)) await zeroMore(mark);
    await mark.file.write(buffers, mark.position);
    await mark.file.sync();
    if (mark.file.links() === 0) throw new Error(`The journal's file in ${dir} was deleted while it was written`);
    mark.position += bytes;
  }

  async function zeroMore(mark: Current): Promise<void> {
    const step = Math.min(zeroStep.length, fileBytes - mark.zeroed);
    await mark.file.write([zeroStep.subarray(0, step)], mark.zeroed);
    mark.zeroed += step;
  }

  /** Takes the spare with the highest number, or makes a file; its name and head are safe when it resolves. */
  async function openNext(): Promise<Current> {
    const generation = nextGeneration;
    nextGeneration += 1;
    const path = pathOf(dir, generation);
    const spare = spares.pop();
    if (spare !== undefined) await disk.rename(join(dir, spareName(spare)), path);
    const file = await disk.open(path);
    const salt = newSalt();
    const head = encodeFileHead({ version: journalVersion, generation, salt, firstSequence: sequence + 1 });
    await file.write([head], 0);
    const next = { file, generation, salt, position: entriesFrom, last: sequence };
    const made: Current = { ...next, zeroed: spare === undefined ? entriesFrom : fileBytes };
    if (spare === undefined) await zeroMore(made);
    await file.sync();
    await disk.syncFolder(dir);
    return made;
  }

  async function roll(full: Current): Promise<void> {
    await full.file.close();
    const { generation, last, position, zeroed, rawSince } = full;
    const sound = zeroed >= fileBytes || position >= fileBytes / 2;
    closed.push({ generation, last, bytes: position, sound, raw: rawSince !== undefined });
    current = undefined;
    tidy();
  }

  /** What a failed write or sync left is unknown: nothing of it is acknowledged, and the file is not written again (FAULTS D48). */
  async function giveUp({ file, generation, last, position }: Current): Promise<void> {
    current = undefined;
    closed.push({ generation, last, bytes: position, sound: false, raw: true });
    // Its descriptor may be as broken as its blocks; the failure that led here is what is told.
    await file.close().catch(() => undefined);
  }

  async function lookAtRoom(): Promise<void> {
    if (now() - lookedAt < freeLookEveryMs) return;
    const free = await disk.freeBytes(dir);
    if (free < minFreeBytes)
      throw new SightglassError('disk_full', `Only ${free} bytes are free where ${dir} is`, { retryAfter: 10 });
    lookedAt = now();
  }

  /** Files that nobody needs any more become spares, or go; a spare is made when there is none. */
  function tidy(): void {
    tidying = tidying.then(tidyNow).catch((error: unknown) => {
      teller.warn({ dir, err: error }, 'journal files could not be recycled');
    });
  }

  async function tidyNow(): Promise<void> {
    for (let oldest = closed[0]; oldest !== undefined && oldest.last <= confirmed; oldest = closed[0]) {
      closed.shift();
      await recycle(oldest);
    }
    if (rolling) return; // it comes again when that is done
    const done = forgetters.filter(({ upTo }) => closed.every(({ last }) => last > upTo) && confirmed >= upTo);
    forgetters = forgetters.filter((one) => !done.includes(one));
    for (const { resolve } of done) resolve();
    if (spares.length === 0 && !stopping) await makeSpare();
  }

  /** Spares hold what was written into them before. */
  async function dropSpares(): Promise<void> {
    for (let spare = spares.pop(); spare !== undefined; spare = spares.pop())
      await disk.remove(join(dir, spareName(spare)));
  }

  async function recycle({ generation, bytes, sound, raw }: Closed): Promise<void> {
    const path = pathOf(dir, generation);
    if (!sound || forgetters.length > 0 || spares.length >= keptSpares) return disk.remove(path);
    if (raw) await wipe(disk, dir, generation, bytes);
    else await disk.rename(path, join(dir, spareName(generation)));
    spares.push(generation);
  }

  async function makeSpare(): Promise<void> {
    const generation = nextGeneration;
    nextGeneration += 1;
    const path = join(dir, spareName(generation));
    const file = await disk.open(path);
    try {
      for (let at = 0; at < fileBytes && !stopping; at += zeroStep.length)
        await file.write([zeroStep.subarray(0, Math.min(zeroStep.length, fileBytes - at))], at);
      await file.sync();
    } catch (error) {
      await disk.remove(path);
      throw error;
    } finally {
      await file.close();
    }
    if (stopping) await disk.remove(path);
    else spares.push(generation);
  }

  /** All of it is stored, or it has been there for long. */
  function endRaw(): void {
    if (current?.rawSince === undefined || (current.last > confirmed && now() - current.rawSince < rawForMs)) return;
    ripe = true;
    write();
  }

  function waitingBytes(): number {
    const inCurrent = current !== undefined && current.last > confirmed ? current.position : 0;
    return closed.reduce((sum, { bytes, last }) => (last > confirmed ? sum + bytes : sum), inCurrent);
  }

  return {
    append,
    confirm(upTo) {
      if (upTo <= confirmed) return;
      confirmed = Math.min(upTo, durable);
      endRaw();
      tidy();
    },
    forget() {
      const { promise, resolve } = Promise.withResolvers<void>();
      ending.push({ upTo: durable, resolve });
      // In turn with what may be making or taking a spare.
      tidying = tidying
        .then(dropSpares)
        .catch((err: unknown) => teller.warn({ dir, err }, 'spare files could not be deleted'));
      write();
      return promise;
    },
    onGrown(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: (): JournalState => ({
      durable,
      confirmed,
      waitingBytes: waitingBytes(),
      trouble: trouble?.message ?? null,
      refusal: trouble?.code ?? null,
    }),
    async stop() {
      stopping = true;
      await writing;
      await tidying;
      await current?.file.close();
      current = undefined;
    },
  };
}

/** Our own are made without in the browser. */
function isRaw({ door }: Entry): boolean {
  return door !== 'records' && door !== 'segments';
}

/** What the disk said, in the catalogue's words, with the path and without anything that was written. */
function told(cause: unknown, dir: string): SightglassError {
  if (cause instanceof SightglassError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = code === '' && cause instanceof Error ? cause.message : code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new SightglassError('disk_full', `There is no room in ${dir}: no bytes, or no inodes, are left (${code})`, {
        cause,
        retryAfter: 10,
      })
    : new SightglassError('journal_unavailable', `The journal in ${dir} cannot be written (${why})`, {
        cause,
        retryAfter: 10,
      });
}
