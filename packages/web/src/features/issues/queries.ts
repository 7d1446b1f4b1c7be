import { issue, issueEvent, issueEvents, issues, listMembers } from '@sightglass/wire';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { aboutOf, client, type Where } from '../../client/index.ts';
import type { IssueSearch, IssuesSearch } from './search.ts';

const pageRows = 100;

export const issuesQuery = (where: Where, { find, kind, state, assignee, sort }: IssuesSearch) =>
  infiniteQueryOptions({
    queryKey: [issues.name, where, { find, kind, state, assignee, sort }],
    queryFn: ({ pageParam, signal }) =>
      client.ask(
        issues,
        {
          params: { project: where.project },
          query: {
            ...aboutOf(where),
            ...{ search: find, kind, state, assignee, sort, limit: pageRows },
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

export const issueQuery = (where: Where, id: string) =>
  queryOptions({
    queryKey: [issue.name, where, id],
    queryFn: ({ signal }) =>
      client.ask(issue, { params: { project: where.project, issue: id }, query: aboutOf(where) }, signal),
  });

export const issueEventQuery = (where: Where, id: string, event: IssueSearch['event']) =>
  queryOptions({
    queryKey: [issueEvent.name, where, id, event],
    queryFn: ({ signal }) =>
      client.ask(
        issueEvent,
        { params: { project: where.project, issue: id }, query: { ...aboutOf(where), ...event } },
        signal,
      ),
  });

export const issueEventsQuery = (where: Where, id: string) =>
  infiniteQueryOptions({
    queryKey: [issueEvents.name, where, id],
    queryFn: ({ pageParam, signal }) =>
      client.ask(
        issueEvents,
        {
          params: { project: where.project, issue: id },
          query: { ...aboutOf(where), limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });

/** Whom an issue can be given to. */
export const membersQuery = (project: string) =>
  queryOptions({
    queryKey: [listMembers.name, project],
    queryFn: ({ signal }) => client.ask(listMembers, { params: { project } }, signal),
    staleTime: 60_000,
  });
