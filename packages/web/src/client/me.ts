import { me, type ProjectRole, projectRoles } from '@sightglass/wire';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { client } from './ask.ts';

export const meQuery = queryOptions({
  queryKey: [me.name],
  queryFn: ({ signal }) => client.ask(me, {}, signal),
  staleTime: 60_000,
});

/** The project that the URL names, as its member sees it; undefined where the caller is no member of it. */
export function useProject() {
  const { project = '' } = useParams({ strict: false }) as { project?: string }; // untyped: the route tree is app's
  const { data } = useSuspenseQuery(meQuery);
  return data.projects.find(({ id }) => id === project);
}

/** Whether the caller's role in this project reaches `needed`. The server judges again; this only hides what it would refuse. */
export function useMay(needed: ProjectRole): boolean {
  const role = useProject()?.role;
  return role !== undefined && projectRoles.indexOf(role) >= projectRoles.indexOf(needed);
}
