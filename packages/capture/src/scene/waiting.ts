import type { Later } from '../later/later.ts';
import type { Guard } from './guard.ts';
import { now } from './now.ts';

const mostWaiting = 300;
/** By then the answer from which a message was made is known as well: we read it from a copy, and so after the page has. */
const settleMs = 100;
/**
 * Of what has waited, in one go: the answers that a page begins with may be large, and their sense is made of all of them once the means have
 * come. Of most pages that is all: what an answer said is to be known before it is told of a click.
 */
const sliceMs = 30;

type Task = (later: Later) => void;

/** What was caught before the means to understand it had come. */
export interface Waiting {
  /** Does it now, or when the means have come; `otherwise` when the page is left before, or when they never come. */
  use(task: Task, otherwise?: () => void): void;
  /** The same, but never at once: for texts that may repeat what an answer just said. */
  useSettled(task: Task, otherwise?: () => void): void;
  /** undefined: they never will. */
  arrive(later: Later | undefined): void;
  /** The page is being left. */
  leave(): void;
}

export function createWaiting(guard: Guard, after: (ms: number, task: () => void) => unknown): Waiting {
  let arrived: Later | undefined;
  let most = mostWaiting;
  let planned: unknown;
  const waiting: [task: Task, otherwise: (() => void) | undefined][] = [];

  /** @param until - What is left then has its turn later. Not given: nothing is left. */
  const empty = (until?: number): void => {
    for (const [task, otherwise] of waiting.splice(0))
      if (now() > (until as number)) useSettled(task, otherwise);
      else if (arrived) guard.run(task, arrived);
      else if (otherwise) guard.run(otherwise);
  };

  const slice = (): void => {
    planned = 0;
    empty(now() + sliceMs);
  };

  const useSettled: Waiting['useSettled'] = (task, otherwise) => {
    waiting.push([task, otherwise]);
    if (waiting.length > most) empty();
    else if (arrived && !planned) planned = after(settleMs, slice);
  };

  return {
    useSettled,
    use(task, otherwise) {
      if (arrived) guard.run(task, arrived);
      else useSettled(task, otherwise);
    },
    arrive(later) {
      arrived = later;
      if (!later) most = 0;
      slice();
    },
    leave: empty,
  };
}
