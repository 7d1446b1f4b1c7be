import { finishRelease, listReleaseFiles, putReleaseFile } from '@sightglass/wire';
import { client, describeFailure, ProblemError } from '../../../client/index.ts';
import type { Chosen } from './model.ts';

export interface Sending {
  files: number;
  of: number;
  /** Of all bytes, 0 to 1. */
  share: number;
}

export interface Sent {
  files: number;
  /** How many of them were there already, and were not sent again. */
  there: number;
  refused: { path: string; reason: string }[];
}

const atOnce = 3;

/**
 * Sends what a release does not have of these files and finishes the upload with all that were taken; where none was, nothing is finished.
 * What a file itself is refused for is told; whatever else fails ends it, and what arrived by then is not sent again the next time.
 */
export async function sendFiles(
  about: { project: string; release: string },
  chosen: readonly Chosen[],
  tell: (sending: Sending) => void,
): Promise<Sent> {
  const total = chosen.reduce((sum, { file }) => sum + file.size, 0) || 1;
  const { files: before } = await client.ask(listReleaseFiles, { params: about });
  const known = new Set(before.map(({ path, sha256 }) => `${sha256} ${path}`));
  const waiting = [...chosen];
  const taken: { path: string; sha256: string }[] = [];
  const refused: Sent['refused'] = [];
  let there = 0;
  let bytes = 0;

  async function one({ path, file }: Chosen): Promise<void> {
    const sha256 = known.size === 0 ? undefined : await hashOf(file);
    if (sha256 !== undefined && known.has(`${sha256} ${path}`)) {
      taken.push({ path, sha256 });
      there += 1;
      return;
    }
    try {
      const put = await client.send(putReleaseFile, { params: about, query: { path, sha256 } }, file);
      taken.push({ path, sha256: put.sha256 });
    } catch (error) {
      if (!isOfThisFile(error)) throw error;
      refused.push({ path, reason: describeFailure(error).help });
    }
  }

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await one(next);
      bytes += next.file.size;
      tell({ files: taken.length + refused.length, of: chosen.length, share: bytes / total });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  if (taken.length > 0) await client.ask(finishRelease, { params: about, body: { files: taken } });
  return { files: taken.length, there, refused };
}

/** `undefined` where the browser has no cryptography: pages over plain HTTP from another machine. Then everything is sent. */
async function hashOf(file: File): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return undefined;
  const hash = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isOfThisFile(error: unknown): boolean {
  return error instanceof ProblemError && [400, 413, 415, 422].includes(error.problem.status);
}
