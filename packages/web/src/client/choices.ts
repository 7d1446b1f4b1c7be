import { facets } from '@sightglass/wire';
import { queryOptions } from '@tanstack/react-query';
import { client } from './ask.ts';
import { aboutOf, type Where } from './where.ts';

/** Which environments and releases there are. It depends on the project and the time, not on what is chosen already. */
export const choicesQuery = ({ project, range }: Pick<Where, 'project' | 'range'>) =>
  queryOptions({
    queryKey: [facets.name, 'top-bar', project, range],
    queryFn: ({ signal }) =>
      client.ask(
        facets,
        { params: { project }, query: aboutOf({ project, range, environment: '', release: '' }) },
        signal,
      ),
    staleTime: 60_000,
  });
