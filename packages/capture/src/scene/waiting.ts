import type { Later } from '../later/later.ts';
import type { Guard } from './guard.ts';

const mostWaiting = 300;

/** What was caught before the means to understand it had come. */
export interface Waiting {
  /** Does it now, or when the means have come; `otherwise` when the page is left before, or when they never come. */
  use(task: (later: Later) => void, otherwise?: () => void): void;
  /** undefined: they never will. */
  arrive(later: Later | undefined): void;
  /** The page is being left. */
  giveUp(): void;
}

export function createWaiting(guard: Guard): Waiting {
  let arrived: Later | undefined;
  let never = false;
  let waiting: [(later: Later) => void, (() => void) | undefined][] = [];

  function giveUp(): void {
    const given = waiting;
    waiting = [];
    for (const [, otherwise] of given) if (otherwise) guard.run(otherwise);
  }

  return {
    use(task, otherwise) {
      const later = arrived;
      if (later) guard.run(() => task(later));
      else {
        waiting.push([task, otherwise]);
        if (never || waiting.length > mostWaiting) giveUp();
      }
    },
    arrive(later) {
      arrived = later;
      never = !later;
      const caught = waiting;
      if (!later) return giveUp();
      waiting = [];
      for (const [task] of caught) guard.run(() => task(later));
    },
    giveUp,
  };
}
