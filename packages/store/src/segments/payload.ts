import type { ReplayEvent, SegmentContent, SegmentOperation } from '@sightglass/wire';
import { putLongBack, takeLong } from './long-strings.ts';
import { makeAbsolute, makeRelative } from './relative.ts';
import type { LongReference } from './segments.ts';
import { DamagedSegment } from './segments.ts';

// The first character says how the rest is to be read.
const relative = 'r';
const plain = 'p';
/** Our own format, which is small as it comes: times count from the segment's start, ids are implied. */
const native = 'n';

/**
 * What a segment holds as the bytes that are packed. It is changed on the way.
 *
 * @param keep - Keeps a long string and says where.
 */
export async function encodePayload(
  content: SegmentContent,
  keep: (text: string) => Promise<LongReference>,
): Promise<Buffer> {
  const form = formOf(content);
  await takeLong(content.events, keep);
  return Buffer.from(form + JSON.stringify(content.events));
}

function formOf(content: SegmentContent): string {
  if (content.format === 'sightglass/1') return native;
  return makeRelative(content.events) ? relative : plain;
}

/** @throws {DamagedSegment} when these are no payload; whatever `load` throws. */
export async function decodePayload(
  payload: Buffer,
  load: (reference: LongReference) => Promise<string>,
): Promise<SegmentContent> {
  const form = payload.toString('latin1', 0, 1);
  const events: unknown = JSON.parse(payload.toString('utf8', 1));
  if (!Array.isArray(events) || ![relative, plain, native].includes(form)) throw new DamagedSegment('Not a segment');
  await putLongBack(events, load);
  // `encodePayload` is the only writer, takes what the intake judged, and the hash is the one that it wrote.
  if (form === native) return { format: 'sightglass/1', events: events as SegmentOperation[] };
  const whole = events as ReplayEvent[];
  if (form === relative) makeAbsolute(whole);
  return { format: 'rrweb/2', events: whole };
}
