import { newId } from '../scene/id.ts';
import { toJson } from '../scene/json.ts';
import type { Storage } from '../session/storage.ts';
import { seenName } from '../session/tab.ts';

const maxValues = 2_000;
const maxPlaces = 4;
const maxObjects = 500;
const maxWrites = 20;

/** Where a value stood: under which key, and in what kind of object (both as the product's code calls them). */
export type Standing = readonly [key: string, kind: string];

/** A call that wrote something, and hashes of the values that it named. */
export interface Write {
  at: number;
  by: { method: string; path: string };
  named: readonly number[];
}

interface Sighting {
  at: number;
  values: Record<string, string>;
}

type Kept = [
  session: string,
  salt: string,
  at: number,
  values: [number, Standing[]][],
  objects: [number, Sighting][],
  writes: Write[],
  words: [number, Standing[]][],
];

/**
 * What the answers of a session have held: 32-bit hashes of values, salted anew in each session, with the names that they stood under, and
 * the last state of each object. It never leaves the browser; the next page of this tab finds it in session storage.
 */
export interface Seen {
  /** The hash of a value, for this session alone. */
  hash(value: string | number, kind?: string): number;
  learn(value: string | number, standing: Standing): void;
  whereStood(value: string): readonly Standing[];
  /** No answer was learned from yet in this session. */
  isEmpty(): boolean;
  /** Remembers an object's state in a field. @returns what it was, and when that was seen; undefined: this field had none. */
  sight(object: number, field: string, value: string): { was: string; at: number } | undefined;
  isNew(object: number): boolean;
  wrote(write: Omit<Write, 'at'>): void;
  /** The last write since then that named this value. */
  lastWrite(since: number, named: number): Write | undefined;
  /** Hands it to the next page of this tab. */
  leave(): void;
  /** Takes what another page of this tab has left meanwhile. */
  renew(): void;
}

/**
 * @param session - The one that is now; what another has seen is forgotten.
 * @param storage - The tab's.
 */
export function createSeen(session: () => string, storage: Pick<Storage, 'get' | 'set'>): Seen {
  let of = '';
  let salt = '';
  let clock = 0;
  let values = new Map<number, Standing[]>();
  /** What was typed. Apart from the others, of which some pages see thousands, and for as long as the tab is there. */
  let words = new Map<number, Standing[]>();
  let objects = new Map<number, Sighting>();
  let writes: Write[] = [];

  /** What the page before has left: of another session, as after half an hour's rest, what was typed and no more. */
  function take(): Kept | undefined {
    try {
      const kept: Kept | null = JSON.parse(storage.get(seenName) as string); // null where there is none
      if (kept) return kept[0] === of ? kept[6] && kept : [of, kept[1], 0, [], [], [], kept[6]];
    } catch {
      // Nothing, or not ours: what this page sees by itself has to do.
    }
    return undefined;
  }

  function begin(): void {
    const now = session();
    if (now === of) return;
    let itsValues: Kept[3];
    let itsObjects: Kept[4];
    let itsWords: Kept[6];
    of = now;
    [, salt, clock, itsValues, itsObjects, writes, itsWords] = take() ?? [of, newId(), 0, [], [], [], []];
    values = new Map(itsValues);
    objects = new Map(itsObjects);
    words = new Map(itsWords);
    // Frames of this tab that have the SDK as well are to have the same salt: what they leave and what we leave lies in one place.
    leave();
  }

  function leave(): void {
    begin();
    const kept = take();
    values = new Map([...(kept?.[3] ?? []), ...values]);
    words = new Map([...(kept?.[6] ?? []), ...words]);
    storage.set(seenName, toJson([of, salt, clock, [...values], [...objects], writes, [...words]] satisfies Kept));
  }

  function hash(value: string | number, kind = ''): number {
    begin();
    return hashOf(`${salt}|${kind}|${value}`);
  }

  return {
    hash,
    learn(value, standing) {
      const key = hash(value);
      const into = standing[0] ? values : words;
      const places = into.get(key) ?? [];
      // What was seen last is forgotten last.
      into.delete(key);
      into.set(key, [standing, ...places.filter((place) => `${place}` !== `${standing}`)].slice(0, maxPlaces));
      bound(into, maxValues);
    },
    isEmpty() {
      begin();
      return !values.size;
    },
    // Hashed before `values` is looked at: the first time brings what the page before has left.
    whereStood: (value, key = hash(value)) => values.get(key) ?? words.get(key) ?? [],
    sight(object, field, value) {
      begin();
      const before = objects.get(object);
      const was = before?.values[field];
      objects.delete(object);
      objects.set(object, { at: ++clock, values: { ...before?.values, [field]: value } });
      bound(objects, maxObjects);
      return was ? { was, at: (before as Sighting).at } : undefined; // it was seen
    },
    isNew(object) {
      begin();
      return !objects.has(object);
    },
    wrote(write) {
      begin();
      writes = [...writes, { ...write, at: ++clock }].slice(-maxWrites);
    },
    lastWrite: (since, named) => writes.findLast(({ at, named: all }) => at > since && all.includes(named)),
    leave,
    renew() {
      of = '';
    },
  };
}

/** What has been there longest goes. */
export function bound(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}

/** FNV-1a with 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  // Of each word of a page some are made: sign by sign, as `of` gives them, takes several times as long.
  for (let at = text.length; at--; ) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
