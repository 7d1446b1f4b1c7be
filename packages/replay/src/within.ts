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
    // However far it ran in one go: a slow machine passes a whole part between two frames.
    const passed = now.ran && before.at < until && now.at >= until;
    before = now;
    if (!passed) return;
    if (!loops) clock.pause();
    before = { ...now, at: loops ? from : until };
    clock.seek(before.at);
    // The tick that comes to the end of the session also stops the clock.
    if (loops) clock.play();
  });
}
