import { facets } from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { client } from './ask.ts';
import { aboutOf, type Where } from './where.ts';

/** Which environments and releases there are. It depends on the project and the time, not on what is chosen already. */
export const choicesQuery = ({ project, range }: Pick<Where, 'project' | 'range'>) =>
  facetsQuery({ project, range, environment: '', release: '' }, '');

/** What the sessions that fit can be told apart by. Where nothing is chosen and searched for, that is the one answer for all who ask. */
export const facetsQuery = (where: Where, search: string) =>
  queryOptions({
    queryKey: [facets.name, where, search],
    queryFn: ({ signal }) =>
      client.ask(facets, { params: { project: where.project }, query: { ...aboutOf(where), search } }, signal),
    staleTime: 30_000,
  });
