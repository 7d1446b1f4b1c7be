import type { EpochMs } from '@sightglass/wire';
import { countUpTo } from './page-at.ts';

/** Further than this from here to the next change, a step goes {@link stillMs} instead. */
const farMs = 1_000;
/** Where nothing changes: three pictures of a screen of 30 a second. */
const stillMs = 100;

/**
 * Where one frame further on, or back, is: at the next moment at which something of the page changed.
 *
 * @param times - Of the events of the page that is seen, ascending.
 */
export function stepFrom(times: readonly EpochMs[], at: EpochMs, direction: 1 | -1): EpochMs {
  // Times of a clock that runs have fractions.
  const here = direction === 1 ? Math.floor(at) : Math.ceil(at);
  const index =
    direction === 1
      ? countUpTo(times.length, (one) => (times[one] ?? 0) <= here)
      : countUpTo(times.length, (one) => (times[one] ?? 0) < here) - 1;
  const next = times[index];
  return next === undefined || Math.abs(next - here) > farMs ? here + direction * stillMs : next;
}
