import {
  limits,
  type Refusal,
  type ReplayEvent,
  replayEvent,
  type SegmentContent,
  type SegmentOperation,
  segmentEnvelope,
  segmentOperation,
} from '@sightglass/wire';
import { type About, createClock } from '../clock.ts';
import type { BadEnvelope, DecodedSegment, Judged, Notes } from '../decoded.ts';
import { badEnvelope, dotted, maxNumber } from './envelope.ts';

/** A segment at our own door: events or operations that are none cost themselves; what they hold is kept as it came. */
export function decodeSegment(json: unknown, about: About): DecodedSegment | BadEnvelope {
  const envelope = segmentEnvelope.safeParse(json);
  if (!envelope.success) return badEnvelope(envelope.error.issues);
  const raw = (json as { events?: unknown }).events; // an object, since it has an envelope
  if (!Array.isArray(raw) || raw.length === 0)
    return badEnvelope([{ path: ['events'], message: 'Expected an array that is not empty' }]);
  if (raw.length > limits.maxEventsPerSegment)
    return badEnvelope([{ path: ['events'], message: `At most ${limits.maxEventsPerSegment} events` }]);
  if (envelope.data.seq > maxNumber) return badEnvelope([{ path: ['seq'], message: `At most ${maxNumber}` }]);
  const clock = createClock(envelope.data, about);
  const from = clock.at(envelope.data.from);
  const until = clock.at(envelope.data.until);
  if (from.late || until.late) return { code: 'too_late', issues: [{ path: 'until', message: 'Too long ago' }] };
  const notes: Notes = { truncated: 0, clamped: Number(from.clamped) + Number(until.clamped), unmeasured: 0 };
  const { format } = envelope.data;
  const { content, refused } = format === 'sightglass/1' ? readOperations(raw) : readEvents(raw, clock.skewMs);
  if (content.events.length === 0) return badEnvelope([{ path: ['events'], message: 'No event is valid' }]);
  const span = { from: from.at, until: Math.max(from.at, until.at) };
  return { segment: { ...envelope.data, ...span, ...content }, refused, notes, skewMs: clock.skewMs };
}

type Read<Format> = { content: Extract<SegmentContent, { format: Format }>; refused: Refusal[] };

/** Every event carries its own time by the browser's clock. */
function readEvents(raw: readonly unknown[], skewMs: number): Read<'rrweb/2'> {
  const events: ReplayEvent[] = [];
  const refused: Refusal[] = [];
  for (const [index, item] of raw.entries()) {
    const parsed = replayEvent.safeParse(item);
    if (parsed.success) events.push({ ...parsed.data, timestamp: parsed.data.timestamp + skewMs });
    else refused.push(refuse(index, parsed.error.issues));
  }
  return { content: { format: 'rrweb/2', events }, refused };
}

/** Times are from the envelope's start, so they stand whatever the browser's clock is. */
function readOperations(raw: readonly unknown[]): Read<'sightglass/1'> {
  const events: SegmentOperation[] = [];
  const refused: Refusal[] = [];
  for (const [index, item] of raw.entries()) {
    const parsed = segmentOperation.safeParse(item);
    if (parsed.success) events.push(parsed.data);
    else refused.push(refuse(index, parsed.error.issues));
  }
  return { content: { format: 'sightglass/1', events }, refused };
}

function refuse(index: number, issues: readonly { path: PropertyKey[] }[]): Refusal {
  return { index, code: 'invalid_event', path: dotted(issues[0]?.path ?? []) };
}

/** What {@link decodeSegment} says of a segment: it is one item, whose events may be refused. */
export function judgeSegment(json: unknown, about: About): Judged | BadEnvelope {
  const decoded = decodeSegment(json, about);
  if ('code' in decoded) return decoded;
  return { accepted: 1, refused: decoded.refused, skewMs: decoded.skewMs };
}
