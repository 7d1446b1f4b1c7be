import type { LiveHub } from '../parts.ts';

/** One message is written as a whole for each who watches. */
const mostInOne = 1_000;

/** Whoever has something of these sessions on the screen is to let it go. */
export function tellErased(hub: LiveHub, project: string, sessions: readonly string[], at: number): void {
  for (let from = 0; from < sessions.length; from += mostInOne)
    hub.publish(project, { type: 'erased', at, sessions: sessions.slice(from, from + mostInOne) });
}
