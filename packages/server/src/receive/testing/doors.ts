import { catalogue } from '@sightglass/wire';
import { expect } from 'vitest';
import type { ReceiverParts } from '../index.ts';
import { createRemembering, createServing, key, now } from './on-a-port.ts';

type Body = string | Buffer;

/** Opens the doors on a real port, with a journal that remembers, for the tests of one file. To be called where the file begins. */
export function createOpening() {
  const serve = createServing();
  return async (more: Partial<ReceiverParts> = {}) => {
    const { receiver, entries, counted } = createRemembering(more);
    const { port, origin } = await serve(receiver);
    async function send(body: Body, headers: Record<string, string> = {}, path = `/v1/records?key=${key}`) {
      const given = typeof body === 'string' ? body : new Uint8Array(body);
      const answer = await fetch(origin + path, { method: 'POST', body: given, headers });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, json: text === '' ? {} : JSON.parse(text) };
    }
    const codeOf = async (...given: Parameters<typeof send>) => {
      const { status, json, headers } = await send(...given);
      if (status !== 202) {
        expect(headers.get('content-type')).toBe('application/problem+json');
        expect(json.status).toBe(catalogue[json.code as keyof typeof catalogue].status);
        expect(status).toBe(json.status);
        expect(headers.get('access-control-allow-origin')).toBe('*');
      }
      return status === 202 ? 'taken' : json.code;
    };
    return { receiver, entries, counted, origin, port, send, codeOf };
  };
}

export const line = { kind: 'console', at: now, level: 'log', text: 'hello' };
/** A batch of records, as the SDK sends it. */
export const batch = (records: unknown[] = [line], more: object = {}) =>
  JSON.stringify({
    v: 1,
    session: '11111111-1111-4111-8111-111111111111',
    tab: '22222222-2222-4222-8222-222222222222',
    seq: 0,
    first: 0,
    sentAt: now,
    startedAt: now,
    sdk: { name: 'sightglass', version: '1' },
    records,
    ...more,
  });
/** A segment of rrweb events. */
export const segment = (events: unknown[] = [{ type: 4, timestamp: now, data: {} }]) =>
  JSON.stringify({
    v: 1,
    format: 'rrweb/2',
    session: '11111111-1111-4111-8111-111111111111',
    tab: '22222222-2222-4222-8222-222222222222',
    page: '33333333-3333-4333-8333-333333333333',
    seq: 0,
    from: now,
    until: now,
    anchor: true,
    sentAt: now,
    events,
  });
export const segments = `/v1/segments?key=${key}`;
