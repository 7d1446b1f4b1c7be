import type { ReplayEvent } from '@sightglass/wire';
import { type Fields, fieldsAt, isFields } from '../fields.ts';

/** A record of Datadog's, kept whole in an rrweb event of the application's own kind (`EventType.Custom`), which every player skips. */
export const wrapTag = 'datadog';
const customEvent = 5;
const latest = 4_102_444_800_000;

/** undefined: it is no record. */
export function wrapRecord(record: Fields): ReplayEvent | undefined {
  const { type, timestamp } = record;
  const isTime = typeof timestamp === 'number' && timestamp >= 0 && timestamp <= latest;
  if (!isTime || typeof type !== 'number') return undefined;
  return { type: customEvent, timestamp: Math.round(timestamp), data: { tag: wrapTag, payload: record } };
}

/** undefined: it is no such event. */
export function unwrap({ type, data }: ReplayEvent): Fields | undefined {
  if (type !== customEvent || !isFields(data) || data.tag !== wrapTag) return undefined;
  return isFields(data.payload) ? fieldsAt(data, 'payload') : undefined;
}
