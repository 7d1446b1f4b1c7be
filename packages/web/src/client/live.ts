import { type LiveMessage, live } from '@sightglass/wire';
import { useEffect, useEffectEvent, useState } from 'react';
import { addressOf } from './ask.ts';
import { type Line, type Listener, type LiveState, startLine } from './line.ts';

export type { LiveState } from './line.ts';

/**
 * The live door of a project: calls back for each message while mounted, and says how the connection is. All screens of a
 * page share one connection (a browser allows six to one host).
 *
 * @param onCaughtUp - The connection stands, for the first time or again: what is shown may have missed something and has to be
 * asked for anew, unless that was asked within the last `quietMs`, in which nothing was stored or erased.
 */
export function useLive(
  project: string,
  onMessage: (message: LiveMessage) => void,
  onCaughtUp?: (quietMs: number) => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const tell = useEffectEvent(onMessage);
  const caughtUp = useEffectEvent((quietMs: number) => onCaughtUp?.(quietMs));
  useEffect(() => {
    if (project === '') return;
    return listen(project, {
      tell: (message) => tell(message),
      caughtUp: (quietMs) => caughtUp(quietMs),
      changed: setState,
    });
  }, [project]);
  return state;
}

const lines = new Map<string, Line>();

function listen(project: string, listener: Listener): () => void {
  const line = lines.get(project) ?? startLineTo(project);
  lines.set(project, line);
  const forget = line.listen(listener);
  return () => {
    forget();
    if (line.listeners() > 0) return;
    line.stop();
    lines.delete(project);
  };
}

function startLineTo(project: string): Line {
  return startLine({
    connect: () => new EventSource(addressOf(live.path, { project }, {})),
    onWake,
    now: Date.now,
  });
}

/** A page out of sight may be frozen, and a computer may sleep; neither tells its connections. */
function onWake(woke: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && woke(), { signal });
  document.addEventListener('resume', woke, { signal });
  window.addEventListener('pageshow', ({ persisted }) => persisted && woke(), { signal });
  window.addEventListener('online', woke, { signal });
  return () => stopped.abort();
}
