import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { basePath, describeFailure, useMutationOnce } from '../../client/index.ts';

/** A form that signs in: forgets what was known of whoever was here before, and goes on to `to`. */
export function useEntry<Given>(enter: (given: Given) => Promise<unknown>, to: string) {
  const queries = useQueryClient();
  const router = useRouter();
  const { mutate, isPending, error } = useMutationOnce({
    mutationFn: enter,
    onSuccess: () => {
      queries.clear();
      router.history.push(`${basePath}${to}`);
    },
  });
  return { enter: mutate, busy: isPending, error, failure: error ? describeFailure(error) : null };
}
