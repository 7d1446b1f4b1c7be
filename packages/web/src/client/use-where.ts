import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Where, type WhereSearch, whereOf } from './where.ts';

/** Where the URL says we are. Only below `/p/$project`. */
export function useWhere(): Where {
  const { project = '' } = useParams({ strict: false }) as { project?: string }; // untyped: the route tree is app's
  const search = useSearch({ strict: false }) as WhereSearch; // parseSearch yields texts only
  const { env, release, range, from, until } = search;
  return useMemo(
    () =>
      whereOf(project, {
        ...(env === undefined ? {} : { env }),
        ...(release === undefined ? {} : { release }),
        ...(range === undefined ? {} : { range }),
        ...(from === undefined ? {} : { from }),
        ...(until === undefined ? {} : { until }),
      }),
    [project, env, release, range, from, until],
  );
}
