import type { Later } from '../later/later.ts';
import type { Guard } from './guard.ts';

const mostWaiting = 300;
/** By then the answer from which a message was made is known as well: we read it from a copy, and so after the page has. */
const settleMs = 100;

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

export function createWaiting(guard: Guard, after: (ms: number, task: () => void) => void): Waiting {
  let arrived: Later | undefined;
  let never: boolean | undefined;
  let planned: boolean | undefined;
  const waiting: [task: Task, otherwise: (() => void) | undefined][] = [];

  function empty(): void {
    for (const [task, otherwise] of waiting.splice(0)) guard.run(() => (arrived ? task(arrived) : otherwise?.()));
  }

  const useSettled: Waiting['useSettled'] = (task, otherwise) => {
    waiting.push([task, otherwise]);
    if (never || waiting.length > mostWaiting) empty();
    else if (arrived && !planned) {
      planned = true;
      after(settleMs, () => {
        planned = false;
        empty();
      });
    }
  };

  return {
    useSettled,
    use(task, otherwise) {
      if (arrived) guard.run(task, arrived);
      else useSettled(task, otherwise);
    },
    arrive(later) {
      arrived = later;
      never = !later;
      empty();
    },
    leave: empty,
  };
}
