import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * `useMutation` for what a second press must not do twice: the same, asked for again before the answer is here or by the second half of a
 * double click, which a server on the same machine answers before. A button that is only disabled when it is drawn anew comes too late for
 * that. Other wishes go out beside it.
 */
export function useMutationOnce<Answer, Given = void>({
  mutationFn,
  ...options
}: UseMutationOptions<Answer, Error, Given> & { mutationFn: (given: Given) => Promise<Answer> }) {
  const underWay = useRef(new Set<string>());
  const last = useRef<string>(undefined);
  const mutation = useMutation({
    ...options,
    // Here and not in a callback of `mutate`, which is not heard once there was another.
    mutationFn: (given: Given) => mutationFn(given).finally(() => underWay.current.delete(wishOf(given))),
  });
  const ask = mutation.mutate;
  const mutate = useCallback<typeof ask>(
    (...asked) => {
      const wish = wishOf(asked[0]);
      if (underWay.current.has(wish) || (wish === last.current && isDoubled())) return;
      last.current = wish;
      underWay.current.add(wish);
      ask(...asked);
    },
    [ask],
  );
  return { ...mutation, mutate };
}

/** Forms that come along to be emptied say nothing of what is wished. */
const wishOf = (given: unknown): string =>
  JSON.stringify(given, (_, part: unknown) => (part instanceof Element ? undefined : part)) ?? '';

/** The press that is being handled is the second of a double click, as the person's own system counts them. */
const isDoubled = (): boolean => window.event instanceof MouseEvent && window.event.detail > 1;
