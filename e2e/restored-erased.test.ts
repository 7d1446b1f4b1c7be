import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lookAtFiles } from './lib/data-folder.ts';
import { type NewProject, openDoors, since } from './lib/doors.ts';
import { createFinder } from './lib/find-bytes.ts';
import { reservePorts } from './lib/ports.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** Who was erased, and what was removed, after a backup was made does not come back with it. */

const patience = { timeout: 180_000, interval: 200 };
const code = fileURLToPath(new URL('../', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'sg-restored-'));
const [live, backup, late] = ['live', 'monday', 'tuesday'].map((name) => join(root, name)) as [string, string, string];
let server: Running;
let desk: NewProject;
let stock: NewProject;

const wordOf = (who: string): string => `${who}qzxwk`;
const sessionOf = (who: string, number = 0): string =>
  `${who.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

function send({ clientKey }: NewProject, door: string, body: object, headers = {}): Promise<Response> {
  return fetch(`${server.origin}/v1/${door}?key=${clientKey}`, {
    method: 'POST',
    body: gzipSync(JSON.stringify(body)),
    headers: { 'content-type': 'text/plain', ...headers },
  });
}

/** A visit with its replay, as our SDK tells it. @param as - Who is said to be there. */
async function visit(project: NewProject, who: string, number = 0, as = who, headers = {}): Promise<number[]> {
  const now = Date.now();
  const about = { v: 1, session: sessionOf(who, number), tab: `tab${number}-${who}-1111-1111` };
  const times = { startedAt: now, sentAt: now };
  const records = [
    { kind: 'user', at: now, visitor: wordOf(as), role: 'member', traits: { nick: wordOf(as) } },
    { kind: 'console', at: now + 1, level: 'info', text: wordOf(as) },
  ];
  const envelope = { seq: 0, first: 0, visitor: wordOf(as), environment: '', release: '1', records };
  const sdk = { name: 'x', version: '1' };
  const place = { page: `page${number}-${who}-2222`, seq: 0, from: now, until: now + 900, anchor: true };
  const tokens = [10, 'html', ['html'], ['body'], ['p'], wordOf(who), -1, ['p'], `${wordOf(who)} ${number}`];
  const events = [[0, 1, 1, { href: '/', width: 800, height: 600 }, tokens]];
  const sent = [
    await send(project, 'records', { ...about, ...times, ...envelope, sdk }, headers),
    await send(project, 'segments', { ...about, ...times, format: 'sightglass/1', ...place, events }, headers),
  ];
  return sent.map(({ status }) => status);
}

async function found(who: string, project = desk): Promise<number> {
  const search = `screen:${wordOf(who)}`;
  return (await server.ask(wire.listSessions, { project: project.id, ...since(3_600_000), search })).total;
}

/** Whose words stand in a data folder, packed or not. */
function wordsIn(folder: string): string[] {
  const finder = createFinder(new Map(['anna', 'bert', 'dora', 'emil', 'fran'].map((who) => [who, [wordOf(who)]])));
  const names = new Set<string>();
  lookAtFiles(folder, (_, bytes) => {
    for (const name of finder.find(bytes)) names.add(name);
  });
  return [...names].sort();
}

async function command(data: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(code, 'node_modules/.bin/node'),
    [join(code, 'packages/server/src/main.ts'), ...args],
    { env: { ...process.env, SIGHTGLASS_DATA: data } },
  );
  return stdout;
}

/** What a command that cannot be done says. */
const refused = (data: string, ...args: string[]): Promise<string> =>
  command(data, ...args).then(
    (said) => `it was done: ${said}`,
    (error: { stderr: string }) => error.stderr,
  );

/** Starts a server and asks it from its first moment on what it has of Anna, until it is ready. */
async function startAsking(data: string) {
  const port = await reservePorts();
  const heard: string[] = [];
  const early = openDoors(`http://127.0.0.1:${port.port}`, 'bootstrap-token-of-a-test');
  const asking = setInterval(() => {
    for (const door of [wire.listSessions, wire.listViews, wire.listNotes]) {
      const about = { project: desk.id, session: sessionOf('anna') };
      void early.send(door, { ...about, ...(door === wire.listSessions && since(3_600_000)) }).then(
        async (answer) => heard.push(await answer.text()),
        () => undefined,
      );
    }
  }, 20);
  const starting = startSightglass({ data, port: port.port }).finally(() => clearInterval(asking));
  return { starting, heard, port };
}

beforeAll(async () => {
  server = await startSightglass({ data: live });
  [desk, stock] = [await server.makeProject('Desk'), await server.makeProject('Stock')];
  for (const [who, number] of [
    ['anna', 0],
    ['anna', 1],
    ['bert', 0],
    ['carl', 0],
    ['carl', 1],
  ] as const)
    expect(await visit(desk, who, number)).toEqual([202, 202]);
  expect(await visit(stock, 'emil')).toEqual([202, 202]);
  expect(await visit(desk, 'made', 0, 'made', { 'x-sightglass-backfill': server.bootstrapToken })).toEqual([202, 202]);
  const those = async () => [await found('anna'), await found('bert'), await found('carl'), await found('emil', stock)];
  await vi.waitFor(async () => expect(await those()).toEqual([2, 1, 2, 1]), patience);
  // A number that is taken, by something else: it is set aside, and names somebody of whom there is nothing but that.
  expect(await visit(desk, 'bert', 0, 'dora')).toEqual([202, 202]);
  const aside = async () => (await server.ask(wire.listQuarantine, { project: desk.id })).total;
  await vi.waitUntil(async () => (await aside()) === 1, patience);
  const project = desk.id;
  await server.ask(wire.writeNote, { project, session: sessionOf('anna') }, { at: Date.now(), words: wordOf('anna') });
  for (const who of ['anna', 'bert'])
    await server.ask(
      wire.saveView,
      { project },
      { name: who, address: { search: `visitor:${wordOf(who)}` }, shared: true },
    );
  // Acknowledged, and in the journal alone when the backup is made; of one of them there is nothing else.
  expect(await visit(desk, 'anna', 2)).toEqual([202, 202]);
  expect(await visit(desk, 'fran')).toEqual([202, 202]);
  server.child.kill('SIGKILL');
  await server.stop();
  await command(live, 'backup', backup);

  server = await startSightglass({ data: live });
  await vi.waitUntil(async () => (await found('anna')) === 3 && (await found('fran')) === 1, patience);
  const erase = (visitor: string) => server.ask(wire.eraseVisitor, { project, visitor });
  expect(await erase(wordOf('anna'))).toMatchObject({ sessions: 3 });
  expect(await erase(wordOf('fran'))).toMatchObject({ sessions: 1 });
  expect(await erase(wordOf('dora'))).toMatchObject({ sessions: 0, quarantined: 1 });
  await server.ask(wire.eraseSessions, { project }, { ids: [sessionOf('carl', 0)] });
  await server.ask(wire.removeSample, { project });
  await server.ask(wire.removeProject, { project: stock.id }, { name: 'Stock' });
  await server.ask(wire.changeRetention, { project }, { days: 30 });
  await server.stop();
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a backup alone does not know who was erased since, and the command says so', async () => {
  const back = join(root, 'alone');
  expect(await command(back, 'restore', backup)).toMatch(
    /Who was erased since then is not known in it.*--erased-since/,
  );
  server = await startSightglass({ data: back });
  await vi.waitUntil(async () => (await found('anna')) === 3, patience);
  await server.stop();
});

test('with the folder that it takes the place of, they are gone before anything is answered, and nobody else is', async () => {
  const back = join(root, 'back');
  expect(await command(back, 'restore', backup, '--erased-since', live)).toMatch(
    /Taken over from .*live: \d+ marks of erased sessions, 1 removed projects, the removal of sample data from 1 projects\./,
  );
  expect(wordsIn(back)).toEqual(['anna', 'bert', 'dora', 'emil', 'fran']);

  const { starting, heard, port } = await startAsking(back);
  server = await starting;
  port.release();
  expect(heard.some((text) => text.includes('"erasing_again"'))).toBe(true);
  expect(heard.filter((text) => /anna|fran|carl0000-0000-4000-8000-000000000000/.test(text))).toEqual([]);

  const project = desk.id;
  for (const who of ['anna', 'dora', 'fran'])
    expect((await server.send(wire.getVisitor, { project, visitor: wordOf(who) })).status).toBe(404);
  for (const door of [wire.getSession, wire.getReplay]) {
    const answer = await server.send(door, { project, session: sessionOf('anna') });
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'erased' }]);
  }
  expect(await visit(desk, 'anna')).toEqual([410, 410]);
  expect(await visit(desk, 'anna', 2)).toEqual([410, 410]);
  const { sessions } = await server.ask(wire.listSessions, { project, ...since(3_600_000) });
  expect(sessions.map(({ session }) => session).sort()).toEqual([sessionOf('bert'), sessionOf('carl', 1)]);
  const replay = await (
    await server.send(wire.getReplay, { project, session: sessionOf('bert'), as: 'segments' })
  ).text();
  expect(replay).toContain(wordOf('bert'));
  expect(replay).not.toContain('"gap"');
  expect(await server.ask(wire.listViews, { project })).toMatchObject({ views: [{ name: 'bert' }] });
  expect(await server.ask(wire.countSample, { project })).toMatchObject({ sessions: 0, records: 0 });
  expect(await server.ask(wire.getRetention, { project })).toMatchObject({ days: 30 });
  expect((await server.send(wire.listSessions, { project: stock.id, ...since(3_600_000) })).status).toBe(404);
  await vi.waitFor(() => expect(wordsIn(back)).toEqual(['bert']), { ...patience, interval: 2_000 });
  // It is over: the next start has nothing to carry out.
  await server.stop();
  server = await startSightglass({ data: back });
  expect(server.said()).not.toContain('is being erased');
  await server.stop();
});

test('also where a start that carries it out is killed', async () => {
  const back = join(root, 'killed');
  await command(back, 'restore', backup, '--erased-since', live);
  for (const laterMs of [0, 1_500]) {
    const { starting, heard, port } = await startAsking(back);
    const ended = starting.then(
      (started) => started.stop(),
      () => undefined,
    );
    await vi.waitUntil(() => heard.some((text) => text.includes('"erasing_again"')), { ...patience, interval: 10 });
    await new Promise((done) => setTimeout(done, laterMs));
    process.kill(Number(readFileSync(join(back, 'lock.pid'), 'utf8')), 'SIGKILL');
    await ended;
    port.release();
  }
  server = await startSightglass({ data: back });
  expect(wordsIn(back).filter((who) => who !== 'emil')).toEqual(['bert']);
  expect([await found('anna'), await found('bert'), await found('carl')]).toEqual([0, 1, 1]);
  await server.stop();
});

/** A folder that can only be read, as a disk that failed is mounted; undefined: who runs this may mount none. */
function mountedToRead(folder: string): string | undefined {
  const at = join(root, 'only-read');
  mkdirSync(at);
  try {
    execFileSync('mount', ['--bind', '-o', 'ro', folder, at], { stdio: 'ignore' });
    return at;
  } catch {
    return undefined;
  }
}

test('also from a disk that can only be read any more, of which nothing but what says it is left', async (context) => {
  const left = join(root, 'left');
  mkdirSync(left);
  const said = readdirSync(live).filter((file) => /^(engine\.json$|(catalog|ledger)\.sqlite)/.test(file));
  for (const file of said) cpSync(join(live, file), join(left, file));
  const before = mountedToRead(left);
  if (before === undefined) return context.skip('only who may mount can try that');
  try {
    expect(() => writeFileSync(join(before, 'any'), '')).toThrow('EROFS');
    const back = join(root, 'from-it');
    expect(await command(back, 'restore', backup, '--erased-since', before)).toMatch(
      /Taken over from .*only-read: \d+ marks of erased sessions, 1 removed projects/,
    );
    server = await startSightglass({ data: back });
    expect(wordsIn(back).filter((who) => who !== 'emil')).toEqual(['bert']);
    expect([await found('anna'), await found('bert'), await found('carl')]).toEqual([0, 1, 1]);
    await server.stop();
    expect(readdirSync(left)).toEqual(said);
  } finally {
    execFileSync('umount', [before]);
  }
});

test('what says nothing of the time since then is refused, and leaves no folder', async () => {
  const into = join(root, 'into');
  const restore = (of: string) => refused(into, 'restore', backup, '--erased-since', of);
  expect(await restore(into)).toMatch(/is the folder that is to be made/);
  expect(await restore(join(root, 'nowhere'))).toMatch(/is no data folder of Sightglass/);
  expect(await refused(into, 'restore', backup, '--erased-since')).toMatch(/restore FILE \[--erased-since FOLDER\]/);

  const other = join(root, 'other');
  cpSync(live, other, { recursive: true });
  writeFileSync(join(other, 'engine.json'), JSON.stringify({ folder: 'of another one', engine: 'embedded' }));
  expect(await restore(other)).toMatch(/is of another Sightglass/);

  await command(live, 'backup', late);
  const older = join(root, 'older');
  await command(older, 'restore', backup);
  expect(await refused(into, 'restore', late, '--erased-since', older)).toMatch(/is of an older time than the backup/);

  const damaged = join(root, 'damaged');
  cpSync(live, damaged, { recursive: true });
  const ledger = readFileSync(join(damaged, 'ledger.sqlite'));
  ledger.fill(0x5a, 4_096);
  writeFileSync(join(damaged, 'ledger.sqlite'), ledger);
  expect(await restore(damaged)).toMatch(/damaged.ledger\.sqlite is damaged: who was erased cannot be read there/);

  server = await startSightglass({ data: live });
  expect(await restore(live)).toMatch(/in use by another process/);
  await server.stop();
  expect(readdirSync(root).filter((name) => /into|restoring|reading/.test(name))).toEqual([]);
});
