import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { describeFailure, useMutationOnce } from '../../client/index.ts';
import { showFailure } from '../../ui/index.ts';

/** Changes something on the server, then asks again for what it touched; says aloud what failed, and what worked if `says` tells. */
export function useAct<Given, Answer>(
  act: (given: Given) => Promise<Answer>,
  { touches, says }: { touches: readonly (readonly unknown[])[]; says?: (answer: Answer) => string },
) {
  const queries = useQueryClient();
  return useMutationOnce({
    mutationFn: act,
    onSuccess: (answer) => {
      if (says) notifications.show({ message: says(answer), withCloseButton: true });
    },
    onError: (error) => showFailure(describeFailure(error)),
    onSettled: () => Promise.all(touches.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
