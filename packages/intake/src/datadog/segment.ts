import { limits, type ReplayEvent } from '@sightglass/wire';
import type { Head, Tools } from '../foreign/face.ts';
import { type Gatherer, idOf } from '../foreign/index.ts';
import { type JsonBounds, readJson } from '../json/index.ts';
import { at, countAt, isFields, textAt } from './fields.ts';
import { readParts } from './multipart.ts';
import { wrapRecord } from './replay/wrapped.ts';

const bounds: JsonBounds = { maxNesting: limits.maxSegmentNesting, maxValues: limits.maxJsonValues };

/**
 * A segment of replay: a form whose part `segment` is the packed records and whose part `event` repeats what they are. Records are
 * kept as they came, each in an rrweb event: what they mean depends on the segments of the view before, so they become rrweb's when
 * they are read (`createReplayLifter`), in order and without those that never came.
 */
export function liftSegment(body: Uint8Array, head: Head, tools: Tools, gather: Gatherer): void {
  const parts = readParts(body, head.contentType);
  if (parts === undefined) {
    gather.aside('a form that cannot be taken apart');
    return;
  }
  if (parts.some(({ name }) => name === 'image')) {
    gather.apart('replay-image');
    return;
  }
  const [packed, ...more] = parts.filter(({ name }) => name === 'segment');
  if (more.length > 0) gather.aside('a second segment in one form', more.length);
  if (packed === undefined) {
    gather.aside('a form without a segment');
    return;
  }
  const bytes = tools.inflate(packed.bytes, limits.maxSegmentUnpackedBytes);
  if (bytes === undefined) {
    gather.aside('a segment that cannot be unpacked');
    return;
  }
  const read = readJson(bytes, bounds, tools.toText);
  if ('fault' in read) {
    gather.aside(`a segment: ${read.fault.code}`);
    return;
  }
  gather.cleaned(read.cleaned);
  const session = textAt(read.value, 'session', 'id');
  const view = textAt(read.value, 'view', 'id');
  const records = at(read.value, 'records');
  const seq = countAt(read.value, 'index_in_view');
  if (session === undefined || view === undefined || seq === undefined || !Array.isArray(records)) {
    gather.aside('a segment without a session, a view, its number or records');
    return;
  }
  const events: ReplayEvent[] = [];
  for (const record of records) {
    const wrapped = isFields(record) ? wrapRecord(record) : undefined;
    if (wrapped === undefined) gather.apart('invalid_event');
    else events.push(wrapped);
  }
  gather.segment({
    session: idOf(session),
    tab: idOf(session),
    page: idOf(view),
    seq,
    anchor: records.some((record) => at(record, 'type') === 2),
    events,
  });
}
