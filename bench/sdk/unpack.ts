import { constants, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { openParcels } from '@sightglass/intake';

/** A stream that its sender never closed still counts for what it holds. */
const lenient: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * How many bytes a body has before it was packed: as a whole (gzip or deflate, by its first bytes), or in its parts, as in multipart
 * forms (Datadog), envelopes (Sentry) and our own parcels.
 */
export function rawBytes(body: Buffer): number {
  const whole = unpacked(body);
  if (whole !== undefined) return whole.length;
  const parcels = openParcels(body);
  if (!('code' in parcels)) return parcels.reduce((sum, parcel) => sum + rawBytes(Buffer.from(parcel.body)), 0);
  let raw = body.length;
  for (let at = body.indexOf('\n'); at !== -1 && at < body.length - 4; at = body.indexOf('\n', at + 1)) {
    const part = body.subarray(at + 1);
    const inner = unpacked(part);
    if (inner === undefined || inner.length < 64) continue;
    // What follows a packed part is text again, and short; the part is taken as if it went to the end.
    raw += inner.length - packedLength(part);
    break;
  }
  return raw;
}

function unpacked(body: Buffer): Buffer | undefined {
  try {
    if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body, lenient);
    if (body[0] === 0x78 && body.readUInt16BE(0) % 31 === 0) return inflateSync(body, lenient);
  } catch {
    // Looked packed and is not.
  }
  return undefined;
}

/** Up to the multipart boundary that ends it, or to the end. */
function packedLength(part: Buffer): number {
  const end = part.indexOf('\r\n--');
  return end === -1 ? part.length : end;
}
