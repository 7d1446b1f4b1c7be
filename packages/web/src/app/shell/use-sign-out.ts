import { signOut } from '@sightglass/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../client/index.ts';

/** Ends the login on the server, forgets every answer, and shows the way back in. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => client.ask(signOut, {}),
    onSettled: async () => {
      await navigate({ to: '/signin', search: {} });
      queries.clear();
    },
  });
  return mutate;
}
