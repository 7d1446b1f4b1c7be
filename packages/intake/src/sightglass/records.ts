import { batchEnvelope, limits, type Refusal, type WireRecord, wireRecord } from '@sightglass/wire';
import { type About, type Clock, createClock } from '../clock.ts';
import type { BadEnvelope, DecodedRecords, Notes, NumberedRecord } from '../decoded.ts';
import { badEnvelope, dotted, maxNumber } from './envelope.ts';
import { repair } from './repair.ts';

/**
 * A batch of our own SDK. One bad record costs that record; a text that is too long is cut; times become the server's. The same bytes
 * with the same `about` always give the same answer: the digest decodes again after a crash.
 */
export function decodeRecords(json: unknown, about: About): DecodedRecords | BadEnvelope {
  const envelope = batchEnvelope.safeParse(json);
  if (!envelope.success) return badEnvelope(envelope.error.issues);
  const raw = (json as { records?: unknown }).records; // an object, since it has an envelope
  if (!Array.isArray(raw)) return badEnvelope([{ path: ['records'], message: 'Expected an array' }]);
  if (raw.length > limits.maxRecordsPerBatch)
    return badEnvelope([{ path: ['records'], message: `At most ${limits.maxRecordsPerBatch} records` }]);
  if (envelope.data.first > maxNumber) return badEnvelope([{ path: ['first'], message: `At most ${maxNumber}` }]);
  const clock = createClock(envelope.data.sentAt, about);
  const notes: Notes = { truncated: 0, clamped: 0 };
  const records: NumberedRecord[] = [];
  const refused: Refusal[] = [];
  for (const [index, item] of raw.entries()) {
    const judged = judge(item, clock, notes);
    if ('record' in judged) records.push({ number: envelope.data.first + index, record: judged.record });
    else refused.push({ index, ...judged });
  }
  return { envelope: envelope.data, records, refused, notes };
}

function judge(item: unknown, clock: Clock, notes: Notes): { record: WireRecord } | Omit<Refusal, 'index'> {
  let parsed = wireRecord.safeParse(item);
  if (!parsed.success) {
    const cut = repair(item, parsed.error.issues);
    if (cut > 0) parsed = wireRecord.safeParse(item);
    if (parsed.success) notes.truncated += cut;
  }
  if (!parsed.success) return { code: 'invalid_record', path: dotted(parsed.error.issues[0]?.path ?? []) };
  const { at, clamped, late } = clock.at(parsed.data.at);
  if (late) return { code: 'too_late', path: 'at' };
  if (clamped) notes.clamped += 1;
  parsed.data.at = at;
  return { record: parsed.data };
}
