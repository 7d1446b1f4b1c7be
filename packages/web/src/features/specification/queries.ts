import { getSpecification, type Specification, type SpecificationFormat } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, addressOf, client, type Where } from '../../client/index.ts';

export const specificationQuery = (where: Where) =>
  queryOptions({
    queryKey: [getSpecification.name, where],
    queryFn: ({ signal }) =>
      client.ask(getSpecification, { params: { project: where.project }, query: aboutOf(where) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // Sessions that nobody has read yet are read within seconds.
    refetchInterval: ({ state: { data } }) => (data && isUnread(data) ? 2_000 : false),
  });

/** Where the same specification is had as a file. */
export const specificationAddress = (where: Where, format: SpecificationFormat): string =>
  addressOf(getSpecification.path, { project: where.project }, { ...aboutOf(where), format });

/** There are sessions, and nothing at all is known of what they show: they have only just come. */
const isUnread = ({ basis, points }: Specification): boolean =>
  basis.sessions > 0 && points.every(({ statements, leftOut }) => statements.length === 0 && leftOut === 0);
