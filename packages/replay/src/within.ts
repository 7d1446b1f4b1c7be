import type { Clock } from './clock.ts';
import type { Span } from './tracks.ts';

/**
 * Holds a running clock to a part of the session: at its end it begins again (`loops`), or stops there once. Whoever seeks out of it is
 * let go until they come back. Answers how to end it.
 */
export function keepWithin(clock: Clock, { from, until }: Span, loops: boolean): () => void {
  let before = clock.state();
  return clock.subscribe(() => {
    const now = clock.state();
    const { at, skipped } = now;
    // The tick that comes to the end of the session also stops the clock.
    const ran = now.playing || before.playing;
    const isTick = at - before.at < longestTickMs || skipped?.until === at;
    const passed = ran && isTick && before.at < until && at >= until;
    before = now;
    if (!passed) return;
    if (!loops) clock.pause();
    before = { ...now, at: loops ? from : until };
    clock.seek(before.at);
    if (loops) clock.play();
  });
}

/** What is further is a jump of somebody who wants to be there, or a rest: 16 times as fast as life, a slow frame passes 8 s. */
const longestTickMs = 8_000;
