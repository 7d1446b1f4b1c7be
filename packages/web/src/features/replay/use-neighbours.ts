import { listSessions } from '@sightglass/wire';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { aboutOf, client, type ScreenLink, toListed, useWhere } from '../../client/index.ts';
import { useShortcuts } from '../../ui/index.ts';
import { sessionQuery } from './queries.ts';

/** Newer ones come oldest first only by asking for all of them; beyond this the list itself is the better way. */
const mostNewer = 500;

/**
 * J and K: the session that began before this one, and the one that began after it, in the time that the top bar says.
 *
 * @param search - Of the list that one came from: its sessions are walked, each at what was found in it.
 */
export function useNeighbours(project: string, id: string, search: string): { older: () => Promise<boolean> } {
  const where = useWhere();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery(project, id));

  async function go(direction: 'older' | 'newer', plays: boolean): Promise<boolean> {
    const about = { ...aboutOf(where), search };
    const query =
      direction === 'older'
        ? { ...about, until: session.start + 1, limit: 2 }
        : { ...about, from: session.start, limit: mostNewer };
    const { sessions } = await queries.fetchQuery({
      queryKey: [listSessions.name, 'neighbours', project, query],
      queryFn: ({ signal }) =>
        client.ask(listSessions, { params: { project }, query: listSessions.query.parse(query) }, signal),
    });
    const others = sessions.filter((one) => one.session !== id);
    const found =
      direction === 'older'
        ? others.find(({ start }) => start <= session.start)
        : others.findLast(({ start }) => start >= session.start);
    if (found) {
      const link = toListed(project, found, search);
      const playing: ScreenLink = { ...link, search: (now) => ({ ...link.search(now), play: '1' }) };
      void navigate(plays ? playing : link);
    }
    return found !== undefined;
  }

  useShortcuts('Sessions', [
    { keys: 'j', says: 'The session before this one', run: () => void go('older', false) },
    { keys: 'k', says: 'The session after this one', run: () => void go('newer', false) },
  ]);
  return { older: () => go('older', true) };
}
