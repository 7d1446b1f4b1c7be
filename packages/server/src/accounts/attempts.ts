import { createRemembered } from '../remembered.ts';

/**
 * Counts wrong sign-ins, for each account from each network and for each network as a whole. A stranger locks only themselves out:
 * the owner, coming from elsewhere, has a count of their own.
 */
export interface Attempts {
  /**
   * Books one attempt before the password is looked at, so that a hundred guesses at once count as a hundred.
   * @returns milliseconds to wait when there were too many; 0: go on, and call {@link right} if the password was right.
   */
  book(email: string, address: string): number;
  right(email: string, address: string): void;
  /** How many were booked by the network that was not right, this one among them. */
  guesses(address: string): number;
}

interface Count {
  times: number;
  until: number;
}

/** Typing errors are free; then the wait doubles from 2 s to 15 min: 10,000 guesses take over 100 days. */
const freeForAccount = 5;
/** An office behind one address has many people; beyond this it is a guesser going through names. */
const freeForAddress = 50;
const firstWaitMs = 2_000;
const maxWaitMs = 15 * 60_000;
/** A count is forgotten a day after its last wait. */
const forgetMs = 24 * 3_600_000;
/** Bounds the memory that guessing can take; the oldest go first, and the count by address keeps one network from filling it. */
const maxCounts = 20_000;

/** @param now - Milliseconds that never step back: a clock that is set back by an hour would keep everybody out for as long. */
export function createAttempts(now: () => number = () => performance.now()): Attempts {
  const counts = createRemembered<Count>(maxCounts);

  function look(key: string): Count {
    const count = counts.get(key);
    return count === undefined || now() - count.until > forgetMs ? { times: 0, until: 0 } : count;
  }

  function bump(key: string, free: number): void {
    const times = look(key).times + 1;
    const waitMs = times < free ? 0 : Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(20, times - free));
    counts.set(key, { times, until: now() + waitMs });
  }

  return {
    book(email, address) {
      const keys = keysOf(email, address);
      const waitMs = Math.max(...keys.map(([key]) => look(key).until - now()));
      if (waitMs > 0) return waitMs;
      for (const [key, free] of keys) bump(key, free);
      return 0;
    },
    right(email, address) {
      const [[account], [network]] = keysOf(email, address);
      counts.delete(account);
      const count = counts.get(network);
      if (count !== undefined) counts.set(network, { times: count.times - 1, until: 0 });
    },
    guesses: (address) => look(networkOf(address)).times,
  };
}

function keysOf(email: string, address: string): [[string, number], [string, number]] {
  const network = networkOf(address);
  return [
    [`${email.toLowerCase()} ${network}`, freeForAccount],
    [network, freeForAddress],
  ];
}

/** One household has a whole /64 of IPv6: counted as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const missing = address.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  return [...front, ...Array<string>(missing).fill('0'), ...back].slice(0, 4).join(':');
}
