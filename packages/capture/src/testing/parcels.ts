import { gunzipSync } from 'node:zlib';
import { type ParcelsHead, parcelsHead } from '@sightglass/wire';

/** What came at a door, unpacked. */
export interface Arrived {
  path: string;
  text: string;
  packed: boolean;
}

/** The bodies that a request brought: its own, or those of its parcels as if each had come at its own door. */
export function arrivedAt(path: string, body: Buffer): Arrived[] {
  if (path !== '/v1/parcels') return [unpacked(path, body)];
  let at = body.indexOf('\n') + 1;
  const head: ParcelsHead = parcelsHead.parse(JSON.parse(body.toString('utf8', 0, at)));
  const arrived = head.map(([door, bytes]) => {
    at += bytes;
    return unpacked(`/v1/${door}`, body.subarray(at - bytes, at));
  });
  if (at !== body.length) throw new Error(`The parcels have ${at} bytes, and ${body.length} came`);
  return arrived;
}

function unpacked(path: string, body: Buffer): Arrived {
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  return { path, text: (packed ? gunzipSync(body) : body).toString(), packed };
}
