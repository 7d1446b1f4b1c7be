import type { Policy } from '@sightglass/wire';
import { parseJson, toJson } from '../scene/json.ts';
import { native, within } from '../scene/native.ts';
import { type Known, mostPrivate } from './most-private.ts';
import type { Storage } from './storage.ts';

/** A recording waits this long for the server's word, and then takes the one that is remembered. */
const answerWithinMs = 4_000;

/** What the project's admins want recorded, as far as this page knows. */
export interface PagePolicy {
  /** The server's word; until it is heard the one that an earlier page remembered, and without that the most private. */
  readonly known: Known;
  /** False in a browser that never heard a word of this project's. */
  readonly heard: boolean;
  /** Asks the server, once in this page. @returns undefined when its word cannot be had. */
  ask(): Promise<Policy | undefined>;
  /** The intake said that recording is off. */
  switchedOff(): void;
  /** Remembers nothing from now on. */
  forget(): void;
}

export const policyName = (key: string): string => `sightglass:policy:${key.slice(-8)}`;

/** @param key - The client key: what one project wants is not remembered for another. */
export function createPagePolicy(storage: Storage, origin: string, key: string): PagePolicy {
  const name = policyName(key);
  let known: Known = { ...mostPrivate, ...(parseJson(storage.get(name)) as Known | undefined) };
  let asked: Promise<Policy | undefined> | undefined;
  let forgotten: boolean | undefined;
  // As it is before we watch it.
  const fetch = native(window, 'fetch');

  function remember(told: Known): void {
    known = told;
    // Which texts the project has may have changed by the next visit.
    if (!forgotten) storage.set(name, toJson({ ...told, texts: [] }));
  }

  async function request(): Promise<Policy | undefined> {
    try {
      // Behind the script's own work: where somebody looks on (its tools, a test), the browser notes from where a request is made, and reads all
      // that stands on the way there once more.
      await 0;
      // `no-cache`: asked by its etag on every page, so that a change holds on the next one.
      const init: RequestInit = {
        ...within(answerWithinMs),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-cache',
        priority: 'low',
      };
      const answer = await fetch(`${origin}/v1/policy?key=${key}`, init);
      // A refusal has no version.
      const told: Policy = await answer.json();
      if (told.v === 1) {
        remember(told);
        return told;
      }
    } catch {
      // Blocked, too slow, or no JSON: what is known stays.
    }
    return undefined;
  }

  return {
    get known() {
      return known;
    },
    get heard() {
      return !!known.v;
    },
    ask: () => (asked ??= request()),
    switchedOff: () => remember({ ...known, off: true }),
    forget() {
      forgotten = true;
    },
  };
}
