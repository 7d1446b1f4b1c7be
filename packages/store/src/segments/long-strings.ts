import { contentHash } from './entry.ts';
import type { LongReference } from './segments.ts';

/** Strings from this length on (style sheets, long texts) are kept once: two thirds of a first snapshot repeat in every other. */
export const minLongChars = 1_024;

// A string that begins with the sign is either a reference (`¤b…`) or a string that began with the sign itself (`¤¤…`).
const sign = '¤';

/** A string somewhere in a tree. */
interface Place {
  holder: Record<string, unknown>;
  key: string;
  text: string;
}

/** Replaces each long string, in place, by what `keep` says of it, one after the other. */
export async function takeLong(tree: object, keep: (text: string) => Promise<LongReference>): Promise<void> {
  for (const { holder, key, text } of places(tree, (text) => text.length >= minLongChars || text.startsWith(sign)))
    put(holder, key, text.length >= minLongChars ? write(await keep(text)) : sign + text);
}

/** Puts the long strings back, in place. Each is loaded once. */
export async function putLongBack(tree: object, load: (reference: LongReference) => Promise<string>): Promise<void> {
  const found = places(tree, (text) => text.startsWith(sign));
  const loads = new Map<string, Promise<string>>();
  for (const { text } of found) if (!isEscaped(text) && !loads.has(text)) loads.set(text, load(read(text)));
  // Awaited together, so that one that fails leaves none behind that nobody listens to.
  await Promise.all(loads.values());
  for (const { holder, key, text } of found)
    put(holder, key, isEscaped(text) ? text.slice(sign.length) : await loads.get(text));
}

/** Where the long strings of a tree stand, see {@link takeLong}. */
export function longIn(tree: object): LongReference[] {
  return places(tree, (text) => text.startsWith(sign) && !isEscaped(text)).map(({ text }) => read(text));
}

/** How a long string is named in the JSON of a tree. No string of a page is written like it. */
export function nameOfLong(reference: LongReference): string {
  return JSON.stringify(write(reference));
}

function places(tree: object, wanted: (text: string) => boolean): Place[] {
  const found: Place[] = [];
  const visit = (value: object): void => {
    // Arrays are indexed by the same keys.
    const holder = value as Record<string, unknown>;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === 'string') {
        if (wanted(inner)) found.push({ holder, key, text: inner });
      } else if (typeof inner === 'object' && inner !== null) visit(inner);
    }
  };
  visit(tree);
  return found;
}

/** Sets an own property even where its name is `__proto__`. */
function put(holder: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  else holder[key] = value;
}

function isEscaped(text: string): boolean {
  return text.startsWith(sign + sign);
}

function write({ offset, length, content }: LongReference): string {
  return `${sign}b${offset.toString(36)}.${length.toString(36)}.${content}`;
}

function read(text: string): LongReference {
  const [, offset, length, content] = /^¤b([0-9a-z]+)\.([0-9a-z]+)\.([\w-]{22})$/.exec(text) ?? [];
  if (offset === undefined || length === undefined || content === undefined)
    throw new Error('A reference to a long string is not one');
  return { offset: Number.parseInt(offset, 36), length: Number.parseInt(length, 36), content };
}

/** A string as bytes: JSON, because UTF-8 has no place for half a surrogate pair. */
export function encodeLong(text: string): { bytes: Buffer; content: string } {
  const bytes = Buffer.from(JSON.stringify(text));
  return { bytes, content: contentHash(bytes) };
}
