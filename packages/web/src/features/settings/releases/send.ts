import { finishRelease, listReleaseFiles, putReleaseFile } from '@sightglass/wire';
import { client, createClient, createCountingFetch, describeFailure, ProblemError } from '../../../client/index.ts';
import type { Doors } from './upload-run.ts';

/** The doors of this server that an upload of a release goes through. */
export function doorsOf(about: { project: string; release: string }): Doors {
  return {
    async known(signal) {
      const { files } = await client.ask(listReleaseFiles, { params: about }, signal);
      return new Set(files.map(({ path, sha256 }) => `${sha256} ${path}`));
    },
    hash: hashOf,
    async put({ path, file }, sha256, tell, signal) {
      const counting = createClient(createCountingFetch(tell));
      return (await counting.send(putReleaseFile, { params: about, query: { path, sha256 } }, file, signal)).sha256;
    },
    finish: (files, signal) => client.ask(finishRelease, { params: about, body: { files: [...files] } }, signal),
    explain: (error) => ({ ...describeFailure(error), ofThisFile: isOfThisFile(error) }),
  };
}

/** `undefined` where the browser has no cryptography: pages over plain HTTP from another machine. Then everything is sent. */
async function hashOf(file: File): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return undefined;
  const hash = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file that was changed or deleted since it was chosen cannot be read; a release that is full takes no other either. */
function isOfThisFile(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'NotReadableError' || error.name === 'NotFoundError';
  if (!(error instanceof ProblemError) || error.problem.code === 'release_full') return false;
  return [400, 408, 413, 415, 422].includes(error.problem.status);
}
