/** One part of a form: its name and its bytes, which are a view of the body. */
export interface Part {
  name: string;
  bytes: Uint8Array;
}

const maxParts = 16;
const maxHeadBytes = 4_096;
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
  const parts: Part[] = [];
  let at = boundary.length;
  // After a boundary: `--` for the end, else a line break and the next part.
  while (parts.length < maxParts && body[at] === 0x0d && body[at + 1] === 0x0a) {
    const head = find(body, headEnd, at, at + maxHeadBytes);
    const end = head === -1 ? -1 : find(body, delimiter, head + 2, body.length);
    if (end === -1) return undefined;
    const name = /\bname="([^"]{1,64})"/i.exec(latin1(body.subarray(at, head)));
    if (name?.[1] !== undefined) parts.push({ name: name[1], bytes: body.subarray(head + headEnd.length, end) });
    at = end + delimiter.length;
  }
  return parts;
}

function find(body: Uint8Array, wanted: readonly number[], from: number, until: number): number {
  const [first = 0] = wanted;
  for (let at = body.indexOf(first, from); at !== -1 && at < until; at = body.indexOf(first, at + 1))
    if (startsAt(body, wanted, at)) return at;
  return -1;
}

function startsAt(body: Uint8Array, wanted: readonly number[], at: number): boolean {
  return wanted.every((byte, index) => body[at + index] === byte);
}

function bytesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0) & 0xff);
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
