import { issue, issueEvents, issues } from '@sightglass/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLive } from '../../client/index.ts';

/** Lists are asked for again no more often than this while errors come in. */
const restMs = 2_000;

/** While somebody looks, what comes in and what others decide is shown: at once where an issue changed, else a little later. */
export function useIssuesLive(project: string): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    for (const { name } of [issues, issue, issueEvents]) void queries.invalidateQueries({ queryKey: [name] });
  };
  useLive(
    project,
    ({ type }) => {
      if (type === 'issue') ask();
      if (type === 'stored' || type === 'erased') timer.current ??= setTimeout(ask, restMs);
    },
    ask,
  );
}
