import { defaultRecording, type RecordingSettings } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { createAssetsDoor } from './index.ts';
import { createServing, key, keys, project } from './testing/on-a-port.ts';

const name = 'n'.repeat(22);
const serve = createServing();

/** The door on a real port, for a project that has what the name leads to. */
async function open() {
  const kept: { settings: RecordingSettings; now: number } = { settings: { ...defaultRecording }, now: 0 };
  const door = createAssetsDoor({
    keys,
    recordingOf: () => kept.settings,
    known: async (of, names) => (of === project && names.includes(name) ? { [name]: 'h'.repeat(22) } : {}),
    now: () => kept.now,
    quota: { perSecond: 1, burst: 8 },
  });
  const { origin } = await serve(door);
  const ask = (body: unknown, query = `?key=${key}`, method = 'POST') =>
    fetch(`${origin}/v1/assets${query}`, { method, body: method === 'GET' ? null : JSON.stringify(body) });
  const codeOf = async (...about: Parameters<typeof ask>) => {
    const answer = await ask(...about);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  return { kept, ask, codeOf };
}

test('a page of any origin is told which of its pictures and fonts the project has, and nobody keeps the answer', async () => {
  const { kept, ask } = await open();
  const answer = await ask([name, 'x'.repeat(22)]);
  expect([answer.status, await answer.json()]).toEqual([200, { [name]: 'h'.repeat(22) }]);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  kept.settings = { ...defaultRecording, assets: 'none' };
  expect(await (await ask([name])).json()).toEqual({});
});

test('what is no list of names, who has no key, too much and too often each have their problem', async () => {
  const { kept, codeOf, ask } = await open();
  expect(await codeOf({ names: [] })).toEqual([400, 'bad_request']);
  expect(await codeOf([1])).toEqual([400, 'bad_request']);
  expect(await codeOf(Array.from({ length: 257 }, () => name))).toEqual([400, 'bad_request']);
  expect(await codeOf(['x'.repeat(9_000)])).toEqual([413, 'too_large']);
  expect(await codeOf([name], '')).toEqual([401, 'key_missing']);
  expect(await codeOf([name], '?key=sgk_other')).toEqual([403, 'key_unknown']);
  expect(await codeOf(null, undefined, 'GET')).toEqual([405, 'method_not_allowed']);
  kept.settings = { ...defaultRecording, off: true };
  expect(await codeOf([name])).toEqual([403, 'recording_off']);
  kept.settings = { ...defaultRecording };
  for (let left = 3; left > 0; left -= 1) expect((await ask([name])).status).toBe(200);
  expect(await codeOf([name])).toEqual([429, 'over_quota']);
  kept.now += 1_000;
  expect((await ask([name])).status).toBe(200);
});
