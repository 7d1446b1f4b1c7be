import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Running, startSightglass } from '../../../../e2e/lib/sightglass.ts';
import { run } from '../run.ts';
import { commands } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-moving-'));
let server: Running;
beforeAll(async () => {
  server = await startSightglass();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what is exported from one project is the same in another', async () => {
  const shop = await makeProject('Shop');
  await ask(`/projects/${shop}/test-session`, {});
  await vi.waitFor(async () => expect(await listed(shop)).toMatchObject([{ actions: 1, replay: true }]), patience);
  const told = await sightglass('export', '--out', 'shop.ndjson', '--project', shop);
  expect(told).toMatchObject({ code: 0, said: '1 sessions are exported.' });
  expect(readFileSync(join(folder, 'shop.ndjson'), 'utf8')).toMatch(/^\{"sightglass":"export","v":1/);
  // An export writes over nothing.
  expect(await sightglass('export', '--out', 'shop.ndjson', '--project', shop)).toMatchObject({
    ...{ code: 2, said: 'shop.ndjson is there already, and an export writes over nothing.' },
  });
  // One that is refused begins nothing, neither in the terminal nor in a file, so that it can be asked for again.
  for (const out of [[], ['--out', 'none.ndjson']])
    expect(await sightglass('export', ...out, '--project', 'p_000000000000')).toMatchObject({
      ...{ code: 2, out: '', said: expect.stringContaining('answers: ') },
    });
  expect(existsSync(join(folder, 'none.ndjson'))).toBe(false);

  const copy = await makeProject('Copy');
  const lines = readFileSync(join(folder, 'shop.ndjson'), 'utf8').split('\n');
  writeFileSync(join(folder, 'cut.ndjson'), `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 40)}`);
  expect(await sightglass('import', 'cut.ndjson', '--project', copy)).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^Line 3 is no JSON.*\n1 body was sent before that; \d+ items of them are new\.$/),
  });
  const taken = await sightglass('import', 'shop.ndjson', '--project', copy);
  // The first line of the file that was cut came in with that.
  expect(taken).toMatchObject({
    code: 0,
    said: expect.stringMatching(/ [1-9]\d* items of them are new, and [1-9]\d* were there/),
  });
  const [{ session }] = await listed(shop);
  await vi.waitFor(
    async () => expect(await listed(copy)).toMatchObject([{ session, actions: 1, replay: true }]),
    patience,
  );
  // All of it once more: nothing is new, and what was there is counted as known.
  const again = await sightglass('import', 'shop.ndjson', '--project', copy);
  expect(again).toMatchObject({
    code: 0,
    said: expect.stringMatching(/; 0 items of them are new, and \d+ were there already/),
  });
  const known = Number(/and (\d+) were/.exec(taken.said)?.[1]) + Number(/and (\d+) were/.exec(again.said)?.[1]);
  await vi.waitFor(
    async () => expect(await ask(`/projects/${copy}/intake`)).toMatchObject({ known, refused: known }),
    patience,
  );
  const whole = async (project: string) => ({
    records: (
      await ask<{ records: { number: number; record: object }[] }>(`/projects/${project}/sessions/${session}/records`)
    ).records.map(({ number, record }) => ({ number, record })),
    replay: await text(`/projects/${project}/sessions/${session}/replay`),
  });
  expect(await whole(copy)).toEqual(await whole(shop));
});

test('a recording of rrweb becomes a session', async () => {
  const project = await makeProject('Recorded');
  const recorded = gunzipSync(
    readFileSync(new URL('../../../../fixtures/rrweb/shop-guest-1.0.0.ndjson.gz', import.meta.url)),
  );
  const events = recorded
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { timestamp: number });
  const moved = Date.now() - 3_600_000 - Math.max(...events.map(({ timestamp }) => timestamp));
  const lines = events.map((event) => JSON.stringify({ ...event, timestamp: event.timestamp + moved }));
  writeFileSync(join(folder, 'guest visit.ndjson'), lines.join('\n'));
  expect(await sightglass('import', 'guest visit.ndjson', '--project', project)).toMatchObject({
    ...{ code: 0, said: expect.stringContaining('Settings → Intake tells what of them was there already') },
  });
  await vi.waitFor(
    async () => expect(await listed(project)).toMatchObject([{ session: 'guest-visit', replay: true }]),
    patience,
  );

  // What the player saves is one array over many lines, and so is what a tool has put in order for people.
  const saved = await text(`/projects/${project}/sessions/guest-visit/export?format=rrweb`);
  writeFileSync(join(folder, 'saved-visit.json'), saved);
  writeFileSync(
    join(folder, 'tidy-visit.json'),
    `\n${JSON.stringify({ events: JSON.parse(saved) }, undefined, 2)}\n\n`,
  );
  const again = await makeProject('Recorded again');
  for (const file of ['saved-visit.json', 'tidy-visit.json'])
    expect(await sightglass('import', file, '--project', again)).toMatchObject({ code: 0 });
  const both = ['saved-visit', 'tidy-visit'].map((session) => ({ session, replay: true }));
  await vi.waitFor(
    async () =>
      expect((await listed(again)).toSorted((one, other) => (one.session < other.session ? -1 : 1))).toMatchObject(
        both,
      ),
    patience,
  );
});

test('what cannot be imported is said in one sentence', async () => {
  const project = await makeProject('Empty');
  writeFileSync(join(folder, 'text'), 'hello');
  writeFileSync(join(folder, 'cut.json'), '[{"type": 4},\n{"type": 2');
  writeFileSync(join(folder, 'blank'), '\n\n');
  writeFileSync(join(folder, 'other.json'), '{"name":"sightglass"}');
  for (const [file, said] of [
    ['text', 'Line 1 is no JSON'],
    ['cut.json', 'Line 1 is no JSON'],
    ['blank', 'The file is empty'],
    ['other.json', 'Line 1 is no event of rrweb'],
    ['missing', 'ENOENT'],
  ] as const)
    expect(await sightglass('import', file, '--project', project)).toMatchObject({
      code: 2,
      said: expect.stringContaining(said),
    });
});

test('the doctor goes through the parts of a server', async () => {
  const project = await makeProject('Well');
  const { code, out } = await sightglass('doctor', '--project', project);
  expect(code).toBe(0);
  expect(out).toMatch(/^! intake +Nothing has come in yet\./m);
  expect(out).toMatch(/^✓ engine +The column engine answers\./m);
});

const patience = { timeout: 180_000, interval: 100 };

async function sightglass(...args: string[]) {
  const out: string[] = [];
  const said: string[] = [];
  const code = await run(commands, args, {
    cwd: folder,
    env: { SIGHTGLASS_URL: server.origin, SIGHTGLASS_TOKEN: server.bootstrapToken },
    out: (text) => void out.push(text),
    say: (line) => void said.push(line),
    fetch,
  });
  return { code, out: out.join(''), said: said.join('\n') };
}

async function makeProject(name: string): Promise<string> {
  return (await ask<{ id: string }>('/projects', { name })).id;
}

async function listed(project: string) {
  return (await ask<{ sessions: [{ session: string }] }>(`/projects/${project}/sessions`)).sessions;
}

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  return JSON.parse(await text(path, body)) as Answer; // what these doors answer
}

async function text(path: string, body?: object): Promise<string> {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.bootstrapToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response.text();
}
