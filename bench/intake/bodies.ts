import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RecordBatch, WireRecord } from '@sightglass/wire';

/** Batches as our SDK sends them, packed: what a page tells in a few seconds of use, many times over. */
export function makeBodies(count: number, records: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => gzipSync(JSON.stringify(makeBatch(index, records))));
}

function makeBatch(index: number, count: number): RecordBatch {
  const now = Date.now();
  const records = Array.from({ length: count }, (_, number) => makeRecord(index * count + number, now - number));
  return {
    ...{ v: 1, session: randomUUID(), tab: randomUUID(), seq: 0, first: 0, sentAt: now, startedAt: now - 60_000 },
    ...{ sdk: { name: 'sightglass', version: '0.1.0' }, release: '1.4.2', environment: 'production' },
    ...{ visitor: `v-${index}`, role: 'buyer', records },
  };
}

/** Seven calls, an action and a console line of every nine: about what a busy page makes. */
function makeRecord(number: number, at: number): WireRecord {
  const about = { at, view: randomUUID(), route: '/orders/{integer}/lines' };
  if (number % 9 === 0)
    return {
      ...{ ...about, kind: 'action', id: randomUUID(), version: 0, type: 'click', role: 'button', frustrations: [] },
      ...{ name: 'Submit order', target: 'main > form.order > div.actions > button.primary', within: 'Order' },
    };
  if (number % 9 === 1)
    return {
      ...about,
      kind: 'console',
      level: 'warn',
      text: `Slow answer from {path} after {number} ms, try ${number}`,
    };
  return {
    ...{ ...about, kind: 'resource', id: randomUUID(), type: 'fetch', method: 'GET', host: '', status: 200 },
    ...{ path: '/api/orders/{integer}/lines', durationMs: 80 + (number % 50), firstByteMs: 70, responseBytes: 4_812 },
    mime: 'application/json',
    response: {
      types: ['object'],
      fields: {
        id: { types: ['integer'], magnitude: 12 },
        state: { types: ['string'], format: 'word', length: 4 },
        totalCents: { types: ['integer'], magnitude: 16 },
        createdAt: { types: ['string'], format: 'date-time', length: 11 },
        note: { types: ['string', 'null'], optional: true },
      },
    },
  };
}
