import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createCatalog } from '@sightglass/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startSightglass } from '../../../../e2e/lib/sightglass.ts';
import { openLedger } from '../ledger/index.ts';
import { BadWish, readWishes } from './environment.ts';
import { createLog } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-start-'));
let running: Running;
beforeAll(async () => {
  running = await startSightglass({ data: join(folder, 'running') });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a start that fails says, in one line, and how it ends. */
async function failed(options: Parameters<typeof startSightglass>[0]): Promise<string> {
  try {
    await (await startSightglass(options)).stop();
    return 'it started';
  } catch (error) {
    expect(String(error), 'words of a library').not.toMatch(/^ +at |node_modules/m);
    return String(error);
  }
}

test('a port that is taken is said in one sentence, with exit code 3', async () => {
  const port = Number(new URL(running.origin).port);
  const words = await failed({ port, data: join(folder, 'port') });
  expect(words).toMatch(/ended with 3 .*: Port \d+ on 127\.0\.0\.1 is taken\. Stop the other program, or set PORT/);
});

test('nobody else of the machine reads what is kept, whoever may look into its folder', () => {
  const names = readdirSync(running.data);
  expect(names).toContain('catalog.sqlite');
  expect(names.filter((name) => (statSync(join(running.data, name)).mode & 0o007) !== 0)).toEqual([]);
});

test('a data folder in use by another process is said in one sentence, with exit code 4', async () => {
  const words = await failed({ data: running.data });
  expect(words).toMatch(/ended with 4 .*is in use by another process \(process \d+\)\. Stop the other Sightglass/);
});

test('a data folder that cannot be made is said in one sentence, with exit code 5', async () => {
  writeFileSync(join(folder, 'file'), '');
  const words = await failed({ data: join(folder, 'file', 'data') });
  expect(words).toMatch(/ended with 5 .*cannot be written \(ENOTDIR\)/);
  // Where Node tries for good to make a folder of several steps.
  if (existsSync('/proc/self'))
    expect(await failed({ data: '/proc/nowhere/data' })).toMatch(/ended with 5 .*\(ENOENT\)/);
});

test('an owner password that no form would take is refused at the start too, with exit code 2', async () => {
  const owner = { email: 'ada@example.com', password: 'eleven char' };
  const words = await failed({ data: join(folder, 'weak'), owner });
  expect(words).toMatch(/ended with 2 .*SIGHTGLASS_OWNER_PASSWORD is too short\. Use at least 12 characters/);
});

/** 64 bytes of each of these pages, counted from 1, or of the tables and indexes that are called so. */
function damage(file: string, ...what: (string | number)[]): void {
  const sqlite = new DatabaseSync(file);
  const { page_size: bytes } = sqlite.prepare('PRAGMA page_size').get() ?? {};
  const find = sqlite.prepare('SELECT rootpage FROM sqlite_master WHERE name LIKE ?');
  const pages = what.flatMap((one) =>
    typeof one === 'number' ? [one] : find.all(one).map(({ rootpage }) => Number(rootpage)),
  );
  sqlite.close();
  const open = openSync(file, 'r+');
  for (const page of pages) writeSync(open, Buffer.alloc(64, 0xff), 0, 64, (page - 1) * Number(bytes));
  closeSync(open);
}

test('a damaged page of the catalog or the ledger is said in the terminal, by /ready, the doctor and the doors that need it; a damaged head ends the start with 8', async () => {
  const data = join(folder, 'damaged');
  const files = { catalog: join(data, 'catalog.sqlite'), ledger: join(data, 'ledger.sqlite') };
  mkdirSync(data);
  const catalog = await createCatalog(files.catalog);
  const { id } = await catalog.projects.create('Shop');
  await catalog.stop();
  openLedger(files.ledger, Date.now).stop();
  damage(files.catalog, 'saved_views%');
  damage(files.ledger, 'claims', 'outcomes');

  const server = await startSightglass({ data });
  try {
    expect(server.said()).toContain(`${files.catalog} is damaged. Stop the server`);
    expect(server.said()).toContain(`${files.ledger} is damaged. Nothing is stored`);
    const ready = await fetch(`${server.origin}/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'damaged', code: 'catalog_damaged' }]);
    const headers = { authorization: `Bearer ${server.bootstrapToken}`, 'content-type': 'application/json' };
    const door = (what: string) => `${server.origin}/api/v1/projects/${id}/${what}`;
    for (const [what, code] of [
      ['views', 'catalog_damaged'],
      ['intake', 'ledger_damaged'],
    ] as const) {
      const answer = await fetch(door(what), { headers });
      expect([answer.status, await answer.json()]).toMatchObject([503, { code }]);
    }
    // What comes in is kept, and the digest says why it cannot be stored.
    expect((await fetch(door('test-session'), { method: 'POST', headers, body: '{}' })).status).toBe(200);
    const bad = async () => {
      const { checks } = (await (await fetch(door('doctor'), { headers })).json()) as {
        checks: { name: string; state: string; says: string }[];
      };
      return checks.filter(({ state }) => state === 'bad').map(({ name, says }) => `${name}: ${says}`);
    };
    await expect
      .poll(bad)
      .toEqual([
        'intake: What came in cannot be told.',
        'digest: Nothing is being stored: ledger_damaged.',
        'catalog: catalog.sqlite in the data folder is damaged.',
        'ledger: ledger.sqlite in the data folder is damaged.',
      ]);
  } finally {
    await server.stop();
  }
  damage(files.ledger, 1);
  expect(await failed({ data })).toMatch(/ended with 8 .*ledger\.sqlite in the data folder is damaged\. Nothing is/s);
  damage(files.catalog, 1);
  expect(await failed({ data })).toMatch(
    /ended with 8 .*catalog\.sqlite in the data folder is damaged\. Stop the server/,
  );
});

test('a data folder of a newer version is refused, with exit code 6', async () => {
  const data = join(folder, 'newer');
  mkdirSync(data);
  await (await createCatalog(join(data, 'catalog.sqlite'))).stop();
  const sqlite = new DatabaseSync(join(data, 'catalog.sqlite'));
  sqlite.exec('UPDATE schema_version SET version = 1000');
  sqlite.close();
  expect(await failed({ data })).toMatch(/ended with 6 .*Start that version or a newer one/);
});

/** Where a system has a folder in memory, a server that lies there says so. */
const memory = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/sightglass-start-') : undefined;
afterAll(() => memory && rmSync(memory, { recursive: true, force: true }));

test('a killed server leaves a folder that opens again at once; SIGTERM ends it in order, even while somebody watches live', async () => {
  const data = join(memory ?? folder, 'killed');
  const first = await startSightglass({ data });
  first.child.kill('SIGKILL');
  await new Promise((resolve) => first.child.once('exit', resolve));
  const second = await startSightglass({ data });
  expect((await fetch(`${second.origin}/health`)).status).toBe(200);
  const headers = { authorization: `Bearer ${second.bootstrapToken}` };
  const made = await fetch(`${second.origin}/api/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"Shop"}',
  });
  const { id } = (await made.json()) as { id: string };
  const at = (path: string) => fetch(`${second.origin}/api/v1/projects/${id}/${path}`, { headers });
  if (memory !== undefined) {
    const loses = 'The data folder lies in memory: a restart of the machine loses all of it.';
    expect(second.said()).toContain(loses);
    const { checks } = (await (await at('doctor')).json()) as { checks: { name: string; says: string }[] };
    expect(checks.find(({ name }) => name === 'disk')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining(loses),
    });
  }
  const live = await at('live');
  expect(live.headers.get('content-type')).toBe('text/event-stream');
  await second.stop();
  // After ten seconds it ends itself with another code.
  expect(second.child.exitCode).toBe(0);
});

test('wishes that make no sense are refused by name', () => {
  expect(() => readWishes({ PORT: 'eighty' }, [])).toThrow(BadWish);
  expect(() => readWishes({ SIGHTGLASS_OWNER_EMAIL: 'ada@example.com' }, [])).toThrow('SIGHTGLASS_OWNER_PASSWORD');
  expect(() => readWishes({ SIGHTGLASS_LOG_LEVEL: 'loud' }, [])).toThrow('SIGHTGLASS_LOG_LEVEL');
  for (const proxies of ['nginx', '10.0.0.7/33', '10.0.0.7,', '10.0.0.7/8/8', '10.0.0.7/0'])
    expect(() => readWishes({ SIGHTGLASS_TRUST_PROXY: proxies }, []), proxies).toThrow('SIGHTGLASS_TRUST_PROXY');
  for (const path of ['sightglass', '/a b', '/a//b', '/a"', '/../b', 'https://x/y', '/a?b'])
    expect(() => readWishes({ SIGHTGLASS_BASE_PATH: path }, []), path).toThrow('SIGHTGLASS_BASE_PATH');
  for (const path of ['', '/']) expect(readWishes({ SIGHTGLASS_BASE_PATH: path }, []).basePath).toBe('');
  expect(readWishes({ SIGHTGLASS_BASE_PATH: '/tools/sight-glass/' }, []).basePath).toBe('/tools/sight-glass');
  expect(readWishes({ SIGHTGLASS_TRUST_PROXY: 'loopback, 10.0.0.7, fd00::/8' }, []).trustProxy).toBe(
    'loopback,10.0.0.7,fd00::/8',
  );
  expect(() => readWishes({ SIGHTGLASS_COUNTRY_HEADER: 'CF-IPCountry' }, [])).toThrow('needs SIGHTGLASS_TRUST_PROXY');
  const trusts = { SIGHTGLASS_TRUST_PROXY: 'loopback, 10.0.0.7' };
  expect(() => readWishes({ ...trusts, SIGHTGLASS_COUNTRY_HEADER: 'a b' }, [])).toThrow('the name of a header');
  expect(readWishes({ ...trusts, SIGHTGLASS_COUNTRY_HEADER: 'CF-IPCountry' }, []).countryHeader).toEqual({
    name: 'cf-ipcountry',
    networks: ['loopback', '10.0.0.7'],
  });
  expect(() => createLog({ logFile: folder, logLevel: 'info' })).toThrow(BadWish);
  expect(() => readWishes({}, ['--nodemo'])).toThrow('--nodemo');
  expect(readWishes({}, ['--no-demo'])).toMatchObject({ port: 4600, host: '127.0.0.1', demo: false });
  for (const address of ['clickhouse:8123', 'tcp://here:9000', 'http://here:8123/a/b', 'http://here:8123/a?user=b'])
    expect(() => readWishes({ SIGHTGLASS_CLICKHOUSE: address }, [])).toThrow(/^SIGHTGLASS_CLICKHOUSE must be/);
  const { clickhouse } = readWishes({ SIGHTGLASS_CLICKHOUSE: 'https://ada:s%40id@there:8443/rows' }, []);
  expect(clickhouse).toEqual({ url: 'https://there:8443', user: 'ada', password: 's@id', database: 'rows' });
});
