import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createColumns } from '@sightglass/store';
import { columnsContract } from '@sightglass/store/contract';
import { doctor, listRecords, listSessions, sendTestSession } from '@sightglass/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClickHouse, startClickHouse } from './lib/clickhouse.ts';
import { type NewProject, since } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** The rows in a ClickHouse server that somebody else runs, in the place of the embedded engine. */

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sg-'));
const data = join(folder, 'data');
let clickhouse: ClickHouse;
let running: Running | undefined;

beforeAll(async () => {
  clickhouse = await startClickHouse();
});
afterAll(async () => {
  await running?.stop();
  await clickhouse?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (address = clickhouse.address(), of = data): Promise<Running> =>
  startSightglass({ data: of, environment: { SIGHTGLASS_CLICKHOUSE: address } });

/** What a start or a command says that ends by itself. */
async function refused(work: () => Promise<unknown>): Promise<string> {
  return work().then(
    () => 'it was done',
    (error: Error) => error.message,
  );
}

async function listed({ ask }: Running, { id }: NewProject): Promise<string[]> {
  const { sessions } = await ask(listSessions, { project: id, ...since(600_000) });
  return sessions.map(({ session }) => session);
}

test('what is recorded is asked for there, what comes in while it is away is kept until it is back, and a new start finds all of it', async () => {
  running = await start();
  const project = await running.makeProject('Shop');
  const of = { project: project.id };
  const first = await running.ask(sendTestSession, of);
  await expect.poll(() => listed(running as Running, project)).toEqual([first.session]);
  const { records } = await running.ask(listRecords, { ...of, session: first.session, limit: 100 });
  expect(records).toHaveLength(4);
  expect(existsSync(join(data, 'engine'))).toBe(false);
  const { checks } = await running.ask(doctor, of);
  expect(checks.find(({ name }) => name === 'engine')?.says).toMatch(/^ClickHouse at 127\.0\.0\.1:\d+ answers\.$/);

  await clickhouse.go();
  const second = await running.ask(sendTestSession, of);
  expect((await fetch(`${running.origin}/ready`)).status).toBe(503);
  await running.stop();
  running = undefined;
  const again = start();
  const log = join(data, 'sightglass.log');
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('the ClickHouse server does not answer');
  await clickhouse.come();
  running = await again;
  expect(running.said()).toMatch(/^ClickHouse at 127\.0\.0\.1:\d+ does not answer\. What comes in is kept/);
  await expect
    .poll(async () => (await listed(running as Running, project)).sort())
    .toEqual([first.session, second.session].sort());
});

test('a wrong password, another folder’s database and a folder that keeps its rows elsewhere are said in one sentence each', async () => {
  expect(await refused(() => start(clickhouse.address('guessed'), join(folder, 'guess')))).toMatch(
    /ended with 9 .*The ClickHouse server cannot be used\. It says: .*Authentication failed.* Check the address, user/s,
  );
  expect(await refused(() => start(undefined, join(folder, 'other')))).toMatch(
    /ended with 9 .*The ClickHouse database belongs to another data folder, [\w-]+\. Make a database for this folder alone/,
  );
  await running?.stop();
  running = undefined;
  expect(await refused(() => startSightglass({ data }))).toMatch(
    /ended with 2 .*The rows of .* are in a ClickHouse server: set SIGHTGLASS_CLICKHOUSE/,
  );
  const node = join(root, 'node_modules/.bin/node');
  const backUp = [join(root, 'packages/server/src/main.ts'), 'backup', join(folder, 'file')];
  const env = { ...process.env, SIGHTGLASS_DATA: data };
  expect(await refused(() => promisify(execFile)(node, backUp, { env }))).toMatch(
    /The rows of .* are in a ClickHouse server\. Stop Sightglass, copy the folder/,
  );
});

// Last: it empties the tables.
describe('a server as columns', () => {
  columnsContract(async () => {
    const { origin, username, password } = new URL(clickhouse.address());
    return createColumns({ url: origin, user: username, password: decodeURIComponent(password) });
  });
});
