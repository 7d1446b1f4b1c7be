import { calls, vitals } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, client, type Where } from '../../client/index.ts';

/** `route` empty: all of them together. */
export const vitalsQuery = (where: Where, route: string) =>
  queryOptions({
    queryKey: [vitals.name, where, route],
    queryFn: ({ signal }) =>
      client.ask(vitals, { params: { project: where.project }, query: { ...aboutOf(where), route } }, signal),
    placeholderData: keepPreviousData,
  });

export const callsQuery = (where: Where) =>
  queryOptions({
    queryKey: [calls.name, where],
    queryFn: ({ signal }) => client.ask(calls, { params: { project: where.project }, query: aboutOf(where) }, signal),
    placeholderData: keepPreviousData,
  });
