/** Numbers from 0 to 1 that look random and are the same for a seed: mulberry32, public domain. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What upsets parsers when it stands where it does not belong. */
const upsetting = [
  '"',
  '{',
  '}',
  '[',
  ']',
  '\\',
  '\n',
  '\0',
  '-1',
  '1e999',
  '"__proto__":',
  '"constructor":{}',
  '\ud800',
  'null',
  '😀',
];

/** A body as a bad wire or a bad sender would make it: bits turned, parts cut, doubled, moved, or something else put in. */
export function bend(body: Uint8Array, chance: () => number): Uint8Array {
  let bytes = Uint8Array.from(body);
  const some = (most: number): number => Math.floor(chance() * most);
  for (let turn = 1 + some(4); turn > 0; turn -= 1) {
    const at = some(bytes.length + 1);
    const length = some(Math.min(4_096, bytes.length - at + 1));
    const part = bytes.slice(at, at + length);
    const way = some(6);
    if (way === 0) bytes = bytes.slice(0, at);
    else if (way === 1) bytes = join(bytes.slice(0, at), bytes.slice(at + length));
    else if (way === 2) bytes = join(bytes.slice(0, at), part, part, bytes.slice(at + length));
    else if (way === 3) bytes = join(part, bytes);
    else if (way === 4)
      bytes = join(bytes.slice(0, at), Buffer.from(upsetting[some(upsetting.length)] ?? ''), bytes.slice(at));
    else for (let bit = 1 + some(8); bit > 0; bit -= 1) turnBit(bytes, some(bytes.length), some(8));
  }
  return bytes;
}

function turnBit(bytes: Uint8Array, at: number, bit: number): void {
  const byte = bytes[at];
  if (byte !== undefined) bytes[at] = byte ^ (1 << bit);
}

const join = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.concat(parts));
