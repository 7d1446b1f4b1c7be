import { Readable } from 'node:stream';
import type { Catalog, KeptRelease, KeptReleaseFile } from '@sightglass/store';
import { type ReleaseSummary, SightglassError } from '@sightglass/wire';
import { fetchBounds, fetchRelease } from '../releases/fetching/fetch-release.ts';
import { type Guard, publicOnly } from '../releases/fetching/guarded-get.ts';
import { type createReleaseCode, type OwnFiles, ownFilesOf, withoutSources } from '../releases/index.ts';
import { notRead, toFile, toFiles, toSummary } from '../releases/summary.ts';
import type { Finishing, Uploads } from '../releases/uploads.ts';
import type { Handlers } from './handlers.ts';
import { lend } from './lent-body.ts';

/** Maps of 10 MB take some half a second each. */
const lookWithinMs = 20_000;
const counting = (files: readonly KeptReleaseFile[]) => files.filter(({ state }) => state === 'counts');

type Names =
  | 'listReleases'
  | 'listReleaseFiles'
  | 'putReleaseFile'
  | 'finishRelease'
  | 'fetchReleaseFiles'
  | 'deleteReleaseFiles'
  | 'changeReleaseSettings'
  | 'unminifyFrames'
  | 'getReleaseSource';

/** Scripts and source maps of releases: what comes in, what is there, and what is asked of them. */
export function answerReleases(
  { releases }: Pick<Catalog, 'releases'>,
  uploads: Uploads,
  code: ReturnType<typeof createReleaseCode>,
  mapsChanged: (project: string, release: string) => void,
  guard: Guard = publicOnly,
): Pick<Handlers, Names> {
  /** What others ask this server to fetch is one page at a time. */
  let isFetching = false;

  async function summaryOf(project: string, kept: KeptRelease, ownFiles: OwnFiles): Promise<ReleaseSummary> {
    const { release, finishedAt } = kept;
    const reading = finishedAt === null ? notRead : await code.stateOf(project, release, ownFiles);
    const { all, files } = await ownFiles(project, release);
    return toSummary(kept, all, reading, await code.maps.found(project, files));
  }

  async function finish(project: string, release: string, said: Finishing): Promise<ReleaseSummary> {
    await uploads.finish(project, release, said);
    // Whoever sent a map of another build should hear it now. What takes longer goes on, and is told by the list.
    const looking = code.maps.look(project, counting(await releases.files(project, release)));
    looking.catch(() => undefined); // what could not be kept is looked at again when it is asked for
    await Promise.race([looking, new Promise((late) => setTimeout(late, lookWithinMs).unref())]);
    mapsChanged(project, release);
    // Begun now, so that it is read by the time somebody looks.
    await code.codeOf(project, release);
    const kept = await releases.find(project, release);
    if (!kept) throw new SightglassError('not_found');
    return summaryOf(project, kept, ownFilesOf({ releases }));
  }

  return {
    async listReleases({ params: { project } }) {
      const kept = await releases.list(project);
      const summaries: ReleaseSummary[] = [];
      const ownFiles = ownFilesOf({ releases });
      for (const one of kept) summaries.push(await summaryOf(project, one, ownFiles));
      return { releases: summaries, settings: await releases.settings(project) };
    },
    async listReleaseFiles({ params: { project, release } }) {
      return { files: toFiles(await releases.files(project, release)) };
    },
    async putReleaseFile({ params: { project, release }, query: { path, sha256 }, body, headers, caller }) {
      // Doors that take bytes have no schema for their body: it is what the parser gives, which for another type is no stream.
      const stream: unknown = body;
      const put = (taken: Readable | null) =>
        uploads.put(project, release, {
          ...{ path, sha256, encoding: headers['content-encoding'], by: caller?.name ?? '' },
          body: taken,
        });
      return toFile(stream instanceof Readable ? await lend(stream, put) : await put(null));
    },
    finishRelease: ({ params: { project, release }, body: { files, replace }, caller }) =>
      finish(project, release, { files, replace, by: caller?.name ?? '' }),
    async fetchReleaseFiles({ params: { project, release }, body: { url }, caller }) {
      const { fetching } = await releases.settings(project);
      if (!fetching) throw new SightglassError('fetching_off');
      if (isFetching) throw new SightglassError('backlog', 'Another page is being fetched', { retryAfter: 10 });
      const by = caller?.name ?? '';
      isFetching = true;
      const fetched = await fetchRelease(new URL(url), guard, fetchBounds).finally(() => {
        isFetching = false;
      });
      if (typeof fetched === 'string') throw new SightglassError('cannot_fetch', fetched);
      const files: Finishing['files'][number][] = [];
      for (const { path, text } of fetched) {
        const body = Readable.from([Buffer.from(text)]);
        files.push(await uploads.put(project, release, { path, body, by, sha256: undefined, encoding: undefined }));
      }
      return finish(project, release, { files, replace: false, by });
    },
    async deleteReleaseFiles({ params: { project, release } }) {
      await uploads.drop(project, release);
      return { done: true };
    },
    changeReleaseSettings: ({ params, body: { after, ...settings } }) =>
      releases.changeSettings(params.project, settings, after),
    async unminifyFrames({ params: { project, release }, body: { frames }, caller }) {
      const told = await code.symbolicate(project, release, frames);
      const may = await code.maySeeSources(project, await caller?.roleIn(project));
      return { frames: may ? told : withoutSources(told) };
    },
    async getReleaseSource({ params: { project, release }, query: { file, line, around }, caller }) {
      if (!(await code.maySeeSources(project, await caller?.roleIn(project))))
        throw new SightglassError('forbidden', 'The settings of releases name who may see sources');
      const { first, text, of } = await code.sourceAround(project, release, { file, line, around });
      return { file, first, text, of };
    },
  };
}
