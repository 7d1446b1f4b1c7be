import { eraseVisitor, getVisitor, listSessions } from '@sightglass/wire';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../client/index.ts';

export const visitorQuery = (project: string, visitor: string) =>
  queryOptions({
    queryKey: [getVisitor.name, project, visitor],
    queryFn: ({ signal }) => client.ask(getVisitor, { params: { project, visitor } }, signal),
  });

const pageRows = 50;

/** All their visits, whatever time the top bar names. */
export const visitsQuery = (project: string, visitor: string, span: { from: number; until: number }) =>
  infiniteQueryOptions({
    queryKey: [listSessions.name, project, 'of', visitor, span],
    queryFn: ({ pageParam, signal }) =>
      client.ask(
        listSessions,
        {
          params: { project },
          query: {
            ...span,
            search: `visitor:${JSON.stringify(visitor)}`,
            limit: pageRows,
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

export const erase = (project: string, visitor: string) => client.ask(eraseVisitor, { params: { project, visitor } });
