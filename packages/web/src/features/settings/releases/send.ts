import { finishRelease, putReleaseFile } from '@sightglass/wire';
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
  refused: { path: string; reason: string }[];
}

const atOnce = 3;

/**
 * Sends files of a release and finishes the upload with those that were taken; where none was, nothing is finished. What a file itself is
 * refused for is told; whatever else fails ends it.
 */
export async function sendFiles(
  about: { project: string; release: string },
  chosen: readonly Chosen[],
  tell: (sending: Sending) => void,
): Promise<Sent> {
  const total = chosen.reduce((sum, { file }) => sum + file.size, 0) || 1;
  const waiting = [...chosen];
  const taken: { path: string; sha256: string }[] = [];
  const refused: Sent['refused'] = [];
  let bytes = 0;

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { path, file } = next;
      try {
        const { sha256 } = await client.send(putReleaseFile, { params: about, query: { path } }, file);
        taken.push({ path, sha256 });
      } catch (error) {
        if (!isOfThisFile(error)) throw error;
        refused.push({ path, reason: describeFailure(error).help });
      }
      bytes += file.size;
      tell({ files: taken.length + refused.length, of: chosen.length, share: bytes / total });
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  if (taken.length > 0) await client.ask(finishRelease, { params: about, body: { files: taken } });
  return { files: taken.length, refused };
}

function isOfThisFile(error: unknown): boolean {
  return error instanceof ProblemError && [400, 413, 415, 422].includes(error.problem.status);
}
