import { tools } from '../../../../fixtures/corpus/captured.ts';
import type { Lifted } from '../foreign/index.ts';
import { sentry } from '../sentry/index.ts';

/** When a body made here is received, and ten seconds before that in Sentry's own seconds. */
export const now = Date.UTC(2026, 10, 21, 12);
export const seconds = now / 1_000 - 10;
export const trace = 'dfc6aa5f9d76496881be46d9513c908b';
export const head = {
  path: '/api/1/envelope/',
  query: '',
  contentType: '',
  userAgent: '',
  origin: 'https://shop.example',
};

export type Part = [header: object, payload: object | string | Uint8Array];

/** An envelope as the SDK writes it: a length where the payload is bytes. */
export function envelope(header: object, ...items: Part[]): Uint8Array {
  const parts = items.flatMap(([itemHeader, payload]) => {
    const isBytes = payload instanceof Uint8Array;
    const bytes = isBytes ? payload : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
    const line = JSON.stringify(isBytes ? { ...itemHeader, length: bytes.length } : itemHeader);
    return [Buffer.from(`\n${line}\n`), bytes];
  });
  return Buffer.concat([Buffer.from(JSON.stringify(header)), ...parts]);
}

export function decode(body: Uint8Array): Lifted {
  const lifted = sentry.decode(body, head, { receivedAt: now, sample: false }, tools);
  if ('reason' in lifted) throw new Error(lifted.reason);
  return lifted;
}

export const recordsOf = ({ batches }: Lifted) => batches.flatMap(({ records }) => records.map(({ record }) => record));

export const event = (more: object = {}): Part => [
  { type: 'event' },
  {
    event_id: '9ff48815c8f7498ab4e9c8d16a1a5d3c',
    timestamp: seconds,
    exception: { values: [{ type: 'Error', value: 'no', mechanism: { type: 'generic', handled: true } }] },
    request: { url: 'https://shop.example/orders/77?token=secret' },
    contexts: { trace: { trace_id: trace } },
    ...more,
  },
];

export const recording = (events: object[], segment = 0): Part => [
  { type: 'replay_recording' },
  Buffer.from(`{"segment_id":${segment}}\n${JSON.stringify(events)}`),
];

export const replayHead = (more: object = {}): Part => [
  { type: 'replay_event' },
  { replay_id: trace, segment_id: 0, request: { url: 'https://shop.example/orders' }, ...more },
];

/** What Sentry tells between rrweb's events. */
export const told = (tag: string, payload: object): object => ({
  type: 5,
  timestamp: now - 5_000,
  data: { tag, payload },
});
export const snapshot = { type: 2, timestamp: now - 6_000, data: { node: { type: 0, id: 1, childNodes: [] } } };
