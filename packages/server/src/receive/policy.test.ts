import { defaultRecording, policy, type RecordingSettings } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createPolicyDoor } from './index.ts';
import { createServing, key, keys, revoked } from './testing/on-a-port.ts';

const serve = createServing();

/** The door on a real port, for one project whose settings a test changes. */
async function open() {
  const kept: { settings: RecordingSettings; texts: string[] } = { settings: { ...defaultRecording }, texts: [] };
  const door = createPolicyDoor({
    keys,
    recordingOf: () => kept.settings,
    textsOf: () => kept.texts,
  });
  const { origin } = await serve(door);
  const ask = (query = `?key=${key}`, init: RequestInit = {}) => fetch(`${origin}/v1/policy${query}`, init);
  return { kept, ask };
}

test('a page of any origin is told the policy of its project, which may be kept for a minute', async () => {
  const { kept, ask } = await open();
  kept.texts = ['x'.repeat(22)];
  const answer = await ask();
  expect(policy.parse(await answer.json())).toEqual({ v: 1, ...defaultRecording, texts: kept.texts });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  expect((await (await ask()).text()).length).toBeLessThan(160);
});

test('nothing is sent again while nothing has changed, and a change is told at once', async () => {
  const { kept, ask } = await open();
  const etag = (await ask()).headers.get('etag') ?? '';
  const again = () => ask(undefined, { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  kept.settings = { ...defaultRecording, mask: 'all' };
  const changed = await again();
  expect([changed.status, await changed.json()]).toMatchObject([200, { mask: 'all' }]);
  kept.settings = { ...defaultRecording };
  kept.texts = ['y'.repeat(22)];
  expect((await again()).status).toBe(200);
});

test('at most two hundred texts are named, the newest', async () => {
  const { kept, ask } = await open();
  kept.texts = Array.from({ length: 300 }, (_, at) => String(at).padStart(22, '0'));
  const { texts } = policy.parse(await (await ask()).json());
  expect([texts.length, texts[0], texts[199]]).toEqual([200, kept.texts[0], kept.texts[199]]);
});

test('while recording is off the answer says so and nothing of what is stored', async () => {
  const { kept, ask } = await open();
  kept.texts = ['x'.repeat(22)];
  kept.settings = { ...defaultRecording, off: true };
  expect(await (await ask()).json()).toMatchObject({ off: true, texts: [] });
});

test('a key that is missing, unknown or revoked has its problem, which nobody keeps', async () => {
  const { ask } = await open();
  for (const [query, status, code] of [
    ['', 401, 'key_missing'],
    ['?key=sgk_nonsense', 403, 'key_unknown'],
    [`?key=${revoked}`, 403, 'key_revoked'],
  ] as const) {
    const answer = await ask(query);
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  }
});

test('other methods are told what is offered', async () => {
  const { ask } = await open();
  const posted = await ask(undefined, { method: 'POST', body: '{}' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  const head = await ask(undefined, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const asked = await ask(undefined, { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  // What traces the calls of a page puts its own headers on ours as well, and no page would hear what it may record.
  expect(asked.headers.get('access-control-allow-headers')).toBe('*');
});
