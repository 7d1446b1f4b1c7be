import { type BatchEnvelope, batchEnvelope, limits, type Refusal, type WireRecord, wireRecord } from '@sightglass/wire';
import { type About, type Clock, createClock } from '../clock.ts';
import type { BadEnvelope, DecodedRecords, Judged, Notes, NumberedRecord } from '../decoded.ts';
import { compileFits } from '../fits.ts';
import { catchSlips, withoutSlips } from '../second-net/index.ts';
import { badEnvelope, dotted, maxNumber } from './envelope.ts';
import { repair } from './repair.ts';

/**
 * A batch of our own SDK. One bad record costs that record; a text that is too long is cut, and a number that cannot be is left out; times become the server's. The same bytes
 * with the same `about` always give the same answer: the digest decodes again after a crash.
 */
export function decodeRecords(json: unknown, about: About): DecodedRecords | BadEnvelope {
  const opened = openBatch(json, about);
  if ('code' in opened) return opened;
  const notes: Notes = { truncated: 0, clamped: 0, unmeasured: 0 };
  const records: NumberedRecord[] = [];
  const refused: Refusal[] = [];
  for (const [index, item] of opened.raw.entries()) {
    const decoded = decode(item, opened.clock, notes);
    if ('record' in decoded) records.push({ number: opened.envelope.first + index, record: decoded.record });
    else refused.push({ index, ...decoded });
  }
  return { envelope: opened.envelope, records, refused, notes, skewMs: opened.clock.skewMs };
}

/** What {@link decodeRecords} would take and refuse, without making it: the door answers with this. */
export function judgeRecords(json: unknown, about: About): Judged | BadEnvelope {
  const opened = openBatch(json, about);
  if ('code' in opened) return opened;
  const notes: Notes = { truncated: 0, clamped: 0, unmeasured: 0 };
  const refused: Refusal[] = [];
  for (const [index, item] of opened.raw.entries()) {
    if (fitsRecord(item) && !opened.clock.at((item as WireRecord).at).late) continue; // a record, as just seen
    const decoded = decode(item, opened.clock, notes);
    if (!('record' in decoded)) refused.push({ index, ...decoded });
  }
  return { accepted: opened.raw.length - refused.length, refused, skewMs: opened.clock.skewMs };
}

const fitsRecord = compileFits(wireRecord);

function openBatch(
  json: unknown,
  about: About,
): { envelope: BatchEnvelope; raw: unknown[]; clock: Clock } | BadEnvelope {
  const envelope = batchEnvelope.safeParse(json);
  if (!envelope.success) return badEnvelope(envelope.error.issues);
  const raw = (json as { records?: unknown }).records; // an object, since it has an envelope
  if (!Array.isArray(raw)) return badEnvelope([{ path: ['records'], message: 'Expected an array' }]);
  if (raw.length > limits.maxRecordsPerBatch)
    return badEnvelope([{ path: ['records'], message: `At most ${limits.maxRecordsPerBatch} records` }]);
  if (envelope.data.first > maxNumber) return badEnvelope([{ path: ['first'], message: `At most ${maxNumber}` }]);
  return { envelope: withoutSlips(envelope.data), raw, clock: createClock(envelope.data, about) };
}

function decode(item: unknown, clock: Clock, notes: Notes): { record: WireRecord } | Omit<Refusal, 'index'> {
  setTime(item);
  const repaired = repair(item);
  if ('wrong' in repaired) return { code: 'invalid_record', path: dotted(repaired.wrong) };
  const { record } = repaired;
  notes.truncated += repaired.truncated;
  notes.unmeasured += repaired.unmeasured;
  const { at, clamped, late } = clock.at(record.at);
  if (late) return { code: 'too_late', path: 'at' };
  if (clamped) notes.clamped += 1;
  record.at = at;
  catchSlips(record);
  return { record };
}

/** After all times that a record may have. */
const never = 4_102_444_800_000;

/** What JSON has for no number, as by a clock that the page has broken, is as a time that is still to come: the receipt stands for it. */
function setTime(item: unknown): void {
  if (typeof item !== 'object' || item === null || !('at' in item)) return;
  const { at } = item;
  if (at === null) Object.assign(item, { at: never });
}
