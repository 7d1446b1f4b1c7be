import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filesIn, timeOf } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import type { Damage, Entry, Journal, Numbered } from '../journal/index.ts';
import type { SetAside } from '../ledger/index.ts';
import type { Quarantine, Quarantined } from './face.ts';
import { createFinder } from './finder.ts';

/** Where the digest puts what it cannot take. */
export interface Aside {
  /** Safe on the disk when it resolves. The same entry again replaces itself. */
  putEntry(entry: Numbered, reason: string): Promise<void>;
  putDamage(damage: Damage): Promise<void>;
  /** Deletes what was put aside before this time. @param project - Default: of all, and damaged bytes of nobody's. */
  dropBefore(time: number, project?: string): Promise<void>;
  /** Deletes everything of the project. */
  dropAll(project: string): Promise<void>;
  /** How many bodies of the project, and damaged bytes of nobody's, hold one of these texts, packed or not. */
  countHolding(project: string, texts: readonly string[]): Promise<number>;
  /** Deletes them. @param mark - Told of them before they go. */
  dropHolding(project: string, texts: readonly string[], mark: (bodies: SetAside[]) => void): Promise<void>;
  /** Deletes those of all projects of which this is so. */
  dropErased(isErased: (body: SetAside) => boolean): Promise<void>;
}

/** The file beside a body. Damaged bytes of the journal have no entry any more. */
interface Meta extends Quarantined {
  entry: Omit<Entry, 'body'> | null;
}

const maxListed = 200;
/** Damaged bytes whose project cannot be told, and whatever names one that is none. */
const nobody = 'unknown';

/** Keeps bodies aside: `<dir>/<project>/<id>.body` with a `.json` beside it; there is nothing without the latter. */
export function createAside(dir: string, now: () => number): Aside {
  async function put(project: string, meta: Meta, body: Buffer): Promise<void> {
    const folder = join(dir, folderOf(project));
    await mkdir(folder, { recursive: true });
    await writeSafely(join(folder, `${meta.id}.body`), body);
    await writeSafely(join(folder, `${meta.id}.json`), Buffer.from(JSON.stringify(meta)));
  }

  async function* holding(project: string, texts: readonly string[]): AsyncGenerator<string> {
    const finder = createFinder(texts);
    for (const folder of [folderOf(project), nobody])
      for (const name of await filesIn(join(dir, folder))) {
        const path = join(dir, folder, name);
        if (name.endsWith('.body') && (finder(await readFile(path)) || finder(await metaOf(path)))) yield path;
      }
  }

  return {
    async putEntry({ sequence, body, ...entry }, reason) {
      const { receivedAt, door, tries } = entry;
      const id = `e${String(sequence).padStart(15, '0')}`;
      await put(entry.project, { id, receivedAt, door, reason, bytes: body.length, tries, entry }, body);
    },
    async putDamage({ generation, offset, project, bytes }) {
      const id = `d${String(generation).padStart(10, '0')}-${offset}`;
      const about = { id, receivedAt: now(), door: 'journal', reason: 'damaged in the journal', tries: 0, entry: null };
      await put(project ?? nobody, { ...about, bytes: bytes.length }, bytes);
    },
    async countHolding(project, texts) {
      let count = 0;
      for await (const _ of holding(project, texts)) count += 1;
      return count;
    },
    async dropHolding(project, texts, mark) {
      const paths: string[] = [];
      for await (const path of holding(project, texts)) paths.push(path);
      const bodies = await Promise.all(paths.map(bodyOf));
      mark(bodies.filter((body) => body !== undefined));
      for (const path of paths) await remove(path);
    },
    async dropErased(isErased) {
      for (const folder of await filesIn(dir))
        for (const name of await filesIn(join(dir, folder))) {
          const path = join(dir, folder, name);
          const body = name.endsWith('.body') ? await bodyOf(path) : undefined;
          if (body !== undefined && isErased(body)) await remove(path);
        }
    },
    async dropAll(project) {
      const folder = folderOf(project);
      if (folder !== nobody) await rm(join(dir, folder), { recursive: true, force: true });
    },
    async dropBefore(time, project) {
      // In this order a body goes after what names it.
      for (const folder of project === undefined ? await filesIn(dir) : [folderOf(project)])
        for (const name of (await filesIn(join(dir, folder))).sort().reverse()) {
          const path = join(dir, folder, name);
          if (((await timeOf(path)) ?? time) < time) await rm(path, { force: true });
        }
    },
  };
}

/** In this order a body goes after what names it. */
async function remove(body: string): Promise<void> {
  await rm(body.replace(/body$/, 'json'), { force: true });
  await rm(body, { force: true });
}

/** undefined: nothing names it. */
async function bodyOf(path: string): Promise<SetAside | undefined> {
  try {
    const { id, receivedAt } = JSON.parse((await metaOf(path)).toString()) as Meta; // written by us, above
    return { project: basename(dirname(path)), id, receivedAt };
  } catch {
    return undefined;
  }
}

/** Without one, nothing names the body, which then is all there is. */
function metaOf(body: string): Promise<Buffer> {
  return readFile(body.replace(/body$/, 'json')).catch(() => Buffer.alloc(0));
}

/** The server's side: what the settings show and do. */
export function openQuarantine(dir: string, journal: Pick<Journal, 'append'>): Quarantine {
  const pathOf = (project: string, id: string) =>
    join(dir, folderOf(project), /^[a-z0-9-]{1,64}$/.test(id) ? id : nobody);

  async function read(project: string, id: string): Promise<Meta> {
    try {
      return JSON.parse(await readFile(`${pathOf(project, id)}.json`, 'utf8')) as Meta; // written by us, above
    } catch (cause) {
      throw new SightglassError('not_found', undefined, { cause });
    }
  }

  /** First what makes it findable: a crash in between leaves a body that nothing names. */
  async function remove(project: string, id: string): Promise<void> {
    await rm(`${pathOf(project, id)}.json`, { force: true });
    await rm(`${pathOf(project, id)}.body`, { force: true });
  }

  return {
    async list(project) {
      const names = await filesIn(join(dir, folderOf(project)));
      const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
      const newest = ids.sort().reverse().slice(0, maxListed);
      const metas = await Promise.all(newest.map((id) => read(project, id)));
      return { quarantined: metas.map(({ entry: _, ...shown }) => shown), total: ids.length };
    },
    async retry(project, id) {
      const { entry, tries } = await read(project, id);
      if (entry === null)
        throw new SightglassError('bad_request', 'These bytes are no whole body, so they cannot be run again');
      const body = await readFile(`${pathOf(project, id)}.body`);
      await journal.append({ ...entry, tries: tries + 1, body });
      await remove(project, id);
    },
    async drop(project, id) {
      await read(project, id);
      await remove(project, id);
    },
  };
}

/** No folder: nothing was ever put there. */
function folderOf(project: string): string {
  return /^p_[a-z0-9]{1,32}$/.test(project) ? project : nobody;
}

async function writeSafely(path: string, bytes: Buffer): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(join(path, '..'), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
