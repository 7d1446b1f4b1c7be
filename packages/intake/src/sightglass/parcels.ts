import { type ParcelDoor, parcelsHead } from '@sightglass/wire';
import type { BadEnvelope } from '../decoded.ts';
import { badEnvelope } from './envelope.ts';

/** What one door would take by itself; a view of the bytes that it was read from. */
export interface Parcel {
  door: ParcelDoor;
  body: Uint8Array;
}

/** A hundred parcels take a third of it. */
const maxHeadBytes = 8_192;
const lineFeed = 0x0a;

/** Takes a body of `POST /v1/parcels` apart, and looks into none of its parcels. */
export function openParcels(bytes: Uint8Array): Parcel[] | BadEnvelope {
  const headBytes = bytes.subarray(0, maxHeadBytes).indexOf(lineFeed);
  const head = parcelsHead.safeParse(parse(bytes.subarray(0, Math.max(0, headBytes))));
  if (!head.success) return badEnvelope(head.error.issues);
  let at = headBytes + 1;
  const parcels = head.data.map(([door, length]) => {
    at += length;
    return { door, body: bytes.subarray(at - length, at) };
  });
  return at === bytes.length
    ? parcels
    : badEnvelope([{ path: [], message: `Its first line tells of ${at - headBytes - 1} bytes after it` }]);
}

/** undefined: it is no JSON. Byte by byte, since a head has no letter outside of ASCII. */
function parse(head: Uint8Array): unknown {
  try {
    return JSON.parse(String.fromCharCode(...head));
  } catch {
    // Told as what it is not: a list.
    return undefined;
  }
}
