import type { Teller } from '../journal/index.ts';
import type { ClockSeen } from '../ledger/index.ts';

const dayMs = 24 * 3_600_000;
/** Further than this no clock goes by itself; a server that was off for so long is told the same. */
const leapMs = 2 * dayMs;
/** Time enough for somebody, or for the network's time, to put it right. */
const doubtMs = dayMs;

export interface ClockLeapParts {
  ledger: { clock(): ClockSeen; setClock(seen: ClockSeen): void };
  teller: Pick<Teller, 'warn'>;
  now(): number;
}

/**
 * Whether the server's clock may decide what is old. One that leaps ahead by months, as a machine's does that wakes with a wrong time, would
 * have everything deleted within the minute: it is believed after a day, or as soon as it is back where it should be.
 *
 * @returns a question that is asked at least once in `leapMs`, or every time would look like a leap.
 */
export function createClockLeap({ ledger, teller, now }: ClockLeapParts): () => boolean {
  return () => {
    const at = now();
    const { believed, leapt } = ledger.clock();
    const isNear = believed === 0 || at - believed <= leapMs;
    if (isNear || (leapt !== 0 && at - leapt >= doubtMs)) {
      ledger.setClock({ believed: at, leapt: 0 });
      return true;
    }
    // Set once more meanwhile, and not to where it was: the day begins anew.
    if (leapt === 0 || at < leapt) {
      ledger.setClock({ believed, leapt: at });
      const days = Math.round((at - believed) / dayMs);
      teller.warn(
        { days },
        'the clock is days ahead of when it was last seen: nothing is deleted for its age before another day',
      );
    }
    return false;
  };
}
