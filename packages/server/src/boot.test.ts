import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createColumns } from '@sightglass/store';
import type { Endpoint, Specification, SpecificationDiff } from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoors } from '../../../e2e/lib/doors.ts';
import { type LiveTail, watchLive } from '../../../e2e/lib/live-tail.ts';
import { type Running, startSightglass } from '../../../e2e/lib/sightglass.ts';
import { type Screens, tellScreens } from '../../../e2e/lib/tell-screens.ts';

let sightglass: Running;
let project: { id: string; number: number; clientKey: string };

beforeAll(async () => {
  sightglass = await startSightglass();
  project = await ask('POST', '/projects', { name: 'Shop' });
});
afterAll(async () => {
  await sightglass?.stop();
  // The second of the two was given it.
  if (sightglass) rmSync(sightglass.data, { recursive: true, force: true });
});

const send = (method: Endpoint['method'], path: string, body?: object, token = sightglass.bootstrapToken) =>
  openDoors(sightglass.origin, token).send({ method, path: `/api/v1${path}` }, {}, body);
async function ask<Answer>(method: Endpoint['method'], path: string, body?: object): Promise<Answer> {
  const answer = await send(method, path, body);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
const watch = (token?: string): Promise<LiveTail> => watchLive(send('GET', inProject('/live'), undefined, token));
const tell = (clientKey: string, told: Screens) => tellScreens(sightglass.origin, clientKey, told);
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const inProject = (path: string) => `/projects/${project.id}${path}`;
const span = () => `?from=${Date.now() - 3_600_000}&until=${Date.now() + 60_000}`;

test('a test session goes the whole road: acknowledged, live, stored, replayed, specified', async () => {
  const live = await watch();
  const { session } = await ask<{ session: string }>('POST', inProject('/test-session'));
  await expect.poll(live.text).toContain(`"session":"${session}"`);
  await expect.poll(live.text).toContain('event: stored');

  const list = () => ask<{ sessions: { session: string }[] }>('GET', inProject(`/sessions${span()}`));
  await expect
    .poll(async () => (await list()).sessions)
    .toMatchObject([{ session, environment: 'test', views: 1, actions: 1, calls: 1, replay: true, sample: false }]);
  const { records } = await ask<{ records: object[] }>('GET', inProject(`/sessions/${session}/records`));
  expect(records).toHaveLength(4);

  const replay = async (as: string) => {
    const answer = await send('GET', inProject(`/sessions/${session}/replay${as}`));
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    return (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  expect((await replay('')).slice(0, 2)).toMatchObject([{ type: 4 }, { type: 2 }]);
  const segments = await replay('?as=segments');
  expect(segments).toMatchObject([{ seq: 0, anchor: true }]);
  expect(segments[0].events[0]).toMatchObject({ type: 4 });

  const shown = async () =>
    (await ask<Specification>('GET', inProject(`/spec${span()}`))).points.flatMap((one) =>
      one.shown ? one.point : [],
    );
  await expect.poll(shown).toEqual(expect.arrayContaining([2, 7]));
  const markdown = await send('GET', inProject(`/spec${span()}&format=markdown`));
  expect(markdown.headers.get('content-type')).toContain('text/markdown');
  expect(await markdown.text()).toContain('## 7. Calls');
});

test('what a person makes of a statement holds, and a specification is had in every format', async () => {
  const screens = async () => {
    const { points } = await ask<Specification>('GET', inProject(`/spec${span()}`));
    return points.find(({ point }) => point === 2)?.statements ?? [];
  };
  const [screen] = await screens();
  const door = inProject(`/spec/review?key=${encodeURIComponent(screen?.key ?? '')}`);
  // As if it had been inferred otherwise when it was corrected.
  const then = { ...screen, title: 'The old desk' };
  await ask('PUT', door, { state: 'corrected', text: 'Where it all begins.', inferred: then });
  expect((await screens()).find(({ key }) => key === screen?.key)).toMatchObject({
    ...{ text: 'Where it all begins.', tier: 'firm' },
    review: { state: 'corrected', inferred: screen?.text, changed: ['title'] },
  });
  expect(await codeOf(await send('PUT', door, { state: 'renamed' }))).toBe('bad_request');
  // One more session, and all of it is inferred anew.
  await ask('POST', inProject('/test-session'));
  const again = async () => (await screens()).find(({ key }) => key === screen?.key);
  await expect.poll(async () => (await again())?.support.sessions).toBe(2);
  const inferred = (await again())?.review?.inferred;
  expect(inferred).not.toBe(screen?.text);
  expect(await again()).toMatchObject({ text: 'Where it all begins.', review: { state: 'corrected' } });
  const document = async () => (await send('GET', inProject(`/spec${span()}&format=json`))).text();
  expect(await document()).toContain('Where it all begins.');
  await ask('PUT', door, { state: 'hidden' });
  expect(await document()).not.toContain('Where it all begins.');
  expect((await screens()).map(({ key }) => key)).not.toContain(screen?.key);
  expect(await ask('GET', inProject('/spec/reviews'))).toMatchObject({
    reviews: [{ key: screen?.key, state: 'hidden' }],
  });
  await ask('DELETE', door);
  const { text, review } = (await again()) ?? {};
  expect({ text, review }).toEqual({ text: inferred, review: undefined });

  const api = (await (await send('GET', '/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  };
  const told = api.paths['/api/v1/projects/{project}/spec']?.get.responses['200']?.content;
  for (const [format, type, file] of [
    ['markdown', 'text/markdown', 'shop.md'],
    ['openapi', 'application/vnd.oai.openapi+json', 'shop.openapi.json'],
    ['json-schema', 'application/schema+json', 'shop.schema.json'],
    ['mermaid', 'text/markdown', 'shop.diagrams.md'],
    ['xstate', 'text/plain', 'shop.machines.ts'],
    ['playwright', 'text/plain', 'shop.spec.ts'],
  ] as const) {
    const answer = await send('GET', inProject(`/spec${span()}&format=${format}`));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining(type)]);
    expect(Object.keys(told ?? {})).toContain(type);
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${file}"`);
    expect((await answer.text()).length).toBeGreaterThan(10);
  }
  const diff = await ask<SpecificationDiff>('GET', inProject('/spec/diff?from=1.0.0&to=1.1.0'));
  expect(diff).toMatchObject({ from: { release: '1.0.0', sessions: 0 }, to: { release: '1.1.0' }, items: [] });
});

test('the doctor finds every part well, and what came in is counted', async () => {
  const { checks } = await ask<{ checks: { name: string; state: string; says: string }[] }>(
    'GET',
    inProject('/doctor'),
  );
  expect(checks.filter(({ state }) => state === 'bad')).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'intake',
    'journal',
    'digest',
    'engine',
    'days',
    'segments',
    'catalog',
    'ledger',
    'disk',
    'clock',
    'connection',
  ]);
  const intake = await ask<{ received: number; accepted: number; refused: number }>('GET', inProject('/intake'));
  expect(intake.received).toBe(intake.accepted + intake.refused);
  expect(intake.accepted).toBeGreaterThan(0);
  // Also what is nobody's.
  expect((await fetch(`${sightglass.origin}/v1/records?key=sgk_nobody`, { method: 'POST', body: '{}' })).status).toBe(
    403,
  );
  const metrics = await (await fetch(`${sightglass.origin}/metrics`)).text();
  expect(metrics).toMatch(/^sightglass_intake_items_total\{.*\} \d+$/m);
  expect(metrics).toContain('sightglass_intake_items_total{door="records",outcome="key_unknown"} 1\n');
  expect(metrics).toContain('sightglass_journal_trouble 0');
  expect((await fetch(`${sightglass.origin}/ready`)).status).toBe(200);
});

test('every question of the API answers, also about a project in which nothing happened', async () => {
  const empty = await ask<{ id: string }>('POST', '/projects', { name: 'Empty' });
  for (const question of ['sessions', 'vitals', 'calls', 'routes', 'issues', 'facets', 'spec', 'doctor', 'intake'])
    expect(`${question} ${(await send('GET', `/projects/${empty.id}/${question}${span()}`)).status}`).toBe(
      `${question} 200`,
    );
  expect((await send('GET', `/projects/${empty.id}/issues/none${span()}`)).status).toBe(404);
  expect((await send('GET', `/projects/${empty.id}/sessions/nobody-was-here/replay`)).status).toBe(404);
});

test('an upload that is refused in its middle leaves its connection to the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const put = (encoding: string) =>
    new Promise<[number | undefined, boolean]>((resolve, reject) => {
      const headers = { authorization: `Bearer ${sightglass.bootstrapToken}`, 'content-encoding': encoding };
      const options = { method: 'PUT', agent, headers: { ...headers, 'content-type': 'application/octet-stream' } };
      const sent = request(`${sightglass.origin}/api/v1${inProject('/releases/1/files?path=a.js')}`, options);
      sent.on('error', reject).on('response', (answer) => {
        answer.resume().on('end', () => resolve([answer.statusCode, sent.reusedSocket]));
      });
      sent.end('x = 1;\n'.repeat(100_000));
    });
  expect(await put('gzip')).toEqual([400, false]);
  expect(await put('identity')).toEqual([200, true]);
  agent.destroy();
});

test('sample data that was acknowledged a moment ago goes too, and what visitors did stays', async () => {
  const shop = await ask<{ id: string; clientKey: string }>('POST', '/projects', { name: 'With a sample' });
  const post = (session: string, at: number, headers: Record<string, string>) =>
    fetch(`${sightglass.origin}/v1/records?key=${shop.clientKey}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        ...{ v: 1, session, tab: '22222222-2222', seq: 0, first: 0, sentAt: at, startedAt: at },
        ...{ sdk: { name: 'sightglass', version: '0' }, records: [{ kind: 'custom', at, name: 'seen' }] },
      }),
    });
  const day = 24 * 3_600_000;
  const backfill = { 'x-sightglass-backfill': sightglass.bootstrapToken };
  const statuses = await Promise.all([
    post('real-0000', Date.now(), {}),
    ...Array.from({ length: 8 }, (_, index) => post(`sample-${index}00`, Date.now() - index * day, backfill)),
  ]);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([202]));
  const sample = `/projects/${shop.id}/sample`;
  expect(await ask('DELETE', sample)).toEqual({ sessions: 8, records: 8, segments: 0 });
  expect(await ask('GET', sample)).toEqual({ sessions: 0, records: 0, segments: 0 });
  const list = await ask<{ sessions: { session: string }[] }>('GET', `/projects/${shop.id}/sessions${span()}`);
  expect(list.sessions.map(({ session }) => session)).toEqual(['real-0000']);
});

test('a request that names its whole address, as to a proxy, is answered as one that names its path', async () => {
  const { hostname, port } = new URL(sightglass.origin);
  const asked = (path: string) =>
    new Promise((resolve, reject) =>
      request({ hostname, port, path }, (answer) =>
        resolve([answer.resume().statusCode, answer.headers['content-type']]),
      )
        .on('error', reject)
        .end(),
    );
  for (const path of ['/health', '/sdk.js', '/nothing-here.js'])
    expect(await asked(`http://shop.example${path}`)).toEqual(await asked(path));
  expect(await asked('HTTPS://shop.example')).toEqual(await asked('/'));
});

test('E64: while questions ask for more than the engine can, what comes in is acknowledged, seen live and stored', async () => {
  const engine = createColumns({ socketPath: join(sightglass.data, 'engine.sock') });
  const left = new AbortController();
  let ended = 0;
  const heavy =
    'SELECT count() FROM numbers(100000000000) WHERE sin(number) > 2 AND {project:String} = {project:String}';
  const asked = Array.from({ length: availableParallelism() * 2 }, () =>
    engine
      .ask(heavy, { project: project.id }, { timeoutMs: 600_000, signal: left.signal })
      .catch(() => undefined)
      .finally(() => (ended += 1)),
  );
  try {
    const live = await watch();
    const sessions = Array.from({ length: 40 }, (_, at) => `heavy-${String(at).padStart(2, '0')}`);
    for (const session of sessions)
      expect(await tell(project.clientKey, { session, at: Date.now() - 60_000, screens: ['garden', 'shed'] })).toBe(
        'taken',
      );
    for (const session of sessions) await expect.poll(live.text).toContain(`"session":"${session}"`);
    await expect.poll(live.text).toContain('event: stored');
    // All of that beside them.
    expect(ended).toBe(0);
  } finally {
    left.abort(new Error('left'));
    await Promise.all(asked);
    await engine.stop();
  }
});

test('O40: what comes a day late joins its session, after the late window it is refused, and never makes another one', async () => {
  const late = await ask<{ id: string; clientKey: string }>('POST', '/projects', { name: 'Late' });
  const day = 24 * 3_600_000;
  const then = Date.now() - day;
  const told = async (seq: number, at: number, screen: string) =>
    tell(late.clientKey, { session: 'late-session', seq, at, screens: [screen] });
  expect(await told(0, then, 'attic')).toBe('taken');
  const sessions = async () => {
    const wide = `?from=${Date.now() - 30 * day}&until=${Date.now() + 60_000}`;
    const list = await ask<{ sessions: object[] }>('GET', `/projects/${late.id}/sessions${wide}`);
    return list.sessions;
  };
  await expect.poll(sessions).toMatchObject([{ session: 'late-session', views: 1 }]);
  expect(await told(1, then + 60_000, 'cellar')).toBe('taken');
  expect(await told(2, then - 8 * day, 'ghost')).toBe('too_late');
  await expect.poll(sessions).toMatchObject([{ session: 'late-session', views: 2 }]);
});

test('G5: a statement whose only evidence was deleted is not shown any more', async () => {
  const gone = await ask<{ id: string; clientKey: string }>('POST', '/projects', { name: 'Gone' });
  const screens = async () => {
    const { points } = await ask<Specification>('GET', `/projects/${gone.id}/spec${span()}`);
    return points.find(({ point }) => point === 2)?.statements.map(({ text }) => text) ?? [];
  };
  const there = { session: 'gone-session', at: Date.now() - 1_000, screens: ['attic'] };
  expect(await tell(gone.clientKey, there)).toBe('taken');
  await expect.poll(async () => (await screens()).length).toBe(1);
  expect(await ask('DELETE', `/projects/${gone.id}/visitors/somebody`)).toMatchObject({ sessions: 1 });
  await expect.poll(screens).toEqual([]);
  const { points } = await ask<Specification>('GET', `/projects/${gone.id}/spec${span()}`);
  expect(points.filter(({ shown }) => shown)).toEqual([]);
});

/** A visit of four screens, of a release that says so. */
async function visit(session: string, release: string): Promise<void> {
  const four = { session, release, at: Date.now() - 8_000, screens: ['attic', 'cellar', 'garden', 'kitchen'] };
  expect(await tell(project.clientKey, four)).toBe('taken');
}

test('what was acknowledged is there after a kill and a new start, and what people said of statements holds', async () => {
  await visit('house-first', '1.0.0');
  const screensOf = async (release: string) => {
    const { points } = await ask<Specification>('GET', inProject(`/spec${span()}&release=${release}`));
    const { statements = [], leftOutFor = [] } = points.find(({ point }) => point === 2) ?? {};
    return { screens: statements.flatMap((one) => (one.kind === 'screen' ? one : [])), leftOutFor };
  };
  await expect.poll(async () => (await screensOf('1.0.0')).screens.length).toBe(4);
  const inferred = (await screensOf('1.0.0')).screens.toSorted((one, other) => (one.route < other.route ? -1 : 1));
  const said = [
    { state: 'confirmed' },
    { state: 'corrected', text: 'Where the oldest things stand.' },
    { state: 'renamed', text: 'The flower bed' },
    { state: 'hidden' },
  ];
  for (const [index, body] of said.entries())
    await ask('PUT', inProject(`/spec/review?key=${encodeURIComponent(inferred[index]?.key ?? '')}`), body);

  const { session } = await ask<{ session: string }>('POST', inProject('/test-session'));
  const { data } = sightglass;
  sightglass.child.kill('SIGKILL');
  await new Promise((resolve) => sightglass.child.once('exit', resolve));
  sightglass = await startSightglass({ data });
  const find = async () => (await send('GET', inProject(`/sessions/${session}`))).status;
  await expect.poll(find).toBe(200);

  // The release that was looked at, and one that nobody had seen then.
  await visit('house-second', '2.0.0');
  for (const release of ['1.0.0', '2.0.0']) {
    await expect.poll(async () => (await screensOf(release)).screens.length).toBe(3);
    const { screens, leftOutFor } = await screensOf(release);
    const held = screens.toSorted((one, other) => (one.route < other.route ? -1 : 1));
    expect(held.map(({ key }) => key)).toEqual(inferred.slice(0, 3).map(({ key }) => key));
    expect(held).toMatchObject([
      { tier: 'firm', text: inferred[0]?.text, review: { state: 'confirmed' } },
      { tier: 'firm', text: 'Where the oldest things stand.', review: { inferred: inferred[1]?.text } },
      { title: 'The flower bed', review: { state: 'renamed', inferred: inferred[2]?.text } },
    ]);
    expect(leftOutFor).toContainEqual({ reason: 'hidden by a member', times: 1 });
  }
});
