import { maxTakenBytes, minNovelBytes } from './reference.ts';

/** Where a long string stands, which may be another place each time that a segment is written. */
const places = /\u00a4b[0-9a-z]+\.[0-9a-z]+\./g;
const probeChars = 8;

/**
 * Whether a dictionary was made of any of these segments: dictionaries are segments one after the other, the oldest of them cut off at the front.
 *
 * @param payloads - In Latin-1, where a byte is a character: a cut may be anywhere.
 */
export function wasTaughtBy(dictionary: Buffer, payloads: readonly string[]): boolean {
  const whole = dictionary.toString('latin1');
  const withoutPlaces = whole.replaceAll(places, '');
  return payloads.some((payload) => {
    if (payload.length < minNovelBytes) return false;
    const taken = payload.slice(0, maxTakenBytes);
    const same = taken.replaceAll(places, '');
    return withoutPlaces.includes(same) || beginsWithEndOf(whole, taken) || beginsWithEndOf(withoutPlaces, same);
  });
}

function beginsWithEndOf(dictionary: string, payload: string): boolean {
  const probe = dictionary.slice(0, probeChars);
  for (let at = payload.indexOf(probe); at !== -1; at = payload.indexOf(probe, at + 1))
    if (dictionary.startsWith(payload.slice(at))) return true;
  return false;
}
