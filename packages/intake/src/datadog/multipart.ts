/** One part of a form: its name and its bytes, which are a view of the body. */
export interface Part {
  name: string;
  bytes: Uint8Array;
}

const maxParts = 16;
const maxHeadBytes = 4_096;
const carriageReturn = 0x0d;
const blank = 0x20;
const semicolon = 0x3b;
const headEnd = [0x0d, 0x0a, 0x0d, 0x0a];

/**
 * The parts of a multipart/form-data body (RFC 7578), of which no more is read than the names. undefined: no boundary, or it does not
 * stand where it must.
 */
export function readParts(body: Uint8Array, contentType: string): Part[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? [];
  const boundary = bytesOf(`--${quoted ?? plain ?? ''}`);
  if (boundary.length === 2 || !startsAt(body, boundary, 0)) return undefined;
  const delimiter = [0x0d, 0x0a, ...boundary];
  const find = createSearch(delimiter);
  const parts: Part[] = [];
  let at = boundary.length;
  // After a boundary: `--` for the end, else a line break and the next part.
  while (parts.length < maxParts && body[at] === carriageReturn && body[at + 1] === 0x0a) {
    const head = endOfHead(body, at);
    const end = head === -1 ? -1 : find(body, head + 2);
    if (end === -1) return undefined;
    const name = nameIn(body.subarray(at, head));
    if (name !== '') parts.push({ name, bytes: body.subarray(head + headEnd.length, end) });
    at = end + delimiter.length;
  }
  return parts;
}

/**
 * Looks for a delimiter as Boyer, Moore and Horspool do: where its last byte would stand, and on from there by as far as the byte that
 * stands there allows. What is packed holds any byte, so to look for the first one would stop every few hundred.
 */
function createSearch(wanted: readonly number[]): (body: Uint8Array, from: number) => number {
  const { length } = wanted;
  const steps = new Uint8Array(256).fill(length);
  for (let index = 0; index < length - 1; index += 1) steps[wanted[index] ?? 0] = length - 1 - index;
  return (body, from) => {
    for (let at = from; at <= body.length - length; at += steps[body[at + length - 1] ?? 0] ?? length)
      if (startsAt(body, wanted, at)) return at;
    return -1;
  };
}

function endOfHead(body: Uint8Array, from: number): number {
  const until = from + maxHeadBytes;
  for (let at = body.indexOf(carriageReturn, from); at !== -1 && at < until; at = body.indexOf(carriageReturn, at + 1))
    if (startsAt(body, headEnd, at)) return at;
  return -1;
}

function startsAt(body: Uint8Array, wanted: readonly number[], at: number): boolean {
  for (let index = 0; index < wanted.length; index += 1) if (body[at + index] !== wanted[index]) return false;
  return true;
}

function bytesOf(text: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) bytes.push(text.charCodeAt(at) & 0xff);
  return bytes;
}

const nameStart = bytesOf('name=');
const findName = createSearch(nameStart);
const quote = 0x22;
const maxNameChars = 64;

/** What `name="…"` says in a head, and not `filename="…"`; some proxies write it without quotes. '' where nothing does. */
function nameIn(head: Uint8Array): string {
  let at = findName(head, 0);
  while (at > 0 && head[at - 1] !== blank && head[at - 1] !== semicolon) at = findName(head, at + 1);
  if (at === -1) return '';
  const start = at + nameStart.length;
  const isQuoted = head[start] === quote;
  let name = '';
  for (let from = isQuoted ? start + 1 : start; name.length <= maxNameChars; from += 1) {
    const byte = head[from];
    if (byte === undefined) return isQuoted ? '' : name;
    const isEnd = isQuoted ? byte === quote : byte === semicolon || byte === carriageReturn || byte === blank;
    if (isEnd) return name;
    name += String.fromCharCode(byte);
  }
  return '';
}
