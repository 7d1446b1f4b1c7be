import { exportDeeds, exportServerDeeds, listDeeds, listServerDeeds } from '@sightglass/wire';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { addressOf, client } from '../../../client/index.ts';
import { type AuditSearch, toQuery } from './search.ts';

const pageRows = 100;

export const auditQuery = (project: string, search: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: [listDeeds.name, project, search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...toQuery(search), limit: pageRows, ...(pageParam ? { cursor: pageParam } : {}) };
      return search.of === 'server'
        ? client.ask(listServerDeeds, { query }, signal)
        : client.ask(listDeeds, { params: { project }, query }, signal);
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });

/** Where the same is had as a file. */
export const auditFile = (project: string, search: AuditSearch, format: 'csv' | 'ndjson'): string =>
  addressOf(
    (search.of === 'server' ? exportServerDeeds : exportDeeds).path,
    { project },
    { ...toQuery(search), format },
  );
