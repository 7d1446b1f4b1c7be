import { z } from 'zod';
import { maxReleaseFiles } from '../limits.ts';
import {
  minifiedFrame,
  originalFrame,
  releaseFile,
  releaseName,
  releasePath,
  releaseSettings,
  releaseSummary,
  sha256,
} from '../release.ts';
import { endpoint, inProject } from './endpoint.ts';

const done = z.object({ done: z.literal(true) });
const ofRelease = inProject.extend({ release: releaseName });

export const listReleases = endpoint({
  name: 'listReleases',
  summary: 'Releases whose scripts and source maps were uploaded, newest first',
  path: '/api/v1/projects/:project/releases',
  access: 'viewer',
  params: inProject,
  answer: z.object({ releases: z.array(releaseSummary), settings: releaseSettings }),
});
export const listReleaseFiles = endpoint({
  name: 'listReleaseFiles',
  summary: 'Files of a release by path, with the SHA-256 of each: what an upload need not send again',
  path: '/api/v1/projects/:project/releases/:release/files',
  access: 'viewer',
  params: ofRelease,
  answer: z.object({ files: z.array(releaseFile) }),
});
export const putReleaseFile = endpoint({
  name: 'putReleaseFile',
  summary:
    'Upload one file of a release as application/octet-stream, plain, gzip or zstd; used once the upload is finished',
  method: 'PUT',
  path: '/api/v1/projects/:project/releases/:release/files',
  access: 'member',
  takes: 'bytes',
  params: ofRelease,
  query: z.object({
    path: releasePath,
    /** Of the unpacked file: what arrives otherwise is refused. */
    sha256: sha256.optional(),
  }),
  answer: releaseFile,
});
export const finishRelease = endpoint({
  name: 'finishRelease',
  summary: 'Say which files the upload consists of: from now on they are used, all at once',
  method: 'POST',
  path: '/api/v1/projects/:project/releases/:release/finish',
  access: 'member',
  params: ofRelease,
  maxBodyBytes: 4 * 1024 * 1024,
  body: z.object({
    files: z
      .array(z.object({ path: releasePath, sha256 }))
      .min(1)
      .max(maxReleaseFiles),
    /** The release is exactly these; without it they join those of earlier uploads. */
    replace: z.boolean().default(false),
  }),
  answer: releaseSummary,
});
export const fetchReleaseFiles = endpoint({
  name: 'fetchReleaseFiles',
  summary:
    'Fetch the scripts that a public page serves, and their maps, as the files of a release; off unless the settings allow it',
  method: 'POST',
  path: '/api/v1/projects/:project/releases/:release/fetch',
  access: 'admin',
  params: ofRelease,
  body: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_048) }),
  answer: releaseSummary,
});
export const deleteReleaseFiles = endpoint({
  name: 'deleteReleaseFiles',
  summary: 'Delete all files of a release and what was read in them; recorded sessions stay',
  method: 'DELETE',
  path: '/api/v1/projects/:project/releases/:release/files',
  access: 'admin',
  params: ofRelease,
  answer: done,
});
export const changeReleaseSettings = endpoint({
  name: 'changeReleaseSettings',
  summary: 'Change who may see source text, whether scripts may be fetched, and how many releases keep their files',
  method: 'PUT',
  path: '/api/v1/projects/:project/releases/settings',
  access: 'admin',
  params: inProject,
  body: releaseSettings.extend({
    /**
     * What was in force when this was decided: if somebody has changed it since, it is refused (`changed_meanwhile`). Whoever leaves it out
     * overwrites whatever there is.
     */
    after: releaseSettings.optional(),
  }),
  answer: releaseSettings,
});
export const unminifyFrames = endpoint({
  name: 'unminifyFrames',
  summary: 'Where frames of a stack are in the sources of a release, or why that is not known',
  method: 'POST',
  path: '/api/v1/projects/:project/releases/:release/frames',
  access: 'viewer',
  params: ofRelease,
  body: z.object({ frames: z.array(minifiedFrame).max(100) }),
  answer: z.object({ frames: z.array(originalFrame) }),
});
export const getReleaseSource = endpoint({
  name: 'getReleaseSource',
  summary: 'Lines of a source, or of a script, around a place; for the roles that the settings name',
  path: '/api/v1/projects/:project/releases/:release/source',
  access: 'viewer',
  params: ofRelease,
  query: z.object({
    /** As evidence and frames call it. */
    file: z.string().min(1).max(2_048),
    line: z.coerce.number().int().min(1),
    around: z.coerce.number().int().min(0).max(2_000).default(20),
  }),
  answer: z.object({
    file: z.string(),
    /** Number of the first line told. */
    first: z.number().int(),
    /** Cut at 1,000 characters each. */
    text: z.array(z.string()),
    /** Lines of the whole. */
    of: z.number().int(),
  }),
});
