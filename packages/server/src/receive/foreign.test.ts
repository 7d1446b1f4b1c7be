import { expect, test } from 'vitest';
import { readCaptured } from '../../../../fixtures/corpus/captured.ts';
import type { ReceiverParts } from './index.ts';
import { createRemembering, createServing, key, now, project } from './testing/on-a-port.ts';

const serve = createServing();

/** The doors on a real port, with a journal that remembers. */
async function open(more: Partial<ReceiverParts> = {}) {
  const remembering = createRemembering(more);
  return { ...remembering, ...(await serve(remembering.receiver)) };
}

const [captured] = readCaptured('datadog', 'shop-guest-1.0.0');
const body = new Uint8Array(captured?.body ?? []);
const forward = `ddforward=${encodeURIComponent('/api/v2/rum?ddsource=browser&dd-api-key=pub1')}`;
const headers = { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://shop.example' };

test("another SDK's body is kept as it came, with the head of its request, and answered without being judged", async () => {
  const { origin, entries } = await open();
  // The question mark is the SDK's own: it appends its query to whatever the proxy's address is.
  const url = `${origin}/datadog?key=${key}?${forward}`;
  const answers = await Promise.all([
    fetch(url, { method: 'POST', body, headers }),
    fetch(url, { method: 'POST', body: 'nonsense' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect(answers[0]?.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answers[0]?.text()).toBe('');
  expect(entries).toHaveLength(2);
  const entry = entries.find((one) => one.body.length === body.length);
  expect(entry).toMatchObject({ project, door: 'datadog', encoding: 'identity', sample: false, receivedAt: now });
  expect(entry?.body).toEqual(Buffer.from(body));
  expect(JSON.parse(entry?.head ?? '')).toEqual({
    path: '/datadog',
    query: `key=${key}?${forward}`,
    contentType: headers['content-type'],
    origin: 'https://shop.example',
  });
});

test('key, switch, quota, size and method hold at every door, and each refusal is counted where it belongs', async () => {
  const { origin, entries, counted } = await open({
    quota: { perSecond: 1, burst: 2 },
    isOff: () => entries.length > 0,
  });
  const send = async (path: string, given: RequestInit = {}) => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', body, ...given });
    return answer.status === 202 ? 'taken' : ((await answer.json()) as { code: string }).code;
  };
  const good = `/datadog/${key}?${forward}`;
  expect(await send(`/datadog?key=sgk_${'0'.repeat(32)}&${forward}`)).toBe('key_unknown');
  expect(await send('/datadog')).toBe('key_missing');
  expect(await send(good, { method: 'PUT' })).toBe('method_not_allowed');
  expect(await send(good)).toBe('taken');
  expect(await send(good)).toBe('recording_off');
  expect(await send(good)).toBe('over_quota');
  expect(entries).toHaveLength(1);
  expect(counted).toEqual([
    'datadog key_unknown 1',
    'datadog key_missing 1',
    'datadog method_not_allowed 1',
    `${project} datadog recording_off 1`,
    `${project} datadog over_quota 1`,
  ]);
});

test('a body past the bound is refused by what its head says, before it is read', async () => {
  const { origin } = await open();
  const large = new Uint8Array(16 * 1024 * 1024 + 1);
  const answer = await fetch(`${origin}/datadog/${key}?${forward}`, { method: 'POST', body: large }).catch(
    () => undefined,
  );
  // The server may hang up while the rest is on its way.
  expect(answer === undefined || answer.status === 413).toBe(true);
});

test("before it profiles Datadog's SDK may ask, with a header of its own, and is told that it need not", async () => {
  const { origin, entries } = await open();
  const quota = encodeURIComponent('/api/v2/profiling/quota?session_id=1');
  const url = `${origin}/datadog?key=${key}?ddforward=${quota}&ddforwardSubdomain=quota`;
  const preflight = await fetch(url, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('dd-client-token');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/, \*$/);
  const answer = await fetch(url, { headers: { 'dd-client-token': 'pub0' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(await answer.json()).toEqual({ data: { attributes: { admitted: false, reason: 'org_disabled' } } });
  expect(entries).toEqual([]);
});

test('paths beside a door are not its own', async () => {
  const { receiver } = await open();
  expect(['/datadog', '/datadog?x', `/datadog/${key}/api/v2/rum?y`].map(receiver.handles)).toEqual([true, true, true]);
  expect(['/datadogs', '/v1', '/', '/v1/records/x', undefined].map(receiver.handles)).toEqual(Array(5).fill(false));
});
