import { listSessions, listViews, listWatched, sessionTrend } from '@sightglass/wire';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, client, type Where } from '../../client/index.ts';
import type { SessionFilters } from './search.ts';

const pageRows = 100;

/** When a page was asked for: what was stored before that is in it. One clock may be set, and the other may rest while the computer sleeps. */
const askedAt = new WeakMap<object, { date: number; ticks: number }>();

/** How long ago a page was asked for, or longer; one of which that is not known, for ever. */
export function ageOf(page: object | undefined): number {
  const asked = page && askedAt.get(page);
  return asked ? Math.max(Date.now() - asked.date, performance.now() - asked.ticks) : Number.POSITIVE_INFINITY;
}

/** The list, page by page: the next one begins where the last one ended, however much came in meanwhile. */
export const sessionsQuery = (where: Where, filters: SessionFilters) =>
  infiniteQueryOptions({
    queryKey: [listSessions.name, where, filters],
    queryFn: async ({ pageParam, signal }) => {
      const at = { date: Date.now(), ticks: performance.now() };
      const page = await client.ask(
        listSessions,
        {
          params: { project: where.project },
          query: { ...aboutOf(where), ...filters, limit: pageRows, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        signal,
      );
      askedAt.set(page, at);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    // The newest page comes by the live door, and older ones do not change: no answer is asked for again behind the reader's back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** The first page as it is by now, asked for when the live door says that something was stored. */
export const newestQuery = (where: Where, filters: SessionFilters) =>
  queryOptions({
    queryKey: [listSessions.name, 'newest', where, filters],
    queryFn: ({ signal }) =>
      client.ask(
        listSessions,
        { params: { project: where.project }, query: { ...aboutOf(where), ...filters, limit: pageRows } },
        signal,
      ),
  });

export const trendQuery = (where: Where, { search }: SessionFilters) =>
  queryOptions({
    queryKey: [sessionTrend.name, where, search],
    queryFn: ({ signal }) =>
      client.ask(sessionTrend, { params: { project: where.project }, query: { ...aboutOf(where), search } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Your own saved views and those that are shared. */
export const viewsQuery = (project: string) =>
  queryOptions({
    queryKey: [listViews.name, project],
    queryFn: ({ signal }) => client.ask(listViews, { params: { project } }, signal),
    staleTime: 60_000,
  });

/** The sessions that the reader has watched. */
export const watchedQuery = (project: string) =>
  queryOptions({
    queryKey: [listWatched.name, project],
    queryFn: ({ signal }) => client.ask(listWatched, { params: { project } }, signal),
    staleTime: 60_000,
  });
