import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { countUpTo } from './page-at.ts';

/** Further than this from here to the next change, a step goes {@link stillMs} instead. */
const farMs = 1_000;
/** Where nothing changes: three pictures of a screen of 30 a second. */
const stillMs = 100;

/**
 * Where one frame further on, or back, is: at the next moment at which something of the page changed.
 *
 * @param events - Of the page that is seen, in order of time.
 */
export function stepFrom(events: readonly ReplayEvent[], at: EpochMs, direction: 1 | -1): EpochMs {
  // Times of a clock that runs have fractions.
  const here = direction === 1 ? Math.floor(at) : Math.ceil(at);
  const index =
    direction === 1
      ? countUpTo(events.length, (one) => (events[one]?.timestamp ?? 0) <= here)
      : countUpTo(events.length, (one) => (events[one]?.timestamp ?? 0) < here) - 1;
  const next = events[index]?.timestamp;
  return next === undefined || Math.abs(next - here) > farMs ? here + direction * stillMs : next;
}
