import { type listWatched, setWatched } from '@sightglass/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { client } from '../../client/index.ts';
import { watchedQuery } from './queries.ts';

type Watched = (typeof listWatched)['answer']['_output'];

/** Which sessions the reader has watched, and how to mark one that they open. */
export function useWatched(project: string): { watched: ReadonlySet<string>; mark: (session: string) => void } {
  const queries = useQueryClient();
  const { data } = useQuery(watchedQuery(project));
  const watched = useMemo(() => new Set(data?.sessions), [data]);
  const mark = useCallback(
    (session: string): void => {
      const { queryKey } = watchedQuery(project);
      queries.setQueryData<Watched>(queryKey, (now) => ({ sessions: [session, ...(now?.sessions ?? [])] }));
      // A mark that is lost costs a second look; nobody is to be held up by it.
      client.ask(setWatched, { params: { project, session }, body: { watched: true } }).catch(() => undefined);
    },
    [queries, project],
  );
  return { watched, mark };
}
