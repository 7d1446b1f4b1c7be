import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SightglassError } from '@sightglass/wire';
import type { Disk } from './disk.ts';
import type { Teller } from './face.ts';
import { type FileHead, journalVersion, listGenerations, pathOf, readFileHead, spareName } from './file.ts';
import { scanFile } from './scan.ts';
import { isWiped, listWiping } from './wipe.ts';

/** A file that is written no more. */
export interface Closed {
  generation: number;
  /** No entry in it has a higher sequence. */
  last: number;
  bytes: number;
  /** Whether its blocks can be trusted with other entries later: all are written, and none of them failed. */
  sound: boolean;
  /** Holds bodies of other SDKs, as they came: of what people typed, too. */
  raw: boolean;
}

/** What was found in the folder at the start. */
export interface Folder {
  closed: Closed[];
  /** Generations whose files wait, written once already, to be used again. */
  spares: number[];
  /** The last whole entry; 0: there is none. */
  last: number;
  nextGeneration: number;
}

/**
 * Reads what an earlier process left. Nothing is appended to its files any more, so whatever was torn at their ends stays
 * outside: readers stop before it. Only the newest file is read through, so a start does not depend on the backlog.
 *
 * @throws {SightglassError} `data_newer`, `data_unwritable`
 */
export async function openFolder(dir: string, disk: Disk, teller: Teller): Promise<Folder> {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (cause) {
    throw new SightglassError('data_unwritable', `The journal's folder ${dir} cannot be made`, { cause });
  }
  for (const path of listWiping(dir)) await disk.remove(path);
  const spares: number[] = [];
  for (const generation of listGenerations(dir, 'spare'))
    if (isWiped(join(dir, spareName(generation)))) spares.push(generation);
    else await disk.remove(join(dir, spareName(generation)));
  const heads: (FileHead & { path: string; bytes: number })[] = [];
  let nextGeneration = Math.max(0, ...spares) + 1;
  for (const generation of listGenerations(dir, 'journal')) {
    nextGeneration = Math.max(nextGeneration, generation + 1);
    const path = pathOf(dir, generation);
    const head = readFileHead(path);
    if (head !== undefined && head.version > journalVersion)
      throw new SightglassError(
        'data_newer',
        `${path} has version ${head.version}, this program knows ${journalVersion}`,
      );
    if (head?.generation === generation) heads.push({ ...head, path, bytes: statSync(path).size });
    else await putAside(dir, generation, head !== undefined || statSync(path).size === 0, disk, teller);
  }
  const closed = heads.map((head, index) => ({
    generation: head.generation,
    last: (heads[index + 1]?.firstSequence ?? 0) - 1,
    bytes: head.bytes,
    // What is in it nobody remembers: it is not used again.
    sound: false,
    raw: true,
  }));
  const newest = heads.at(-1);
  const tail = closed.at(-1);
  if (newest === undefined || tail === undefined) return { closed: [], spares, last: 0, nextGeneration };
  tail.last = readThrough(newest.path, newest, teller);
  return { closed, spares, last: tail.last, nextGeneration };
}

/** @returns the last sequence in the file, or the one before its first. */
function readThrough(path: string, head: FileHead, teller: Teller): number {
  const scan = scanFile(path, head);
  let last = head.firstSequence - 1;
  try {
    for (let found = scan.next(); found !== undefined; found = scan.next())
      if ('entry' in found) last = found.entry.sequence;
      else
        teller.warn({ path, offset: found.damage.offset, bytes: found.damage.bytes.length }, 'journal is damaged here');
    if (scan.rest() !== undefined)
      teller.warn({ path, offset: scan.offset() }, 'journal ended in the middle of an entry: it was cut there');
  } finally {
    scan.stop();
  }
  return last;
}

/** A file that never was begun (the crash came between its name and its head) is free; one that cannot be read is kept aside. */
async function putAside(dir: string, generation: number, unused: boolean, disk: Disk, teller: Teller): Promise<void> {
  const path = pathOf(dir, generation);
  if (unused) {
    await disk.remove(path);
    teller.info({ path }, 'journal file was never begun: removed');
  } else {
    const kept = join(dir, spareName(generation).replace('.spare', '.damaged'));
    await disk.rename(path, kept);
    teller.warn({ path, kept }, 'journal file has no readable head: kept aside');
  }
}
