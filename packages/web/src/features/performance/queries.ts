import { calls, vitals } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, client, type Where } from '../../client/index.ts';

/** `route` empty: all of them together. */
export const vitalsQuery = (where: Where, route: string, search: string) =>
  queryOptions({
    queryKey: [vitals.name, where, route, search],
    queryFn: ({ signal }) =>
      client.ask(vitals, { params: { project: where.project }, query: { ...aboutOf(where), route, search } }, signal),
    placeholderData: keepPreviousData,
  });

export const callsQuery = (where: Where, search: string) =>
  queryOptions({
    queryKey: [calls.name, where, search],
    queryFn: ({ signal }) =>
      client.ask(calls, { params: { project: where.project }, query: { ...aboutOf(where), search } }, signal),
    placeholderData: keepPreviousData,
  });
