import { useCallback, useEffect, useRef, useState } from 'react';
import { CallRefused } from './request.ts';

export interface Loaded<T> {
  value: T | undefined;
  refusal: CallRefused | undefined;
  /** Puts a fresher value in place, such as a call's own answer. */
  set(value: T): void;
  reload(): void;
}

/** What a screen loads, again whenever `when` changes. Answers that come too late are dropped. */
export function useLoaded<T>(load: () => Promise<T>, when: readonly unknown[]): Loaded<T> {
  const [value, setValue] = useState<T>();
  const [refusal, setRefusal] = useState<CallRefused>();
  const turn = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    latest.current().then(
      (loaded) => {
        if (mine !== turn.current) return;
        setValue(loaded);
        setRefusal(undefined);
      },
      (cause: unknown) => {
        if (mine === turn.current) setRefusal(asRefusal(cause));
      },
    );
  }, []);
  const key = JSON.stringify(when);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what the caller loads by
  useEffect(reload, [key, reload]);
  const set = useCallback((fresh: T) => {
    turn.current += 1;
    setValue(fresh);
  }, []);
  return { value, refusal, set, reload };
}

/** Whatever a call failed with, as something that can be shown: no answer is a refusal too. */
export function asRefusal(cause: unknown): CallRefused {
  if (cause instanceof CallRefused) return cause;
  return new CallRefused(0, 'NO_ANSWER', 'The desk does not answer, please try again', []);
}
