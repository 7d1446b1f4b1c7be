import { calls, vitals } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client, type Where } from '../../client/index.ts';
import { type Against, aboutAgainst } from './against.ts';

/** `route` empty: all of them together. */
export const vitalsQuery = (where: Where, route: string, search: string, against: Against = '') =>
  queryOptions({
    queryKey: [vitals.name, where, route, search, against],
    queryFn: ({ signal }) =>
      client.ask(
        vitals,
        { params: { project: where.project }, query: { ...aboutAgainst(where, against), route, search } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const callsQuery = (where: Where, search: string, against: Against = '') =>
  queryOptions({
    queryKey: [calls.name, where, search, against],
    queryFn: ({ signal }) =>
      client.ask(
        calls,
        { params: { project: where.project }, query: { ...aboutAgainst(where, against), search } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
