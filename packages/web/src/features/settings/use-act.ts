import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { describeFailure, useMutationOnce } from '../../client/index.ts';

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
    onError: (error) => {
      const { title, help, code } = describeFailure(error);
      notifications.show({ color: 'danger', title, message: `${help} (${code})`, autoClose: 10_000 });
    },
    onSettled: () => Promise.all(touches.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
