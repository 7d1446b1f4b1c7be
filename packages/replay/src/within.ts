import type { Clock } from './clock.ts';
import type { Span } from './tracks.ts';

/**
 * Holds a running clock to a part of the session: at its end it begins again (`loops`), or stops there once. Whoever seeks out of it is
 * let go until they come back. Answers how to end it.
 */
export function keepWithin(clock: Clock, { from, until }: Span, loops: boolean): () => void {
  let before = clock.state().at;
  return clock.subscribe(() => {
    const { at, playing } = clock.state();
    const passed = playing && before < until && at >= until && at - before < longestTickMs;
    before = at;
    if (!passed) return;
    if (!loops) clock.pause();
    before = loops ? from : until;
    clock.seek(before);
  });
}

/** What is further is a jump of somebody who wants to be there: 16 times as fast as life, a slow frame passes 8 s. */
const longestTickMs = 8_000;
