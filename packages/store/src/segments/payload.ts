import type { ReplayEvent } from '@sightglass/wire';
import { putLongBack, type Reference, takeLong } from './long-strings.ts';
import { makeAbsolute, makeRelative } from './relative.ts';
import { DamagedSegment } from './segments.ts';

// The first character says how the rest is to be read.
const relative = 'r';
const plain = 'p';

/**
 * A segment's events as the bytes that are packed. The events are changed on the way.
 *
 * @param keep - Keeps a long string and says where.
 */
export async function encodePayload(
  events: ReplayEvent[],
  keep: (text: string) => Promise<Reference>,
): Promise<Buffer> {
  const form = makeRelative(events) ? relative : plain;
  await takeLong(events, keep);
  return Buffer.from(form + JSON.stringify(events));
}

/** @throws {DamagedSegment} when these are no payload; whatever `load` throws. */
export async function decodePayload(
  payload: Buffer,
  load: (reference: Reference) => Promise<string>,
): Promise<ReplayEvent[]> {
  const form = payload.toString('latin1', 0, 1);
  const events: unknown = JSON.parse(payload.toString('utf8', 1));
  if (!Array.isArray(events) || (form !== relative && form !== plain)) throw new DamagedSegment('Not a segment');
  await putLongBack(events, load);
  // `encodePayload` is the only writer, takes events only, and the hash is the one that it wrote.
  const whole = events as ReplayEvent[];
  if (form === relative) makeAbsolute(whole);
  return whole;
}
