import { type KeySummary, listKeys } from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { client } from './ask.ts';

/** The client keys of a project. */
export const keysQuery = (project: string) =>
  queryOptions({
    queryKey: [listKeys.name, project],
    queryFn: ({ signal }) => client.ask(listKeys, { params: { project } }, signal),
  });

/** The key that snippets show: the newest that still opens the door. */
export function currentKey(keys: readonly KeySummary[]): string | null {
  const open = keys.filter(({ revokedAt }) => revokedAt === null);
  return open.toSorted((one, other) => other.createdAt - one.createdAt)[0]?.clientKey ?? null;
}

/** What connects an application: the first script in the head of its pages. */
export const connectLine = (origin: string, key: string): string =>
  `<script defer crossorigin src="${origin}/sdk.js" data-key="${key}"></script>`;
