import { constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

const mostUnpackedBytes = 64 * 1024 * 1024;
/** Bodies of other SDKs are packed, and hold packed parts. */
const mostLayers = 3;

/**
 * Tells whether bytes hold one of these texts, also where they are packed by gzip or deflate, whole or in a part. JSON writes some characters of a
 * text otherwise: that is looked for too.
 */
export function createFinder(texts: readonly string[]): (bytes: Buffer) => boolean {
  const forms = [
    ...new Set(
      texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text.toWellFormed())]),
    ),
  ]
    .filter((form) => form !== '')
    .map((form) => Buffer.from(form));
  const holds = (bytes: Buffer, layers: number): boolean =>
    forms.some((form) => bytes.includes(form)) ||
    (layers < mostLayers && unpackedIn(bytes).some((inside) => holds(inside, layers + 1)));
  return (bytes) => holds(bytes, 0);
}

function unpackedIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  // A part that is cut off tells what it has. Behind a plain head, of ten bytes: `gunzip` refuses what something else follows.
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostUnpackedBytes };
  for (let at = 0; at + 2 < bytes.length; at += 1) {
    const [first, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    const isGzip = first === 0x1f && second === 0x8b && third === 8;
    const isZlib = first === 0x78 && (second === 0x01 || second === 0x5e || second === 0x9c || second === 0xda);
    if (!isGzip && !isZlib) continue;
    try {
      found.push(
        isGzip && bytes[at + 3] === 0
          ? inflateRawSync(bytes.subarray(at + 10), options)
          : (isGzip ? gunzipSync : inflateSync)(bytes.subarray(at), options),
      );
    } catch {
      // Bytes that only began like something packed.
    }
  }
  return found;
}
