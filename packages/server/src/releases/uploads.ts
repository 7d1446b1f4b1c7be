import type { Readable } from 'node:stream';
import type { Catalog, Incoming, KeptReleaseFile, ReleaseBlobs } from '@sightglass/store';
import { type ErrorCode, limits, type ReleaseFile, releaseFileKindOf, SightglassError } from '@sightglass/wire';
import { contradiction, partnersOf } from './file-kind.ts';

export interface IncomingFile {
  path: string;
  /** What the sender says it is; compared. */
  sha256: string | undefined;
  encoding: string | undefined;
  /** null: what came was no stream of bytes. */
  body: Readable | null;
  by: string;
}

export interface Uploads {
  /** Takes one file in, to wait until its upload is finished. @throws {SightglassError} for whatever the sender can mend */
  put(project: string, release: string, file: IncomingFile): Promise<KeptReleaseFile>;
  /** @throws {SightglassError} `upload_incomplete`, with the paths that are missing; `release_full` */
  finish(project: string, release: string, said: Finishing): Promise<void>;
  drop(project: string, release: string): Promise<void>;
  /** Forgets uploads that nobody finished, and contents and readings that nobody needs any more. */
  tidy(): Promise<void>;
}

export interface Finishing {
  files: readonly Pick<ReleaseFile, 'path' | 'sha256'>[];
  replace: boolean;
  by: string;
}

const maxAtOnce = 16;
/** A file whose row is just being written must not be taken for one that nobody needs. */
const fileGraceMs = 3_600_000;
/** Readings are made again when somebody asks. */
const readingsKeptMs = 90 * 24 * 3_600_000;
const maxIssues = 20;
const encodings: Record<string, Incoming['encoding']> = {
  '': 'identity',
  identity: 'identity',
  gzip: 'gzip',
  zstd: 'zstd',
};
const refusals: Record<string, ErrorCode> = { too_large: 'file_too_large', unpacked_too_large: 'file_too_large' };

export function createUploads(
  catalog: Pick<Catalog, 'releases' | 'projects'>,
  blobs: ReleaseBlobs,
  now: () => number,
): Uploads {
  let arriving = 0;

  async function put(project: string, release: string, file: IncomingFile): Promise<KeptReleaseFile> {
    const { path, by, body } = file;
    const kind = releaseFileKindOf(path);
    if (kind === undefined) throw new SightglassError('file_not_useful', 'Nothing is read of files with this name');
    if (body === null) throw new SightglassError('media_type', 'Send the file as application/octet-stream');
    const encoding = encodings[file.encoding ?? ''];
    if (encoding === undefined) throw new SightglassError('encoding_not_offered', 'Send it plain, gzip or zstd');
    checkRoom(await catalog.releases.files(project, release), path, 0);
    if (arriving >= maxAtOnce)
      throw new SightglassError('backlog', `${maxAtOnce} files are coming in`, { retryAfter: 1 });
    arriving += 1;
    const taken = await blobs
      .put(project, body, {
        encoding,
        maxPackedBytes: limits.maxReleaseFileBytes,
        maxBytes: limits.maxReleaseFileUnpackedBytes,
      })
      .catch(tellDiskFull)
      .finally(() => {
        arriving -= 1;
      });
    if ('refused' in taken) throw new SightglassError(refusals[taken.refused] ?? (taken.refused as ErrorCode));
    if (file.sha256 !== undefined && file.sha256 !== taken.sha256) throw new SightglassError('wrong_content');
    const wrong = contradiction(kind, taken);
    if (wrong !== undefined) throw new SightglassError('file_not_useful', wrong);
    const { sha256, bytes } = taken;
    checkRoom(await catalog.releases.files(project, release), path, bytes);
    const kept = { path, kind, sha256, bytes, ...partnersOf(kind, taken) };
    await catalog.releases.wait(project, release, kept, by);
    return { ...kept, state: 'waiting', at: now() };
  }

  async function finish(project: string, release: string, { files, replace, by }: Finishing): Promise<void> {
    const there = await catalog.releases.files(project, release);
    const known = new Set(there.map(({ path, sha256 }) => `${sha256} ${path}`));
    const missing = files.filter(({ path, sha256 }) => !known.has(`${sha256} ${path}`));
    if (missing.length > 0)
      throw new SightglassError('upload_incomplete', `${missing.length} of ${files.length} files are missing`, {
        issues: missing.slice(0, maxIssues).map(({ path }) => ({ path, message: 'was not sent, or is another one' })),
      });
    await catalog.releases.finish(project, release, files, replace, by);
    await dropOldest(project);
  }

  /** As many releases keep their files as the settings say. */
  async function dropOldest(project: string): Promise<void> {
    const { keepReleases } = await catalog.releases.settings(project);
    const finished = (await catalog.releases.list(project)).filter(({ finishedAt }) => finishedAt !== null);
    const byAge = finished.toSorted((one, other) => (other.finishedAt ?? 0) - (one.finishedAt ?? 0));
    for (const { release } of byAge.slice(keepReleases)) await catalog.releases.drop(project, release);
  }

  async function tidy(): Promise<void> {
    await catalog.releases.dropWaiting(now() - limits.releaseWaitMs);
    for (const { id } of await catalog.projects.list()) {
      const there = await blobs.list(id);
      if (there.length === 0) continue;
      const needed = new Set((await catalog.releases.allFiles(id)).map(({ sha256 }) => sha256));
      for (const { sha256, at } of there)
        if (!needed.has(sha256) && at < now() - fileGraceMs) await blobs.drop(id, sha256);
      await blobs.readings.dropUnused(id, now() - readingsKeptMs);
    }
  }

  return {
    put,
    finish,
    async drop(project, release) {
      if (!(await catalog.releases.find(project, release))) throw new SightglassError('not_found');
      const gone = await catalog.releases.files(project, release);
      await catalog.releases.drop(project, release);
      const needed = new Set((await catalog.releases.allFiles(project)).map(({ sha256 }) => sha256));
      for (const { sha256 } of gone) if (!needed.has(sha256)) await blobs.drop(project, sha256);
    },
    tidy,
  };
}

function checkRoom(there: readonly KeptReleaseFile[], path: string, bytes: number): void {
  const others = there.filter((file) => file.path !== path);
  const used = others.reduce((sum, file) => sum + file.bytes, 0);
  if (others.length >= limits.maxReleaseFiles || used + bytes > limits.maxReleaseBytes)
    throw new SightglassError('release_full', `${others.length} files with ${Math.round(used / 2 ** 20)} MB are there`);
}

function tellDiskFull(cause: unknown): never {
  const { code } = cause as { code?: string }; // errors of Node's file system carry one
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new SightglassError('disk_full', undefined, { cause });
  throw cause;
}
