import { deflateSync, inflateSync } from 'node:zlib';
import { readParts } from '../datadog/multipart.ts';
import { type ForeignFormat, foreignFormats, type Head } from '../index.ts';
import { readEnvelope } from '../sentry/envelope.ts';
import { type Posted, readPosted } from './visit.ts';

/** What a real SDK sent, laid open: its JSON can be changed and put back into its packing. */
export interface Document {
  format: ForeignFormat;
  head: Head;
  at: number;
  json: Uint8Array;
  /** One value a line, or one value. */
  lines: boolean;
  wrap(json: Uint8Array): Uint8Array;
}

const visits: [folder: string, visit: string][] = [
  ['datadog', 'shop-member-1.1.0'],
  ['datadog', 'site-reader'],
  ['datadog6', 'shop-guest-1.0.0'],
  ['yard', 'datadog4'],
  ['yard', 'datadog5'],
  ['sentry', 'shop-admin-1.0.0'],
  ['sentry', 'site-visitor'],
  ['sentry10', 'shop-member-1.0.0'],
  ['yard', 'sentry7'],
  ['yard', 'sentry9'],
  ['rrweb', 'shop-admin-1.0.0'],
  ['rrweb', 'site-reader'],
  ['settings', 'datadog7-logs-alone'],
  ['settings', 'datadog7-profiling'],
  ['settings', 'sentry8-errors'],
  ['settings', 'sentry11-all'],
  ['settings', 'rrweb2-plugins'],
];
/** Larger ones are as good, and slow. */
const maxBytes = 300_000;

/** Of every door, every way to pack, and every major that there is a capture of. */
export function readDocuments(): Document[] {
  return visits.flatMap(([folder, visit]) =>
    readPosted(folder, visit)
      .flatMap((posted) => open(`${folder} ${visit}`, posted))
      .filter(({ json }) => json.length > 0 && json.length < maxBytes),
  );
}

function open(name: string, posted: Posted): Document[] {
  const { contentType, userAgent, origin, query, body, at } = posted;
  const head = { path: posted.path.replace(/^\/dd\/(proxy|fn)/, '/datadog'), query, contentType, userAgent, origin };
  if (name.includes('datadog')) {
    const format = foreignFormats.datadog;
    if (contentType.startsWith('multipart')) return [openForm({ format, head, at }, body)];
    const json = body[0] === 0x78 ? inflateSync(body) : body;
    return [{ format, head, at, json, lines: true, wrap: (changed) => changed }];
  }
  if (name.includes('sentry')) return openEnvelope({ format: foreignFormats.sentry, head, at }, body);
  return [{ format: foreignFormats.rrweb, head, at, json: body, lines: false, wrap: (changed) => changed }];
}

type About = Pick<Document, 'format' | 'head' | 'at'>;

function openForm(about: About, body: Uint8Array): Document {
  const packed = readParts(body, about.head.contentType)?.find(({ name }) => name === 'segment')?.bytes;
  const head = { ...about.head, contentType: 'multipart/form-data; boundary=b' };
  const [before, after] = ['--b\r\nContent-Disposition: form-data; name="segment"\r\n\r\n', '\r\n--b--\r\n'];
  return {
    ...{ ...about, head, lines: false, json: packed === undefined ? new Uint8Array() : inflateSync(packed) },
    wrap: (json) => Buffer.concat([Buffer.from(before), deflateSync(json), Buffer.from(after)]),
  };
}

/** Its lines, where all of them are JSON; and the recording in it, if there is one. */
function openEnvelope(about: About, body: Uint8Array): Document[] {
  const envelope = readEnvelope(body, (line) => JSON.parse(Buffer.from(line).toString()));
  const recording = envelope?.items.find(({ header }) => header.type === 'replay_recording');
  if (recording === undefined) {
    // Without lengths an item ends where its line does.
    const text = Buffer.from(body)
      .toString()
      .replace(/,"length":\d+/g, '');
    return [{ ...about, json: Buffer.from(text), lines: true, wrap: (changed) => changed }];
  }
  const at = recording.payload.indexOf(0x0a) + 1;
  const data = recording.payload.subarray(at);
  const event = envelope?.items.find(({ header }) => header.type === 'replay_event')?.payload ?? new Uint8Array();
  const wrap = (json: Uint8Array): Uint8Array => {
    const payload = Buffer.concat([recording.payload.subarray(0, at), deflateSync(json)]);
    const lines = ['{}', '{"type":"replay_event"}', event, `{"type":"replay_recording","length":${payload.length}}`];
    return Buffer.concat([...lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]), payload]);
  };
  return [{ ...about, json: data[0] === 0x5b ? data : inflateSync(data), lines: false, wrap }];
}
