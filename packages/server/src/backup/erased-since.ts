import { copyFile, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalog, createCatalog } from '@sightglass/store';
import { type ErrorCode, SightglassError } from '@sightglass/wire';
import { type Known, readKnown, takeOver } from '../ledger/index.ts';
import { readKept } from '../start/engine-kept.ts';
import { BadWish } from '../start/environment.ts';
import { lockFolder } from '../start/lock.ts';
import { stopFeeding } from '../start/sample-project.ts';

/** The data folder whose place a restored one takes, locked: who is erased in it now would be missed. */
export interface FolderBefore {
  /**
   * Writes into the restored folder, on which nothing runs yet, what was erased and removed in the one before since the backup. It is carried out at the next start.
   *
   * @returns a sentence for the operator.
   * @throws {BadWish}, {SightglassError} `data_newer`, `disk_full`
   */
  carryInto(restored: string): Promise<string>;
  release(): void;
}

/** What the folder before says. */
interface Before extends Known {
  deeds: number;
  removed: ReadonlySet<string>;
  withoutSample: ReadonlySet<string>;
  retention: Map<string, { days: number; by: string }>;
}

const [ledgerName, catalogName] = ['ledger.sqlite', 'catalog.sqlite'];

/**
 * @param data - The folder that is to be made.
 * @throws {BadWish} where it is no folder of ours, or that one; {SightglassError} `data_in_use`
 */
export async function openFolderBefore(before: string, data: string): Promise<FolderBefore> {
  const [real, target] = await Promise.all([before, data].map((path) => realpath(path).catch(() => path)));
  if (real === target)
    throw new BadWish(
      `--erased-since ${before} is the folder that is to be made. Move it away first, and name it where it is then.`,
    );
  const kept = readKept(before);
  if (kept === undefined || !(await isFile(join(before, ledgerName))) || !(await isFile(join(before, catalogName))))
    throw new BadWish(
      `${before} is no data folder of Sightglass, or not a whole one: who was erased is not known there.`,
    );
  const lock = lockUnlessReadOnly(before);

  async function carryInto(restored: string): Promise<string> {
    const mine = readKept(restored);
    if (mine === undefined)
      throw new BadWish(`It is of a version that gave folders no id, so nobody can tell whether it is of ${before}.`);
    if (mine.folder !== kept?.folder)
      throw new BadWish(`It is of another Sightglass than ${before}: who was erased there never was in it.`);
    const ledger = join(restored, ledgerName);
    const here = await ofBackup(() => readKnown(ledger));
    const catalog = await ofBackup(() => openSound(join(restored, catalogName)));
    try {
      const deeds = await catalog.audit.last();
      const known = await readBefore(before, data, deeds);
      const isBehind =
        known.deeds < deeds ||
        known.reached.batch < here.reached.batch ||
        known.reached.checkpoint < here.reached.checkpoint;
      if (isBehind)
        throw new BadWish(`${before} is of an older time than the backup: it knows of nobody who was erased since.`);
      return await carry(known, catalog, ledger, before);
    } finally {
      await catalog.stop();
    }
  }

  return { carryInto, release: () => lock?.release() };
}

/** A file system that nobody can write needs no lock, and takes none: a disk that failed is mounted so. */
function lockUnlessReadOnly(folder: string): ReturnType<typeof lockFolder> | undefined {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof SightglassError && (error.cause as { code?: string } | undefined)?.code === 'EROFS')
      return undefined;
    throw error;
  }
}

/** Of copies: the folder before stays as it is, to the byte. */
async function readBefore(before: string, data: string, deeds: number): Promise<Before> {
  const copies = await mkdtemp(`${data}.reading-`);
  try {
    for (const name of [ledgerName, catalogName])
      for (const file of [name, `${name}-wal`])
        await copyFile(join(before, file), join(copies, file)).catch((error: NodeJS.ErrnoException) => {
          if (file === name || error.code !== 'ENOENT') throw error;
        });
    const known = await ofFolder(before, () => readKnown(join(copies, ledgerName)));
    const catalog = await ofFolder(before, () => openSound(join(copies, catalogName)));
    try {
      return { ...known, ...(await told(catalog, deeds)) };
    } finally {
      await catalog.stop();
    }
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/** @param deeds - What was done after this one was done since the backup. */
async function told(catalog: Catalog, deeds: number): Promise<Omit<Before, keyof Known>> {
  const withoutSample = new Set<string>();
  const filter = { by: '', did: 'sample-removed', abouts: [] } as const;
  for (const { id } of await catalog.projects.list()) {
    const [last] = await catalog.audit.list(id, filter, 1);
    if (last !== undefined && last.number > deeds) withoutSample.add(id);
  }
  const retention: Before['retention'] = new Map();
  for (const [project, days] of await catalog.retention.all())
    retention.set(project, { days, by: (await catalog.retention.of(project)).changedBy ?? '' });
  const removed = new Set((await catalog.projects.removed()).map(({ project }) => project));
  return { deeds: await catalog.audit.last(), removed, withoutSample, retention };
}

async function carry(known: Before, catalog: Catalog, ledger: string, before: string): Promise<string> {
  const there = new Set((await catalog.projects.list()).map(({ id }) => id));
  const removed = [...known.removed].filter((project) => there.delete(project));
  for (const project of removed) await catalog.projects.remove(project);
  for (const project of known.withoutSample) if (there.has(project)) await stopFeeding(catalog, project);
  for (const [project, { days, by }] of known.retention)
    if (there.has(project) && days < (await catalog.retention.of(project)).days)
      await catalog.retention.change(project, days, by);
  await catalog.wipe();
  const samples = new Set([...known.withoutSample, ...known.removals.map(({ project }) => project)]);
  const removals = [...samples].filter((project) => there.has(project)).map((project) => ({ project }));
  const erasures = known.erasures.filter(({ project }) => there.has(project));
  const erased = await ofBackup(() => takeOver(ledger, { marks: known.marks, erasures, removals }));
  const parts = [
    ...(erased > 0 ? [`${erased} marks of erased sessions`] : []),
    ...(erasures.length > 0 ? [`${erasures.length} erasures that were under way`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed projects`] : []),
    ...(removals.length > 0 ? [`the removal of sample data from ${removals.length} projects`] : []),
  ];
  return parts.length === 0
    ? `Nobody was erased, and no project removed, in ${before} since then.`
    : `Taken over from ${before}: ${parts.join(', ')}. The first start carries it out before it answers anything.`;
}

async function openSound(file: string): Promise<Catalog> {
  const catalog = await createCatalog(file);
  if (!catalog.isDamaged()) return catalog;
  await catalog.stop();
  throw new SightglassError('catalog_damaged');
}

const files: Partial<Record<ErrorCode, string>> = { ledger_damaged: ledgerName, catalog_damaged: catalogName };

async function ofFolder<Answer>(before: string, work: () => Answer | Promise<Answer>): Promise<Answer> {
  return tellDamaged(
    work,
    (file) =>
      `${join(before, file)} is damaged: who was erased cannot be read there. Restore without --erased-since, and erase them once more.`,
  );
}

async function ofBackup<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
  return tellDamaged(work, (file) => `Its ${file} was damaged when it was made: nothing can be taken over into it.`);
}

async function tellDamaged<Answer>(
  work: () => Answer | Promise<Answer>,
  say: (file: string) => string,
): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    const file = cause instanceof SightglassError ? files[cause.code] : undefined;
    throw file === undefined ? cause : new BadWish(say(file), { cause });
  }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
