import type { ReplayPart } from '@sightglass/replay';
import {
  getReplay,
  getSession,
  getSpecification,
  listNotes,
  listRecords,
  type MinifiedFrame,
  type OriginalFrame,
  type StackFrame,
  type StoredRecord,
  sessionSpecification,
  unminifyFrames,
} from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { aboutOf, client, sessionKey, type Where } from '../../client/index.ts';

export const sessionQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: sessionKey(project, session),
    queryFn: ({ signal }) => client.ask(getSession, { params: { project, session } }, signal),
  });

/** All records of a session, page after page: a timeline with holes would be read as one without. `cut`: there are more, which are not asked for. */
export const recordsQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: [listRecords.name, { project, session }],
    queryFn: async ({ signal }) => {
      const records: StoredRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.ask(
          listRecords,
          { params: { project, session }, query: { limit: 5_000, ...(cursor === undefined ? {} : { cursor }) } },
          signal,
        );
        records.push(...page.records);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && records.length < mostRecords);
      return { records, cut: cursor !== undefined };
    },
    staleTime: 60_000,
  });

/** Four hours of a very busy page; past it the list is cut rather than the browser. */
export const mostRecords = 100_000;

/** As many as one question takes. */
const mostFramesAsked = 100;

/** Where frames stand in the sources of the release; of a release without a name there are none. */
export const originalFramesQuery = (project: string, release: string, frames: readonly StackFrame[]) => {
  const asked = [...new Map(frames.map((frame) => [keyOfFrame(frame), frame])).values()];
  return queryOptions({
    queryKey: [unminifyFrames.name, { project, release, frames: asked.map(keyOfFrame) }],
    queryFn: async ({ signal }) => {
      const found = new Map<string, OriginalFrame>();
      for (let at = 0; at < asked.length; at += mostFramesAsked) {
        const some = asked.slice(at, at + mostFramesAsked);
        const about = { params: { project, release }, body: { frames: some.map(toMinified) } };
        const answer = await client.ask(unminifyFrames, about, signal);
        for (const [index, frame] of some.entries()) {
          const one = answer.frames[index];
          if (one) found.set(keyOfFrame(frame), one);
        }
      }
      return (frame: StackFrame) => found.get(keyOfFrame(frame));
    },
    enabled: release !== '' && asked.length > 0,
    retry: false,
    staleTime: 60_000,
  });
};

const keyOfFrame = ({ host, file, line, column, debugId }: StackFrame) => [host, file, line, column, debugId].join(' ');

function toMinified({ host, file, ...place }: StackFrame): MinifiedFrame {
  return { ...place, file: host === '' ? file : `https://${host}${file}` };
}

export const notesQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: [listNotes.name, { project, session }],
    queryFn: ({ signal }) => client.ask(listNotes, { params: { project, session } }, signal),
    staleTime: 15_000,
  });

/** What this session alone shows. */
export const sessionSpecificationQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: [sessionSpecification.name, { project, session }],
    queryFn: ({ signal }) => client.ask(sessionSpecification, { params: { project, session } }, signal),
    staleTime: 60_000,
  });

/** What all sessions of the time range show: how far others bear this one out. */
export const specificationQuery = (where: Where) =>
  queryOptions({
    queryKey: [getSpecification.name, 'beside a replay', where],
    queryFn: ({ signal }) =>
      client.ask(getSpecification, { params: { project: where.project }, query: aboutOf(where) }, signal),
    staleTime: 5 * 60_000,
  });

/** The stored segments of a session as they arrive, or the part of them that is asked for. */
export async function openReplay(
  project: string,
  session: string,
  part: ReplayPart,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await client.open(
    getReplay,
    { params: { project, session }, query: { as: 'segments', ...part } },
    signal,
  );
  return answer.body ?? new ReadableStream({ start: (controller) => controller.close() });
}
