import { useSyncExternalStore } from 'react';
import { writeAgo, writeMoment } from './figures.ts';

/** A moment as one says it, the exact one on hover; keeps up with the clock by itself. */
export function TimeAgo({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={writeMoment(at)}>
      {writeAgo(at, now)}
    </time>
  );
}

const tickMs = 5_000;
const watching = new Set<() => void>();
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;

function watch(changed: () => void): () => void {
  if (watching.size === 0) {
    now = Date.now();
    ticking = setInterval(tick, tickMs);
  }
  watching.add(changed);
  return () => {
    watching.delete(changed);
    if (watching.size === 0) clearInterval(ticking);
  };
}

function tick(): void {
  now = Date.now();
  for (const changed of watching) changed();
}

/** The time to within five seconds; whoever uses it renders again as it moves. One timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(
    watch,
    () => now,
    () => now,
  );
}
