import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inspection } from '@sightglass/bundle';
import type { Catalog, ReleaseBlobs } from '@sightglass/store';
import type { CodeReading } from '@sightglass/wire';
import type { Logger } from 'pino';
import { createRemembered } from '../remembered.ts';
import type { CodeOfRelease, ReleaseCode } from './face.ts';
import type { Reading } from './reading/process.ts';
import { filesThatCount, type OwnFiles, type ReleaseFiles, toMapFile } from './release-files.ts';
import { notRead, toReading } from './summary.ts';

/** Readings that stay in memory: two releases and those somebody looks back at. One of a large product has some megabytes. */
const keptInMemory = 4;
const maxReadingBytes = 64 * 1024 * 1024;

type Outcome = { refused: string } | { inspection: Inspection };

export interface CodeReadings {
  codeOf: ReleaseCode['codeOf'];
  /** How far the reading is, without beginning one. */
  stateOf(project: string, release: string, ownFiles?: OwnFiles): Promise<CodeReading>;
}

/** Reads releases; what came of it is kept on disk by what was read and by what read it, and beside it what a list shows of it. */
export function createCodeReading(about: {
  catalog: Pick<Catalog, 'releases' | 'projects'>;
  blobs: ReleaseBlobs;
  reading: Reading;
  now: () => number;
  log: Pick<Logger, 'warn'>;
}): CodeReadings {
  const { catalog, blobs, reading, now, log } = about;
  const inMemory = createRemembered<CodeOfRelease>(keptInMemory);
  const running = new Map<string, { done: Promise<CodeOfRelease>; share: number }>();
  let reader: string | undefined;

  async function codeOf(project: string, release: string): Promise<CodeOfRelease> {
    const files = await filesThatCount(catalog, project, release);
    if (files.scripts.length === 0) return { state: 'none' };
    reader ??= hashOfReader();
    const key = keyOf(reader, files);
    const there = inMemory.get(`${project}/${key}`);
    if (there) return there;
    const one = running.get(`${project}/${key}`) ?? begin(project, release, key, files);
    const kept = await Promise.race([one.done, soon()]);
    return kept ?? { state: 'reading', ...one };
  }

  async function stateOf(project: string, release: string, ownFiles?: OwnFiles): Promise<CodeReading> {
    const files = await filesThatCount(catalog, project, release, ownFiles);
    if (files.scripts.length === 0) return notRead;
    reader ??= hashOfReader();
    const key = keyOf(reader, files);
    const one = running.get(`${project}/${key}`);
    if (one) return { ...notRead, state: 'reading', share: one.share };
    const kept = await blobs.readings.get(project, summaryKey(key), maxReadingBytes);
    return kept === undefined ? notRead : (JSON.parse(kept) as CodeReading); // written below and nowhere else
  }

  function begin(
    project: string,
    release: string,
    key: string,
    files: ReleaseFiles,
  ): { done: Promise<CodeOfRelease>; share: number } {
    const id = `${project}/${key}`;
    const onShare = (share: number) => {
      one.share = share;
    };
    const done = readOrRecall(project, release, key, files, onShare)
      .catch((error: unknown): CodeOfRelease => {
        log.warn({ err: error, release }, 'the code of a release could not be read');
        return { state: 'refused', reason: 'We were wrong; the log of the server has the cause.' };
      })
      .then((code) => {
        inMemory.set(id, code);
        running.delete(id);
        return code;
      });
    const one = { done, share: 0 };
    running.set(id, one);
    return one;
  }

  async function readOrRecall(
    project: string,
    release: string,
    key: string,
    files: ReleaseFiles,
    onShare: (share: number) => void,
  ): Promise<CodeOfRelease> {
    const kept = await blobs.readings.get(project, key, maxReadingBytes);
    if (kept !== undefined) return toCode(JSON.parse(kept) as Outcome); // written below and nowhere else
    const name = (await catalog.projects.find(project))?.name ?? '';
    const toRead = [...files.scripts, ...files.documents].map(({ path, sha256 }) => {
      const map = files.maps.get(path);
      return { path, file: blobs.fileOf(project, sha256), ...(map && { map: toMapFile(blobs, project, map) }) };
    });
    const outcome = await reading.ask({ job: 'code', about: { name, release, at: now() }, files: toRead }, onShare);
    // What did not even begin is asked again the next time; what cost too much would again.
    if (!outcome.ok && !outcome.costly) return { state: 'refused', reason: outcome.message };
    const result: Outcome = outcome.ok ? { inspection: outcome.answer } : { refused: `${outcome.message}.` };
    const summary = outcome.ok ? toReading(outcome.answer) : { ...notRead, state: 'refused', reason: outcome.message };
    await blobs.readings.put(project, key, JSON.stringify(result));
    await blobs.readings.put(project, summaryKey(key), JSON.stringify(summary));
    return toCode(result);
  }

  return { codeOf, stateOf };
}

const summaryKey = (key: string) => createHash('sha256').update(`summary ${key}`).digest('hex');

/** What is kept on disk is there within this; what must be read takes seconds. */
const soon = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 250).unref());

function toCode(outcome: Outcome): CodeOfRelease {
  return 'refused' in outcome
    ? { state: 'refused', reason: outcome.refused }
    : { state: 'read', inspection: outcome.inspection };
}

function keyOf(reader: string, { scripts, documents, maps }: ReleaseFiles): string {
  const hash = createHash('sha256').update(reader);
  for (const { path, sha256 } of scripts) hash.update(`\0${path}\0${sha256}\0${maps.get(path)?.sha256 ?? ''}`);
  for (const { path, sha256 } of documents) hash.update(`\0${path}\0${sha256}`);
  return hash.digest('hex');
}

/** Changes with every change of what reads: then everything is read again, once. */
function hashOfReader(): string {
  const face = fileURLToPath(import.meta.resolve('@sightglass/bundle'));
  const folder = dirname(face);
  const hash = createHash('sha256');
  for (const file of globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).sort())
    hash.update(file).update(readFileSync(join(folder, file)));
  return hash.update(readFileSync(join(folder, '../third-party.bin'))).digest('hex');
}
