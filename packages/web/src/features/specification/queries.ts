import { getSpecification, type SpecificationFormat } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, addressOf, client, type Where } from '../../client/index.ts';

export const specificationQuery = (where: Where) =>
  queryOptions({
    queryKey: [getSpecification.name, where],
    queryFn: ({ signal }) =>
      client.ask(getSpecification, { params: { project: where.project }, query: aboutOf(where) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Where the same specification is had as a file. */
export const specificationAddress = (where: Where, format: SpecificationFormat): string =>
  addressOf(getSpecification.path, { project: where.project }, { ...aboutOf(where), format });
