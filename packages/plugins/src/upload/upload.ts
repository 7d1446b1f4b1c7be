import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ReleaseSummary, releasePath } from '@sightglass/wire';
import { type Door, filesThere, finish, sendFile, summaryNow, UploadFailed } from './door.ts';
import type { BuiltFile } from './gather.ts';

export interface Uploaded {
  /** What was sent, and what was there already. */
  sent: number;
  there: number;
  /** Files that the server does not take, with the reason. */
  refused: { path: string; reason: string }[];
  summary: ReleaseSummary;
}

export interface Progress {
  /** Files and unpacked bytes that are there by now. */
  files: number;
  bytes: number;
  ofFiles: number;
  ofBytes: number;
}

export interface UploadOptions {
  /** The release is exactly these files; without it they join those of earlier uploads. */
  replace?: boolean;
  onProgress?(progress: Progress): void;
  /** All is there, and the server takes its time to hold the maps against their scripts: it is waited for, up to five minutes. */
  onLooking?(): void;
}

const atOnce = 4;
/** The server itself answers after 20 s, whatever it has looked at by then. */
const looks = { times: 150, apartMs: 2_000 };
const pack = promisify(gzip);

/**
 * Sends what the server does not have of these files, and says then that the release consists of them. Whatever is cut short can be
 * done again: what arrived is not sent a second time, and nothing is used until the end.
 *
 * @throws {UploadFailed} when the server does not let us, or does not answer; when no file is left to upload.
 */
export async function upload(door: Door, files: readonly BuiltFile[], options: UploadOptions = {}): Promise<Uploaded> {
  const there = new Set((await filesThere(door)).map(({ path, sha256 }) => `${sha256} ${path}`));
  const refused: Uploaded['refused'] = [];
  const missing = files.filter(({ path, sha256 }) => !there.has(`${sha256} ${path}`));
  const progress: Progress = {
    files: files.length - missing.length,
    bytes: bytesOf(files) - bytesOf(missing),
    ofFiles: files.length,
    ofBytes: bytesOf(files),
  };
  options.onProgress?.({ ...progress });

  const waiting = [...missing];
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const reason = await send(door, file);
      if (reason !== undefined) refused.push({ path: file.path, reason });
      progress.files += 1;
      progress.bytes += file.bytes;
      options.onProgress?.({ ...progress });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));

  const gone = new Set(refused.map(({ path }) => path));
  const kept = files.filter(({ path }) => !gone.has(path));
  if (kept.length === 0) throw new UploadFailed('There is no file to upload.');
  const summary = await withMapsChecked(door, await finish(door, kept, options.replace ?? false), options);
  return { sent: missing.length - refused.length, there: files.length - missing.length, refused, summary };
}

/** Whoever builds hears of maps of another build now, or never. */
async function withMapsChecked(
  door: Door,
  finished: ReleaseSummary,
  { onLooking }: UploadOptions,
): Promise<ReleaseSummary> {
  let summary = finished;
  // A server of before says nothing of it.
  const isLooking = (): boolean => summary.mapsChecked === false;
  if (isLooking()) onLooking?.();
  for (let look = 0; look < looks.times && isLooking(); look += 1) {
    await door.pause(looks.apartMs);
    // All of it is there already, whether or not the server can be asked.
    summary = (await summaryNow(door).catch(() => undefined)) ?? summary;
  }
  return summary;
}

/** Answers why the server does not take it. */
async function send(door: Door, { path, file, sha256 }: BuiltFile): Promise<string | undefined> {
  const name = releasePath.safeParse(path);
  if (!name.success) return `Its name ${name.error.issues[0]?.message ?? 'is not valid'}`;
  try {
    await sendFile(door, path, sha256, await pack(await readFile(file)));
    return undefined;
  } catch (error) {
    if (error instanceof UploadFailed && error.refused) return error.message;
    throw error;
  }
}

const bytesOf = (files: readonly BuiltFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
