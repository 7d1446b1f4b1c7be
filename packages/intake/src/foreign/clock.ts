import { limits } from '@sightglass/wire';
import type { About, Clock } from '../clock.ts';

/** Coarse, so that every body of a session is moved by the same measure: a foreign SDK cannot be told what was measured before. */
const stepMs = 15 * 60_000;
const maxSamplePastMs = 90 * 24 * 3_600_000;

/**
 * The clock of a sender that is no SDK of ours. One that is ahead is set back in steps of a quarter of an hour; one that is behind is left
 * as it is, since what is old may simply have waited (offline, in a queue), and records and replay must agree.
 *
 * @param newest - The latest time that the body tells of, by the sender's clock.
 */
export function createForeignClock(newest: number, { receivedAt, sample }: About): Clock {
  const apart = Math.round((receivedAt - newest) / stepMs) * stepMs;
  const skewMs = sample ? 0 : Math.min(0, apart);
  const oldest = receivedAt - (sample ? maxSamplePastMs : limits.maxPastMs);
  const latest = receivedAt + limits.maxFutureMs;
  return {
    skewMs,
    at(time) {
      const at = time + skewMs;
      if (at > latest) return { at: receivedAt, clamped: true, late: false };
      return { at, clamped: false, late: at < oldest };
    },
  };
}
