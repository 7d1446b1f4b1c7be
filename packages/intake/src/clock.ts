import { limits } from '@sightglass/wire';

/** What is known of a body apart from what it says of itself. */
export interface About {
  /** The server's clock when the body had come. */
  receivedAt: number;
  /** Sent again by hand: old times pass, and the browser's clock is taken as it was. */
  sample: boolean;
}

/** Skew under a minute is left alone: a sender's wait and the network's would be taken for it, and records would jump. */
const believedSkewMs = 60_000;
/** How old a sample may be: the longest retention that partitions by day. */
const maxSamplePastMs = 90 * 24 * 3_600_000;

export interface Clock {
  /** What to add to the browser's times. */
  skewMs: number;
  /** A browser's time by the server's clock; `late`: too long ago to be taken; `clamped`: in the future, so the receipt stands for it. */
  at(time: number): { at: number; clamped: boolean; late: boolean };
}

/** @param sentAt - The browser's clock when it sent: against the receipt it tells the skew (FAULTS C42, C45). */
export function createClock(sentAt: number, { receivedAt, sample }: About): Clock {
  const apart = Math.round(receivedAt - sentAt);
  const skewMs = sample || Math.abs(apart) <= believedSkewMs ? 0 : apart;
  const oldest = receivedAt - (sample ? maxSamplePastMs : limits.maxPastMs);
  const newest = receivedAt + limits.maxFutureMs;
  return {
    skewMs,
    at(time) {
      const at = time + skewMs;
      if (at > newest) return { at: receivedAt, clamped: true, late: false };
      return { at, clamped: false, late: at < oldest };
    },
  };
}
