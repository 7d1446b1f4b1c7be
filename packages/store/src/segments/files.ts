import { mkdir, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Segment, SegmentContent } from '@sightglass/wire';
import { filesIn, sizeOf } from '../missing.ts';
import { dictionariesIn, readDictionary } from './dictionaries.ts';
import { contentHash } from './entry.ts';
import { longIn, nameOfLong } from './long-strings.ts';
import {
  folderOfPack,
  hourOf,
  isWeek,
  type Kind,
  lastOfWeek,
  packEnd,
  packPath,
  projectFolder,
  renewedName,
  weekEnd,
  weekOf,
} from './paths.ts';
import { createReader } from './reader.ts';
import {
  DamagedSegment,
  type LongString,
  type PackEnd,
  type Place,
  type Segments,
  type Stored,
  type Traces,
} from './segments.ts';
import { createFileSheets } from './sheets.ts';
import { moveTexts, namedTexts } from './stored-texts.ts';
import { wasTaughtBy } from './taught.ts';
import { blobsName, openWeek, type WeekWriter } from './week-writer.ts';
import { findLong, type Stretch, wipeAround, wipeLong } from './wipe.ts';

/** Weeks that are open for writing at once; each holds up to 3 MB of dictionary and a few files. */
const maxOpenWeeks = 16;
const maxKnownWeeks = 1_000;

/** {@link Segments} in the files of one folder (see `paths.ts`). */
export function createFileSegments(root: string): Segments {
  const reader = createReader(root);
  const sheets = createFileSheets(root);
  const weeks = new Map<string, OpenWeek>();
  /** The folder that each week is written to, where it was looked for. */
  const current = new Map<string, string>();
  /** By folder: where long strings begin that no new segment is to name. */
  const left = new Map<string, Set<number>>();

  async function append(
    project: string,
    segment: Segment,
    about: { receivedAt: number; sample: boolean },
  ): Promise<Stored> {
    const { session, tab, page, seq, from, until, anchor, format, events } = segment;
    const folder = await folderOf(project, about.sample ? 'sample' : 'live', weekOf(about.receivedAt));
    const file = `${hourOf(about.receivedAt)}.pack`;
    const sent = JSON.stringify(events);
    // The writer changes what it is given; the caller's events stay as they are.
    const copy: SegmentContent = { format, events: JSON.parse(sent) };
    const { content, ...refused } = await moveTexts(sheets, project, copy, about);
    if (format === 'sightglass/1') await sheets.touch(project, namedTexts(sent), about);
    const written = await inWeek(join(projectFolder(root, project), folder), (week) => week.append(file, content));
    return {
      ...refused,
      row: {
        ...{ project, session, tab, page, seq, from, until, anchor: anchor ? 1 : 0, events: events.length },
        ...{ pack: `${folder}/${file}`, ...written, content: contentHash(sent) },
        ...{ sample: about.sample ? 1 : 0, received_at: about.receivedAt },
      },
    };
  }

  async function folderOf(project: string, kind: Kind, week: string): Promise<string> {
    const key = `${project}/${kind}/${week}`;
    const name = current.get(key) ?? lastOfWeek(week, await filesIn(join(projectFolder(root, project), kind)));
    if (current.size > maxKnownWeeks) current.clear();
    current.set(key, name);
    return `${kind}/${name}`;
  }

  async function tracesOf(project: string, rows: readonly Place[]): Promise<Traces> {
    const traces: Traces = { texts: new Set(), longs: [], folders: [] };
    const longs = new Map<string, Set<string>>();
    const payloads: string[] = [];
    for (const row of rows) {
      const payload = await payloadOf(row);
      if (payload === undefined) continue;
      payloads.push(payload.toString('latin1'));
      const written = payload.toString();
      for (const text of namedTexts(written)) traces.texts.add(text);
      const folder = folderOfPack(row.pack);
      const contents = longs.get(folder) ?? new Set();
      longs.set(folder, contents);
      for (const { content } of longIn(JSON.parse(written.slice(1)))) contents.add(content);
    }
    for (const [folder, contents] of longs)
      for (const reference of await findLong(join(projectFolder(root, project), folder, blobsName), contents))
        traces.longs.push({ folder, reference });
    const kinds = new Map<string, string>();
    for (const { pack } of rows) {
      const [kind = '', week = ''] = pack.split('/');
      if (week < (kinds.get(kind) ?? '~')) kinds.set(kind, week);
    }
    for (const [kind, first] of kinds) {
      const folder = join(projectFolder(root, project), kind);
      const later = (await filesIn(folder)).filter((name) => isWeek(name) && name.slice(0, 10) >= first.slice(0, 10));
      for (const week of later)
        if (await wasTaught(join(folder, week), payloads)) traces.folders.push(`${kind}/${week}`);
    }
    return traces;
  }

  /** One that is damaged may hold anything. */
  async function wasTaught(folder: string, payloads: readonly string[]): Promise<boolean> {
    for (const id of await dictionariesIn(folder)) {
      const dictionary = await readDictionary(folder, id).catch(() => undefined);
      if (dictionary === undefined || wasTaughtBy(dictionary.bytes, payloads)) return true;
    }
    return false;
  }

  async function leave(project: string, { folders, longs }: Traces): Promise<void> {
    for (const { folder, reference } of longs) {
      const path = join(projectFolder(root, project), folder);
      const offsets = left.get(path) ?? new Set();
      left.set(path, offsets.add(reference.offset));
    }
    for (const name of folders) {
      const [kind = '', week = ''] = name.split('/');
      const folder = join(projectFolder(root, project), kind);
      const there = await filesIn(folder);
      if (lastOfWeek(week.slice(0, 10), there) !== week) continue;
      const fresh = renewedName(week);
      await mkdir(join(folder, fresh), { recursive: true, mode: 0o700 });
      current.set(`${project}/${kind}/${week.slice(0, 10)}`, fresh);
    }
    const under = projectFolder(root, project) + sep;
    for (const [folder, { writer }] of [...weeks]) if (folder.startsWith(under)) await (await writer).leave();
  }

  async function packsOf(project: string, packs: readonly string[]): Promise<PackEnd[]> {
    const hours = new Set(packs.map((pack) => hourOfPack(pack)));
    const found: PackEnd[] = [];
    for (const kind of ['live', 'sample'] satisfies Kind[]) {
      const folder = join(projectFolder(root, project), kind);
      for (const week of (await filesIn(folder)).filter(isWeek))
        for (const file of await filesIn(join(folder, week))) {
          const pack = `${kind}/${week}/${file}`;
          if (packEnd(file) !== undefined && hours.has(hourOfPack(pack)))
            found.push({ pack, end: await sizeOf(join(folder, week, file)) });
        }
    }
    return found;
  }

  async function wipe(project: string, { pack, end }: PackEnd, kept: readonly Stretch[]): Promise<void> {
    const { folder, file } = packPath(root, project, pack);
    await wipeAround(join(folder, file), kept, end);
  }

  async function wipeLongStrings(project: string, longs: readonly LongString[]): Promise<void> {
    for (const [folder, some] of Map.groupBy(longs, (one) => one.folder))
      await wipeLong(
        join(projectFolder(root, project), folder, blobsName),
        some.map(({ reference }) => reference),
      );
  }

  async function move<Row extends Place>(rows: readonly Row[]): Promise<{ rows: Row[]; texts: Set<string> }> {
    const moved: Row[] = [];
    const texts = new Set<string>();
    for (const row of rows) {
      const { file } = packPath(root, row.project, row.pack);
      const [kind, name = ''] = row.pack.split('/');
      // Packed as on arrival: the compactor comes by again.
      const plain = file.replace(/^c/, '');
      try {
        const content = await reader.read(row);
        for (const text of namedTexts(JSON.stringify(content.events))) texts.add(text);
        const folder = await folderOf(row.project, kind === 'sample' ? 'sample' : 'live', name.slice(0, 10));
        const into = join(projectFolder(root, row.project), folder);
        const written = await inWeek(into, (week) => week.append(plain, content));
        moved.push({ ...row, ...written, pack: `${folder}/${plain}` });
      } catch (error) {
        // Its bytes are as good as gone where they are: the row leads to a gap as before.
        if (error instanceof DamagedSegment) moved.push(row);
        else throw error;
      }
    }
    return { rows: moved, texts };
  }

  async function named(row: Place, { texts, longs }: Pick<Traces, 'texts' | 'longs'>) {
    // Names are short, so they stand there before the long strings are put back: whoever erases somebody may have to look at every segment.
    const written = (await payloadOf(row))?.toString() ?? '';
    const folder = folderOfPack(row.pack);
    return {
      texts: texts.size === 0 ? [] : [...namedTexts(written)].filter((text) => texts.has(text)),
      longs: longs.filter((one) => one.folder === folder && written.includes(nameOfLong(one.reference))),
    };
  }

  async function payloadOf(row: Place): Promise<Buffer | undefined> {
    try {
      return await reader.payload(row);
    } catch (error) {
      if (error instanceof DamagedSegment) return undefined;
      throw error;
    }
  }

  async function dropFolder(project: string, name: string): Promise<void> {
    const folder = join(projectFolder(root, project), name);
    for (const open of [...weeks.keys()]) if (open === folder) await forget(open);
    left.delete(folder);
    await rm(folder, { recursive: true, force: true });
  }

  async function compact<Row extends Place>(rows: readonly Row[]): Promise<Row[]> {
    const moved: Row[] = [];
    for (const row of rows) moved.push(await compactOne(row));
    return moved;
  }

  async function compactOne<Row extends Place>(row: Row): Promise<Row> {
    const { folder, file } = packPath(root, row.project, row.pack);
    if (file.startsWith('c')) return row;
    try {
      const payload = await reader.payload(row);
      const written = await inWeek(folder, (week) => week.repack(`c${file}`, payload));
      return { ...row, ...written, pack: row.pack.replace(file, `c${file}`) };
    } catch (error) {
      if (error instanceof DamagedSegment) return row;
      throw error;
    }
  }

  /** Hands over the writer of a week's folder, which stays open meanwhile. */
  async function inWeek<T>(folder: string, work: (week: WeekWriter) => Promise<T>): Promise<T> {
    const open = await weekAt(folder);
    open.users += 1;
    try {
      return await work(await open.writer);
    } finally {
      open.users -= 1;
      await closeIdle();
    }
  }

  /** Opens again when the folder was deleted meanwhile, by whatever process. */
  async function weekAt(folder: string): Promise<OpenWeek> {
    const open = weeks.get(folder);
    if (open && !(await (await open.writer).isThere()) && weeks.get(folder) === open) await forget(folder);
    const isLeft = (offset: number): boolean => left.get(folder)?.has(offset) === true;
    const there = weeks.get(folder) ?? { writer: openWeek(folder, isLeft), users: 0 };
    // What was put in last stands at the end: the longest unused is closed first.
    weeks.delete(folder);
    weeks.set(folder, there);
    // A folder that cannot be opened now may be later.
    there.writer.catch(() => weeks.delete(folder));
    return there;
  }

  async function closeIdle(): Promise<void> {
    for (const [folder, { users }] of weeks) {
      if (weeks.size <= maxOpenWeeks) return;
      if (users === 0) await forget(folder);
    }
  }

  async function sync(): Promise<void> {
    for (const { writer } of [...weeks.values()]) await syncWeek(await writer);
  }

  /** Closes the writers of all folders whose path begins so. */
  async function forget(under: string): Promise<void> {
    for (const [folder, { writer }] of [...weeks]) {
      if (!folder.startsWith(under)) continue;
      weeks.delete(folder);
      const week = await writer;
      await syncWeek(week).finally(() => week.close());
    }
  }

  async function discard(project: string, pack: string, end: number): Promise<void> {
    const { folder, file } = packPath(root, project, pack);
    await inWeek(folder, (week) => week.discard(file, end));
  }

  async function dropBefore(time: number, only?: string): Promise<void> {
    await sheets.dropBefore(time, only);
    for (const project of only === undefined ? await filesIn(root) : [only])
      for (const kind of ['live', 'sample'] satisfies Kind[])
        for (const week of await filesIn(join(root, project, kind))) {
          const folder = join(root, project, kind, week);
          if (weekEnd(week) <= time) {
            await forget(folder);
            await rm(folder, { recursive: true, force: true });
          } else {
            for (const file of await filesIn(folder))
              if ((packEnd(file) ?? Number.POSITIVE_INFINITY) <= time) await rm(join(folder, file), { force: true });
          }
        }
  }

  async function removeSample(project: string): Promise<void> {
    const folder = join(projectFolder(root, project), 'sample' satisfies Kind);
    await forget(folder);
    await rm(folder, { recursive: true, force: true });
  }

  async function removeProject(project: string): Promise<void> {
    const folder = projectFolder(root, project);
    await forget(folder + sep);
    await rm(folder, { recursive: true, force: true });
  }

  return {
    sheets,
    append,
    sync,
    read: (row) => reader.read(row),
    compact,
    discard,
    tracesOf,
    leave,
    packsOf,
    wipe,
    wipeLong: wipeLongStrings,
    move,
    named,
    dropFolder,
    dropBefore,
    removeSample,
    removeProject,
    stop: () => sync().finally(() => forget(root)),
  };
}

/** A pack of any folder of a week, as it came or compacted. */
const hourOfPack = (pack: string): string => {
  const [kind = '', week = '', file = ''] = pack.split('/');
  return `${kind}/${week.slice(0, 10)}/${file.replace(/^c/, '')}`;
};

interface OpenWeek {
  writer: Promise<WeekWriter>;
  /** Calls that use it now. */
  users: number;
}

/** A folder that was deleted has nothing left to be made durable. */
async function syncWeek(week: WeekWriter): Promise<void> {
  if (await week.isThere()) await week.sync();
}
