import {
  diffSpecification,
  getSpecification,
  listReviews,
  type Specification,
  type SpecificationFormat,
} from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, addressOf, client, type Where } from '../../client/index.ts';

export const specificationQuery = (where: Where) =>
  queryOptions({
    queryKey: [getSpecification.name, where],
    queryFn: ({ signal }) =>
      client.ask(getSpecification, { params: { project: where.project }, query: aboutOf(where) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // Sessions and code that nobody has read yet are read within seconds.
    refetchInterval: ({ state: { data } }) =>
      data && (isUnread(data) || data.code?.state === 'reading') ? 2_000 : false,
  });

/** What the newer of two releases does otherwise; `null`: there are no two, and nothing is asked. */
export const changesQuery = ({ project, environment }: Where, releases: { from: string; to: string } | null) =>
  queryOptions({
    queryKey: [diffSpecification.name, project, environment, releases],
    queryFn: ({ signal }) =>
      client.ask(
        diffSpecification,
        { params: { project }, query: diffSpecification.query.parse({ ...releases, environment }) },
        signal,
      ),
    enabled: releases !== null,
    staleTime: 60_000,
  });

/** What members made of statements, hidden ones among them, and what is inferred otherwise since. */
export const reviewsQuery = (where: Where) =>
  queryOptions({
    queryKey: [listReviews.name, where],
    queryFn: ({ signal }) =>
      client.ask(listReviews, { params: { project: where.project }, query: aboutOf(where) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Where the same specification is had as a file. */
export const specificationAddress = (
  where: Where,
  format: SpecificationFormat,
  more: { ground?: 'none' } = {},
): string => addressOf(getSpecification.path, { project: where.project }, { ...aboutOf(where), format, ...more });

/** There are sessions, and nothing at all is known of what they show: they have only just come. */
const isUnread = ({ basis, points }: Specification): boolean =>
  basis.sessions > 0 && points.every(({ statements, leftOut }) => statements.length === 0 && leftOut === 0);
