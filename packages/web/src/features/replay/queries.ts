import type { ReplayPart } from '@sightglass/replay';
import { getReplay, getSession, listRecords, type StoredRecord } from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/index.ts';

export const sessionQuery = (project: string, session: string) =>
  queryOptions({
    queryKey: [getSession.name, { project, session }],
    queryFn: ({ signal }) => client.ask(getSession, { params: { project, session } }, signal),
  });

/** All records of a session, page after page: a timeline with holes would be read as one without. */
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
      return records;
    },
    staleTime: 60_000,
  });

/** Four hours of a very busy page; past it the list is cut rather than the browser. */
const mostRecords = 100_000;

/** The stored segments of a session as they arrive, or the part of them that is asked for. */
export async function openReplay(
  project: string,
  session: string,
  part: ReplayPart,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await client.open(getReplay, { params: { project, session }, query: part }, signal);
  return answer.body ?? new ReadableStream({ start: (controller) => controller.close() });
}
