import type { NumberedRecord, Sender } from '@sightglass/intake';
import type { LiveMessage, WireRecord } from '@sightglass/wire';

/** Older data is not live: it would jump to the top of a list that shows now. */
const maxAgeMs = 120_000;
const maxRecords = 20;
const maxWords = 160;

/** The sign of life that a batch gives; undefined: it tells nothing of now. */
export function liveOf(
  envelope: Sender,
  records: readonly NumberedRecord[],
  startedAt: number,
  receivedAt: number,
): LiveMessage | undefined {
  const newest = records.reduce((most, { record }) => Math.max(most, record.at), 0);
  if (records.length === 0 || receivedAt - newest > maxAgeMs) return undefined;
  const routed = records.findLast(({ record }) => record.route !== undefined);
  return {
    type: 'session',
    session: envelope.session,
    at: newest,
    start: startedAt,
    visitor: envelope.visitor,
    role: envelope.role,
    environment: envelope.environment,
    release: envelope.release,
    route: routed?.record.route ?? '',
    records: records.slice(-maxRecords).map(({ record }) => ({
      kind: record.kind,
      at: record.at,
      text: wordsOfRecord(record).slice(0, maxWords),
    })),
  };
}

/** A record in a few words, as lists of what happened say it. */
export function wordsOfRecord(record: WireRecord): string {
  switch (record.kind) {
    case 'session':
      return record.entryPath;
    case 'view':
      return record.title || record.path;
    case 'action':
      return `${record.type} ${record.name}`;
    case 'resource':
      return `${record.method} ${record.path} ${record.status || (record.failure ?? '')}`;
    case 'error':
      return `${record.type}: ${record.message}`;
    case 'longtask':
      return `${Math.round(record.durationMs)} ms`;
    case 'vital':
      return `${record.name} ${Math.round(record.value * 1_000) / 1_000}`;
    case 'console':
      return record.text;
    case 'form':
      return `${record.name} ${record.event}`;
    case 'state':
      return `${record.subject}: ${record.to}`;
    case 'user':
      return record.role ?? '';
    case 'context':
      return '';
    case 'custom':
      return record.name;
  }
}
