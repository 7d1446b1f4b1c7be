import type { LiveMessage } from '@sightglass/wire';

/** What the rooms of the server hand each other; `boot.ts` makes them and passes them on. */

/** Client keys in memory: the door looks one up for every request, before it reads a byte of the body. */
export interface KeyRing {
  find(key: string): { project: string; revoked: boolean } | undefined;
}

/** Fan-out of live messages to whoever watches a project. */
export interface LiveHub {
  publish(project: string, message: LiveMessage): void;
  watched(project: string): boolean;
}

/** Items by what became of them. Every item that is not stored is counted here under a named outcome. */
export interface Outcomes {
  count(project: string, door: string, outcome: string, items: number): void;
}
