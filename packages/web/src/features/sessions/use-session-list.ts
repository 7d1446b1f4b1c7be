import { facets, type LiveMessage, sessionTrend } from '@sightglass/wire';
import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useErasures, useLive, type Where } from '../../client/index.ts';
import { layOver, onceEach } from './model.ts';
import { ageOf, newestQuery, sessionsQuery } from './queries.ts';
import type { SessionFilters } from './search.ts';

/** However fast things are stored, the list asks again at most this often. */
const askAgainMs = 1_000;

/** The sessions that are listed, kept up to date without moving. */
export function useSessionList(where: Where, filters: SessionFilters) {
  const queries = useQueryClient();
  const list = useSuspenseInfiniteQuery(sessionsQuery(where, filters));
  const newest = useQuery({ ...newestQuery(where, filters), enabled: false });
  const [signs, setSigns] = useState<ReadonlyMap<string, number>>(new Map());
  const askSoon = useThrottled(() => void newest.refetch(), askAgainMs);

  const live = useLive(
    where.project,
    (message: LiveMessage) => {
      if (message.type === 'session') setSigns((known) => new Map(known).set(message.session, message.at));
      if (message.type === 'stored') askSoon();
    },
    (quietMs) => {
      if (ageOf(list.data.pages[0]) > quietMs) askSoon();
    },
  );

  useErasures(where.project);

  const shown = useMemo(() => onceEach(list.data.pages), [list.data]);
  // An answer from before the list was last loaded has nothing new to say.
  const newer = newest.dataUpdatedAt > list.dataUpdatedAt ? newest.data?.sessions : undefined;
  const { rows, arrived } = useMemo(() => layOver(shown, newer ?? []), [shown, newer]);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  /** From now on the first page is the newest one; older pages are asked for again as one gets there. */
  function adopt(): void {
    const { queryKey } = sessionsQuery(where, filters);
    if (newest.data) queries.setQueryData(queryKey, { pages: [newest.data], pageParams: [''] });
  }
  const adoptFirst = useEffectEvent(() => {
    adopt();
    // What stands around the list knew of nothing either.
    for (const about of [sessionTrend, facets]) void queries.invalidateQueries({ queryKey: [about.name] });
  });
  const firstOnes = shown.length === 0 && rows.length > 0;
  useEffect(() => {
    if (firstOnes) adoptFirst();
  }, [firstOnes]);

  /** Lets the new ones in: the list begins anew at its top. */
  function letIn(): void {
    adopt();
    window.scrollTo({ top: 0 });
  }

  return {
    rows,
    arrived,
    letIn,
    signs,
    live,
    total: Math.max(newer === undefined ? 0 : (newest.data?.total ?? 0), list.data.pages[0]?.total ?? 0),
    loadMore,
    loadingMore: isFetchingNextPage,
    more: hasNextPage,
    moreFailed: list.isFetchNextPageError,
  };
}

/** Calls at once, then again after `waitMs` when it was asked for meanwhile. */
function useThrottled(call: () => void, waitMs: number): () => void {
  const latest = useRef(call);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const again = useRef(false);
  useEffect(() => {
    latest.current = call;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) {
      again.current = true;
      return;
    }
    const run = (): void => {
      again.current = false;
      latest.current();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        if (again.current) run();
      }, waitMs);
    };
    run();
  }, [waitMs]);
}
