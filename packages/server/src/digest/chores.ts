import type { Teller } from '../journal/index.ts';

/** Work beside the storing: it may take its time, and two of them would be in each other's way. */
export interface Chore {
  name: string;
  /** When it is to be done, in ticks of the clock that never steps back; infinity: not until something changes. */
  dueAt(): number;
  /**
   * Does it, or a part of it, and sets its next time. A rejection is told, and it is tried again a little later, then ever more seldom.
   *
   * @param mayGoOn - Asked now and then; false: another one is more urgent, or the digest stops.
   */
  run(mayGoOn: () => boolean): Promise<void>;
}

export interface Chores {
  /** Something may be due that was not before. */
  look(): void;
  /** Breaks off what is under way as soon as it lets itself be, and resolves then. */
  stop(): Promise<void>;
}

/** A disk that is full for a night must not fill the log with it. */
const retryAfterMs = { first: 1_000, most: 60_000 };
/** Timers take no more than 24 days. */
const lookAtLeastEveryMs = 60_000;

/**
 * @param chores - The most urgent first.
 * @param ticks - Milliseconds that never step back, as the chores know them.
 */
export function createChores(chores: readonly Chore[], ticks: () => number, teller: Teller): Chores {
  const failed = new Map<Chore, { notBefore: number; waitMs: number }>();
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  const dueAt = (chore: Chore): number => Math.max(chore.dueAt(), failed.get(chore)?.notBefore ?? 0);
  const nextDue = (): Chore | undefined => chores.find((chore) => dueAt(chore) <= ticks());

  function look(): void {
    clearTimeout(timer);
    if (stopping || underWay !== undefined) return;
    const chore = nextDue();
    if (chore === undefined) {
      const waitMs = Math.min(...chores.map(dueAt)) - ticks();
      timer = setTimeout(look, Math.min(Math.max(waitMs, 1), lookAtLeastEveryMs));
    } else
      underWay = run(chore).finally(() => {
        underWay = undefined;
        look();
      });
  }

  async function run(chore: Chore): Promise<void> {
    const moreUrgent = chores.slice(0, chores.indexOf(chore));
    try {
      await chore.run(() => !stopping && !moreUrgent.some((other) => dueAt(other) <= ticks()));
      failed.delete(chore);
    } catch (err) {
      const before = failed.get(chore);
      const waitMs = before === undefined ? retryAfterMs.first : Math.min(before.waitMs * 2, retryAfterMs.most);
      failed.set(chore, { notBefore: ticks() + waitMs, waitMs });
      if (!stopping) teller.warn({ err, chore: chore.name, waitMs }, 'a chore failed: it is tried again');
    }
  }

  return {
    look,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
