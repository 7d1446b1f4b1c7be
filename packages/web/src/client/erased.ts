import { getSession, getVisitor, listSessions, listViews } from '@sightglass/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from './live.ts';

/** Whatever names sessions is to be asked for again when some are gone. */
export const touchedByErasing = (project: string): readonly (readonly unknown[])[] => [
  [listSessions.name],
  [listViews.name, project],
  [getVisitor.name, project],
];

export const sessionKey = (project: string, session: string) => [getSession.name, { project, session }] as const;

/** While somebody looks at sessions, what is erased of them goes, whoever erases it. @param watched - The one that is looked at. */
export function useErasures(project: string, watched?: string): void {
  const queries = useQueryClient();
  const askForWatched = (): void => {
    if (watched !== undefined) void queries.invalidateQueries({ queryKey: sessionKey(project, watched) });
  };
  useLive(
    project,
    (message) => {
      if (message.type !== 'erased') return;
      for (const queryKey of touchedByErasing(project)) void queries.invalidateQueries({ queryKey });
      if (watched !== undefined && message.sessions.includes(watched)) askForWatched();
    },
    (quietMs) => {
      if (watched === undefined) return;
      const { dataUpdatedAt = 0 } = queries.getQueryState(sessionKey(project, watched)) ?? {};
      if (Date.now() - dataUpdatedAt > quietMs) askForWatched();
    },
  );
}
