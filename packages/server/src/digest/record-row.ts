import {
  callFingerprint,
  type Device,
  fingerprintOf,
  type NumberedRecord,
  type Sender,
  type Told,
} from '@sightglass/intake';
import type { RecordRow } from '@sightglass/store';
import type { SessionRecord, WireRecord } from '@sightglass/wire';

/** What all rows of a batch share. */
export interface BatchAbout extends Device {
  project: string;
  receivedAt: number;
  intake: string;
  sample: boolean;
  country: string;
}

type ByKind = Pick<
  RecordRow,
  | 'name'
  | 'type'
  | 'text'
  | 'path'
  | 'host'
  | 'method'
  | 'status'
  | 'failed'
  | 'duration_ms'
  | 'value'
  | 'record_id'
  | 'version'
  | 'action'
  | 'frustrations'
  | 'issue'
  | 'code'
  | 'attributes'
>;

const nothing: ByKind = {
  name: '',
  type: '',
  text: '',
  path: '',
  host: '',
  method: '',
  status: 0,
  failed: 0,
  duration_ms: 0,
  value: 0,
  record_id: '',
  version: 0,
  action: '',
  frustrations: [],
  issue: '',
  code: '',
  attributes: {},
};
const maxUInt32 = 2 ** 32 - 1;
const calls = new Set(['fetch', 'xhr', 'beacon']);

/**
 * A record in the columns of `records`.
 *
 * @param record - `told`: which thing it tells of, where another SDK's id says so.
 */
export function recordRow(
  { record, number, told }: NumberedRecord & { told?: Told },
  envelope: Sender,
  about: BatchAbout,
  batch: number,
): RecordRow {
  const user = record.kind === 'user' ? record : undefined;
  return {
    project: about.project,
    kind: record.kind,
    at: record.at,
    session: envelope.session,
    tab: envelope.tab,
    number,
    received_at: about.receivedAt,
    environment: envelope.environment,
    release: envelope.release,
    visitor: (user === undefined ? envelope.visitor : user.visitor) ?? '',
    role: user?.role ?? envelope.role,
    intake: about.intake,
    sample: about.sample ? 1 : 0,
    browser: about.browser,
    os: about.os,
    device: about.device,
    country: about.country,
    view: record.view ?? '',
    route: record.route ?? '',
    ...nothing,
    ...byKind(record, number, envelope.release),
    ...(told !== undefined && { record_id: told.id, version: told.version ?? 0 }),
    record: JSON.stringify(record),
    _batch: batch,
  };
}

function byKind(record: WireRecord, number: number, release: string): Partial<ByKind> {
  switch (record.kind) {
    case 'session':
      return { path: record.entryPath, attributes: cameWith(record) };
    case 'view':
      return {
        type: record.cause,
        text: record.title,
        path: record.path,
        duration_ms: record.durationMs ?? 0,
        version: Math.min(record.version, maxUInt32),
      };
    case 'action':
      return {
        name: record.name,
        type: record.type,
        text: record.role,
        record_id: record.id,
        version: Math.min(record.version, maxUInt32),
        frustrations: record.frustrations,
      };
    case 'resource':
      return {
        type: record.type,
        text: record.errorMessage ?? '',
        path: record.path,
        host: record.host,
        method: record.method,
        status: record.status,
        failed: hasFailed(record) ? 1 : 0,
        // 0: not known; no answer takes no time.
        duration_ms: record.durationMs ?? 0,
        record_id: record.id,
        // Told again, the later one knows more.
        version: number,
        action: record.action ?? '',
        code: record.errorCode ?? '',
        issue: callFingerprint(record),
      };
    case 'error':
      return {
        name: record.type,
        type: record.source,
        text: record.message,
        action: record.action ?? '',
        issue: fingerprintOf(record, release),
      };
    case 'longtask':
      return { type: record.type, duration_ms: record.durationMs, value: record.blockingMs };
    case 'vital':
      return { name: record.name, type: record.rating, value: record.value, record_id: record.id, version: number };
    case 'console':
      return { type: record.level, text: record.text };
    case 'form':
      return { name: record.name, type: record.event, action: record.action ?? '' };
    case 'state':
      return { name: record.subject, text: record.to };
    case 'user':
      return { attributes: asTexts(record.traits) };
    case 'context':
      return { attributes: asTexts(record.attributes) };
    case 'custom':
      return { name: record.name, attributes: asTexts(record.attributes) };
  }
}

/** Status 0 of an asset may only mean that another origin does not tell; then its `failure` says if it failed. */
function hasFailed({ type, status, failure }: Extract<WireRecord, { kind: 'resource' }>): boolean {
  return status >= 400 || (status === 0 && (calls.has(type) || failure !== undefined));
}

/** What sessions can be told apart by beside what each record has. Empty: nobody told. */
const cameWith = ({ language, timeZone, referrerHost = '' }: SessionRecord): Record<string, string> => ({
  language,
  timezone: timeZone,
  referrer: referrerHost,
});

function asTexts(attributes: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]));
}
