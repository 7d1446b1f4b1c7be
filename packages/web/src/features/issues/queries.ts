import { issue, issues } from '@sightglass/wire';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { aboutOf, client, type Where } from '../../client/index.ts';

export const issuesQuery = (where: Where, search: string) =>
  queryOptions({
    queryKey: [issues.name, where, search],
    queryFn: ({ signal }) =>
      client.ask(issues, { params: { project: where.project }, query: { ...aboutOf(where), search } }, signal),
    placeholderData: keepPreviousData,
  });

export const issueQuery = (where: Where, id: string) =>
  queryOptions({
    queryKey: [issue.name, where, id],
    queryFn: ({ signal }) =>
      client.ask(issue, { params: { project: where.project, issue: id }, query: aboutOf(where) }, signal),
  });
