import type { Hash } from './token.ts';

/** One version of a package that the index knows. */
export interface IndexedPackage {
  name: string;
  version: string;
  /** SPDX expression as its manifest has it; empty when it has none. */
  licence: string;
  /** What it says of itself, in one line. */
  about: string;
}

/** What the index is made of: packages, and for each file its package and tokens. */
export interface IndexContent {
  packages: IndexedPackage[];
  files: { package: number; tokens: Hash[] }[];
  /** Tokens of so many packages that they tell nothing. */
  common: Hash[];
}

/** The index in memory: 650,000 tokens in some 9 MB of flat arrays, looked up by halving. */
export interface ThirdPartyIndex {
  packages: readonly IndexedPackage[];
  /** Package of each file. */
  filePackage: Uint16Array;
  /** Weight of all tokens of each file, and how many there are. */
  fileWeight: Float32Array;
  fileTokens: Uint16Array;
  /** Weight of a token that no package has. */
  strangeWeight: number;
  /** A token's number, or -1 where no package has it. */
  tokenOf(hash: Hash): number;
  /** How much it tells: the rarer the more; 0 for what is everywhere. */
  weightOf(token: number): number;
  /** The files that have it. */
  filesOf(token: number, visit: (file: number) => void): void;
}

const magic = 0x31544753; // "SGT1"

/**
 * Writes the index: magic and length of the header, header (JSON: packages, package of each file), then the tokens in the order
 * of their hashes: high half as a difference to the one before, low half, number of files (0: common), the files as differences.
 * All numbers but the low half are of variable length. It holds no code, only hashes.
 */
export function encodeIndex(content: IndexContent): Uint8Array {
  const postings = new Map<string, { hash: Hash; files: number[] }>();
  for (const hash of content.common) postings.set(keyOf(hash), { hash, files: [] });
  for (const [file, { tokens }] of content.files.entries())
    for (const hash of tokens) {
      const key = keyOf(hash);
      const found = postings.get(key);
      if (!found) postings.set(key, { hash, files: [file] });
      else if (found.files.length > 0) found.files.push(file);
    }
  const tokens = [...postings.values()].sort((a, b) => a.hash.high - b.hash.high || a.hash.low - b.hash.low);
  const header = asciiBytes(
    JSON.stringify({
      packages: content.packages,
      files: content.files.map((file) => file.package),
      tokens: tokens.length,
    }),
  );
  const out: number[] = [];
  let high = 0;
  for (const { hash, files } of tokens) {
    writeNumber(out, hash.high - high);
    high = hash.high;
    for (let shift = 0; shift < 32; shift += 8) out.push((hash.low >>> shift) & 255);
    writeNumber(out, files.length);
    let before = 0;
    for (const file of files) {
      writeNumber(out, file - before);
      before = file;
    }
  }
  const bytes = new Uint8Array(8 + header.length + out.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, header.length, true);
  bytes.set(header, 8);
  bytes.set(out, 8 + header.length);
  return bytes;
}

/** Reads the index that `encodeIndex` wrote. It is a file of ours: a damaged one is a bug, and throws. */
export function decodeIndex(bytes: Uint8Array): ThirdPartyIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== magic) throw new Error('This is no index of third-party code.');
  const headerLength = view.getUint32(4, true);
  const header = JSON.parse(asciiText(bytes.subarray(8, 8 + headerLength))) as {
    packages: IndexedPackage[];
    files: number[];
    tokens: number;
  }; // written by encodeIndex
  const count = header.tokens;
  const highs = new Uint32Array(count);
  const lows = new Uint32Array(count);
  const starts = new Uint32Array(count);
  const weights = new Float32Array(count);
  const filePackage = Uint16Array.from(header.files);
  const fileWeight = new Float32Array(header.files.length);
  const fileTokens = new Uint16Array(header.files.length);
  const names = numberedNames(header.packages);
  const all = Math.max(2, new Set(names).size);
  const seen = new Set<number>();
  let at = 8 + headerLength;
  let high = 0;

  const read = (): number => {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  };

  for (let token = 0; token < count; token += 1) {
    high += read();
    highs[token] = high;
    lows[token] = view.getUint32(at, true);
    at += 4;
    starts[token] = at;
    const files = read();
    const from = at;
    let file = 0;
    seen.clear();
    for (let i = 0; i < files; i += 1) {
      file += read();
      seen.add(names[filePackage[file] ?? 0] ?? 0);
    }
    const weight = files === 0 ? 0 : Math.log(all / seen.size);
    weights[token] = weight;
    const end = at;
    at = from;
    file = 0;
    for (let i = 0; i < files; i += 1) {
      file += read();
      fileWeight[file] = (fileWeight[file] ?? 0) + weight;
      fileTokens[file] = (fileTokens[file] ?? 0) + 1;
    }
    at = end;
  }

  return {
    packages: header.packages,
    filePackage,
    fileWeight,
    fileTokens,
    strangeWeight: Math.log(all),
    tokenOf: (hash) => find(highs, lows, hash),
    weightOf: (token) => weights[token] ?? 0,
    filesOf(token, visit) {
      at = starts[token] ?? 0;
      let left = read();
      for (let file = 0; left > 0; left -= 1) {
        file += read();
        visit(file);
      }
    },
  };
}

/** Versions of one package count as one. */
function numberedNames(packages: readonly IndexedPackage[]): number[] {
  const numbers = new Map<string, number>();
  return packages.map(({ name }) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

function find(highs: Uint32Array, lows: Uint32Array, { high, low }: Hash): number {
  let first = 0;
  let last = highs.length - 1;
  while (first <= last) {
    const middle = (first + last) >> 1;
    const difference = (highs[middle] ?? 0) - high || (lows[middle] ?? 0) - low;
    if (difference === 0) return middle;
    if (difference < 0) first = middle + 1;
    else last = middle - 1;
  }
  return -1;
}

const keyOf = ({ high, low }: Hash) => `${high}.${low}`;

function writeNumber(out: number[], value: number): void {
  let left = value;
  while (left > 127) {
    out.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  out.push(left);
}

/** JSON with everything past ASCII escaped, so that a byte is a character. */
function asciiBytes(json: string): Uint8Array {
  const text = json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4_096) text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return text;
}
