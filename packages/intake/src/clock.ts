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
/**
 * While it is within this of the measure, what was said before stands. Twice the above: a clock near that bound stays on its side of it,
 * and a sender may wait its 30 seconds.
 */
const steadyMs = 2 * believedSkewMs;
/** How old a sample may be: the longest retention that partitions by day. */
const maxSamplePastMs = 90 * 24 * 3_600_000;

export interface Clock {
  /** What to add to the browser's times. */
  skewMs: number;
  /** A browser's time by the server's clock; `late`: too long ago to be taken; `clamped`: in the future, so the receipt stands for it. */
  at(time: number): { at: number; clamped: boolean; late: boolean };
}

/**
 * @param sent - `sentAt`: the browser's clock when it sent, which against the receipt tells the skew (FAULTS C42, C45); `skewMs`: what it
 * was told of an earlier measure.
 */
export function createClock(sent: { sentAt: number; skewMs?: number | undefined }, about: About): Clock {
  const { receivedAt, sample } = about;
  const skewMs = sample ? 0 : skewOf(Math.round(receivedAt - sent.sentAt), sent.skewMs);
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

function skewOf(apart: number, told: number | undefined): number {
  if (told !== undefined && Math.abs(apart - told) <= steadyMs) return told;
  return Math.abs(apart) <= believedSkewMs ? 0 : apart;
}
