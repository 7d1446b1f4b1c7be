import { createProject, me } from '@sightglass/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client, toSettings, useMutationOnce } from '../../client/index.ts';

/** Makes a project and goes to the page that connects it. */
export function useMakeProject(made: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutationOnce({
    mutationFn: (name: string) => client.ask(createProject, { body: { name } }),
    onSuccess: async ({ id }) => {
      await queries.refetchQueries({ queryKey: [me.name] });
      made();
      await navigate({ ...toSettings(id), search: {} });
    },
  });
}
