import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Columns, createColumns, migrate } from '@sightglass/store';
import { columnsContract, ndjson, noon, recordRow } from '@sightglass/store/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Engine, startEngine } from './supervise.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightglass-engine-'));
const said: string[] = [];
const log = {
  info: (_: object, text: string) => void said.push(text),
  warn: (_: object, text: string) => void said.push(text),
};
const fresh = (name: string) => ({ dataDir: join(folder, name), socketPath: join(folder, `${name}.sock`), log });
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

let engine: Engine;
let columns: Columns;
beforeAll(async () => {
  engine = startEngine({ ...fresh('main'), heartbeatMs: 100, maxSilentBeats: 30 });
  await engine.ready;
  columns = createColumns({ socketPath: engine.socketPath });
});
afterAll(async () => {
  await columns.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the embedded engine as columns', () => columnsContract(async () => columns));

describe('the engine', () => {
  test('reaches nothing but its tables, whatever a statement says', async () => {
    for (const source of [
      "url('http://127.0.0.1:1/', CSV, 'a String')",
      "file('/etc/passwd', CSV, 'a String')",
      "s3('http://127.0.0.1:1/b/k', CSV, 'a String')",
      "remote('127.0.0.1', system.one)",
      "postgresql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "mysql('127.0.0.1:1', 'd', 't', 'u', 'p')",
      "executable('id', TSV, 'a String')",
    ])
      await expect(columns.ask(`SELECT * FROM ${source}`), source).rejects.toThrow();
    for (const sql of ["SELECT * FROM url('http://127.0.0.1:1/', CSV)", "SELECT * FROM file('/etc/passwd', CSV)"])
      await expect(columns.ask(sql)).rejects.toMatchObject({ code: '497' });
    const outside = join(folder, 'written');
    await expect(columns.ask(`SELECT 1 INTO OUTFILE '${outside}'`)).rejects.toThrow();
    expect(existsSync(outside)).toBe(false);
    // Written so that the words are not where they would be looked for: the engine itself must not write from a question.
    await expect(columns.ask('WITH 1 AS x SELECT x FORMAT JSONEachRow SETTINGS readonly = 0')).rejects.toThrow();
  });

  test('keeps no logs of its own', async () => {
    await columns.command('SYSTEM FLUSH LOGS');
    expect(
      await columns.ask("SELECT name FROM system.tables WHERE database = 'system' AND name LIKE '%\\_log'"),
    ).toEqual([]);
  });

  test('stays inside its memory: a question that wants more fails, the next one passes', async () => {
    const greedy = columns.ask('SELECT length(groupArray(number)) FROM numbers(1000000000)');
    await expect(greedy).rejects.toMatchObject({ code: 'query_timeout' });
    expect(await columns.ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(residentMegabytes(engine.pid())).toBeLessThan(800);
  });

  test('copies what is larger than its memory', async () => {
    await migrate(columns);
    const fill = `INSERT INTO records (project, kind, at, session, number, text, record)
      SELECT 'p_filled', 'view', fromUnixTimestamp64Milli({from:Int64}),
        toString(intDiv(number, 64)), number % 64, concat('order ', toString(number)), repeat('x', 500)
      FROM numbers(150000)`;
    await columns.command(fill, { from: noon });
    await columns.command(
      "INSERT INTO records SELECT * REPLACE('p_copied' AS project) FROM (SELECT * FROM records WHERE project = 'p_filled')",
    );
    expect(await columns.ask("SELECT count() AS rows FROM records WHERE project = 'p_copied'")).toEqual([
      { rows: 150_000 },
    ]);
    await columns.command('TRUNCATE TABLE records');
  });

  test('answers light questions beside heavy ones, and is not taken for silent while it works, whatever kind they are', async () => {
    const before = engine.pid();
    const work = 'SELECT count() FROM numbers(100000000000) WHERE sin(number) > 2';
    const heavy = [work, `SELECT 1 WHERE (${work}) > 0`].map((sql) =>
      columns.ask(sql, {}, { timeoutMs: 4_500 }).catch((error) => error.code),
    );
    const light = columns.ask('SELECT {one:UInt8} AS one', { one: 1 });
    expect(await Promise.race([...heavy, light])).toEqual([{ one: 1 }]);
    // Longer than the thirty beats after which silence is the end.
    expect(await Promise.all(heavy)).toEqual(['query_timeout', 'query_timeout']);
    expect(engine.pid()).toBe(before);
  });

  test('gives no answer that would not fit into its memory', async () => {
    const long = columns.ask("SELECT repeat('x', 1000) AS text FROM numbers(1000000)");
    await expect(long).rejects.toMatchObject({ code: 'query_timeout' });
    expect(await columns.ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('stops statements that nobody waits for any more, and their sessions are free again', async () => {
    const left = new AbortController();
    const endless = 'SELECT count() FROM numbers(1000000000000) WHERE cos(number) > 2';
    const cores = availableParallelism();
    const asked = Array.from({ length: cores }, () =>
      columns.ask(endless, {}, { timeoutMs: 600_000, signal: left.signal }),
    );
    const settled = Promise.allSettled(asked);
    const running =
      "SELECT count() AS count FROM system.processes WHERE query LIKE '%cos(number)%' AND query NOT LIKE '%processes%'";
    await until(async () => expect(await columns.ask(running)).toEqual([{ count: cores }]));
    left.abort(new Error('left'));
    expect((await settled).map(({ status }) => status)).toEqual(Array(cores).fill('rejected'));
    // As many as one asker can hold: each of them must have come free, long before its statement's own time was up.
    await Promise.all(Array.from({ length: cores + 1 }, () => columns.ask('SELECT sleep(0.3)')));
  });

  test('E65: says that it is busy rather than let questions pile up, and answers another project meanwhile', async () => {
    const heavy =
      'SELECT count() FROM numbers(100000000000) WHERE sin(number) > 2 AND {project:String} = {project:String}';
    const left = new AbortController();
    const options = { timeoutMs: 600_000, signal: left.signal };
    let refused = 0;
    const ask = async (): Promise<void> => {
      const code = await columns.ask(heavy, { project: 'p_flood' }, options).catch((error) => error.code);
      if (code === 'too_many_questions') refused += 1;
    };
    const asked = Promise.all(Array.from({ length: 120 }, ask));
    // Those past the bound hear it while not one of the others has an end.
    const pastBound = 120 - 64 - availableParallelism() - 1;
    await expect.poll(() => refused).toBe(pastBound);
    for (const project of ['p_other', 'p_third'])
      expect(await columns.ask('SELECT {project:String} AS project', { project })).toEqual([{ project }]);
    left.abort(new Error('left'));
    await asked;
    expect(refused).toBe(pastBound);
  });

  test('takes rows packed with gzip', async () => {
    await migrate(columns);
    const body = gzipSync(ndjson([recordRow({ _batch: 77 })]));
    expect(await send(engine.socketPath, body, '/?query=INSERT%20INTO%20records%20FORMAT%20JSONEachRow')).toBe(200);
    expect(await columns.atoms([77])).toMatchObject([{ rows: 1 }]);
  });

  test('lets nobody but its owner at the socket', () => expect(statSync(engine.socketPath).mode & 0o777).toBe(0o600));
});

describe('whatever happens to the engine', () => {
  test('killed, it comes back with everything that it had answered for; meanwhile it says that it is away', async () => {
    await migrate(columns);
    await columns.insert('records', ndjson([recordRow({ at: noon, _batch: 88 })]));
    const restarted = new Promise<void>((resolve) => engine.onRestart(resolve));
    kill(engine, 'SIGKILL');
    const codes = new Set<unknown>();
    await until(async () => {
      await columns.ask('SELECT 1').catch((error) => {
        codes.add(error.code);
        throw error;
      });
    });
    await restarted;
    expect(codes).toEqual(new Set(['engine_unavailable']));
    expect(await columns.atoms([88])).toMatchObject([{ rows: 1 }]);
  });

  test.each(['SIGSTOP', 'SIGABRT'] as const)(
    'it is killed and started again when it falls silent (%s)',
    async (signal) => {
      const before = engine.pid();
      const restarted = new Promise<void>((resolve) => engine.onRestart(resolve));
      kill(engine, signal);
      await restarted;
      expect(engine.pid()).not.toBe(before);
      expect(said).toContain('engine is silent: killed');
      expect(await columns.ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    },
  );

  test('its signals from the terminal are its parent’s business', async () => {
    const before = engine.pid();
    kill(engine, 'SIGINT');
    kill(engine, 'SIGTERM');
    expect(await columns.ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(engine.pid()).toBe(before);
  });

  // Each with an engine of its own, or only asking: their waits are for locks and sleeps, and go on at once.
  test.concurrent('a second one on the same folder is refused', async () => {
    const second = startEngine({ ...fresh('main'), socketPath: join(folder, 'second.sock') });
    await expect(second.ready).rejects.toMatchObject({ code: 'data_in_use' });
    await second.stop();
    expect(await columns.ping()).toBe(true);
  });

  test.concurrent('it ends when its parent does, and leaves the folder free', async () => {
    const orphan = fork(new URL('./testing/orphan.ts', import.meta.url), [JSON.stringify(fresh('orphan'))], {
      execArgv: [],
    });
    const pid = await new Promise<number>((resolve) => orphan.once('message', (told) => resolve(Number(told))));
    await ended(orphan, () => orphan.kill('SIGKILL'));
    await until(() => expect(() => process.kill(pid, 0)).toThrow());
    const next = startEngine(fresh('orphan'));
    await next.ready;
    await next.stop();
  });

  test.concurrent('stopping lets what runs finish', async () => {
    const own = startEngine(fresh('stopping'));
    await own.ready;
    const asks = createColumns({ socketPath: own.socketPath });
    const isRunning =
      "SELECT count() AS n FROM system.processes WHERE query LIKE '%slept%' AND query NOT LIKE '%processes%'";
    // One that was over before a busy machine saw it run proves nothing: another is asked.
    const asked = await until(async () => {
      const slept = { answer: asks.ask('SELECT sleep(1) AS slept') };
      expect(await asks.ask(isRunning)).toEqual([{ n: 1 }]);
      return slept;
    });
    await own.stop();
    expect(await asked.answer).toEqual([{ slept: 0 }]);
    expect(own.pid()).toBeUndefined();
    await asks.stop();
  });
});

function kill(running: Engine, signal: NodeJS.Signals): void {
  process.kill(running.pid() ?? expect.fail('the engine is not running'), signal);
}

function ended(child: ChildProcess, end: () => void): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    end();
  });
}

function residentMegabytes(pid: number | undefined): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}

/** The status of one request as any ClickHouse client makes it; a body of bytes is packed with gzip. */
function send(socketPath: string, body: string | Buffer, path = '/'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = typeof body === 'string' ? {} : { 'content-encoding': 'gzip' };
    request({ socketPath, path, method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });
}
