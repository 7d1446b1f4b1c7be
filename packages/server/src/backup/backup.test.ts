import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Running, startSightglass } from '../../../../e2e/lib/sightglass.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sightglass-backup-'));
const data = join(folder, 'data');
const file = join(folder, 'monday.sightglass');
let sessions: unknown;
let whileRunning: string;

beforeAll(async () => {
  const server = await startSightglass({ data });
  try {
    const project = await ask<{ id: string }>(server, '/projects', { name: 'Shop' });
    await ask(server, `/projects/${project.id}/test-session`, {});
    // Its replay comes after its records.
    const isWhole = async () => expect(await listed(server)).toMatchObject([{ replay: true }]);
    await vi.waitFor(isWhole, { timeout: 180_000, interval: 200 });
    sessions = await listed(server);
    whileRunning = await refused('backup', file, data);
  } finally {
    await server.stop();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a data folder goes into a file and comes back whole', async () => {
  expect(whileRunning).toMatch(/in use by another process/);
  expect(await command('backup', file, data)).toMatch(/\d+ files of .* are in .*monday\.sightglass \(\d+\.\d MB\)\./);
  const back = join(folder, 'back');
  expect(await command('restore', file, back)).toMatch(
    /files are in .*back, as they were at 20\d\d-.*\nWho was erased since then is not known in it/,
  );
  // By these times what was set aside, and texts of replays, go when their days are over.
  expect(writtenAt(back)).toEqual(writtenAt(data));
  const server = await startSightglass({ data: back });
  try {
    expect(await listed(server)).toEqual(sessions);
  } finally {
    await server.stop();
  }
});

test('nothing is written over: neither a file nor a folder', async () => {
  writeFileSync(join(folder, 'taken'), 'mine');
  expect(await refused('backup', join(folder, 'taken'), data)).toMatch(/is there already/);
  expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('mine');
  expect(await refused('restore', file, data)).toMatch(/is not empty/);
});

test('a damaged, cut or foreign file leaves no folder', async () => {
  await command('backup', join(folder, 'second'), data);
  const bytes = readFileSync(join(folder, 'second'));
  const flipped = Buffer.from(bytes);
  const middle = flipped.length >> 1;
  flipped[middle] = (flipped[middle] ?? 0) ^ 0x40;
  const into = join(folder, 'into');
  const files = { flipped, cut: bytes.subarray(0, middle), text: Buffer.from('hello'), nothing: Buffer.alloc(0) };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    expect(await refused('restore', join(folder, name), into), name).toMatch(
      /damaged, or no backup|cannot be restored/,
    );
    expect(existsSync(into), name).toBe(false);
  }
  expect(await refused('restore', join(folder, 'missing'), into)).toMatch(/cannot be read \(ENOENT\)/);
  expect(readdirSync(folder).filter((name) => /restoring|partial/.test(name))).toEqual([]);
});

test.each<[string, { name: string; linkname?: string }[]]>([
  ['by its name', [{ name: '../escaped' }]],
  ['by a link', [{ name: 'link', linkname: '../..' }]],
  // Word for word each of them stays inside.
  [
    'by a link through another',
    [
      { name: 'near/x' },
      { name: 'a/b/up', linkname: '../../near' },
      { name: 'out', linkname: 'a/b/up/../../escaped' },
      { name: 'out' },
    ],
  ],
  [
    'in a folder that is such a link',
    [
      { name: 'near/x' },
      { name: 'a/b/up', linkname: '../../near' },
      { name: 'out', linkname: 'a/b/up/../../z' },
      { name: 'out/escaped' },
    ],
  ],
])('a file that names places outside of the folder %s is refused', async (how, entries) => {
  const tar = pack();
  tar.entry({ name: 'sightglass-backup.json' }, JSON.stringify({ format: 1, version: '0.1.0', madeAt: 0 }));
  for (const { name, linkname } of entries)
    if (linkname === undefined) tar.entry({ name }, 'out');
    else tar.entry({ name, linkname, type: 'symlink' });
  tar.finalize();
  const { zstdCompressSync } = await import('node:zlib');
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  const deep = join(folder, how.replaceAll(' ', '-'));
  mkdirSync(join(deep, 'z'), { recursive: true });
  writeFileSync(join(deep, 'hostile'), zstdCompressSync(Buffer.concat(chunks)));
  expect(await refused('restore', join(deep, 'hostile'), join(deep, 'data'))).toMatch(/outside of the folder|EEXIST/);
  expect(readdirSync(deep, { recursive: true })).toEqual(['hostile', 'z']);
});

/** When each file was written, in seconds. */
function writtenAt(of: string): Record<string, number> {
  const files = readdirSync(join(of, 'segments'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [relative(of, path), Math.floor(statSync(path).mtimeMs / 1_000)]));
}

async function command(name: string, path: string, of: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'packages/server/src/main.ts'), name, path],
    { env: { ...process.env, SIGHTGLASS_DATA: of } },
  );
  return stdout;
}

/** What a command that cannot be done says. */
async function refused(name: string, path: string, of: string): Promise<string> {
  return command(name, path, of).then(
    () => 'it was done',
    (error: { stderr: string }) => error.stderr,
  );
}

async function ask<Answer>(server: Running, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.origin}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.bootstrapToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Answer; // what these doors answer
}

async function listed(server: Running): Promise<unknown[]> {
  const { projects } = await ask<{ projects: { id: string }[] }>(server, '/projects');
  const { sessions } = await ask<{ sessions: unknown[] }>(server, `/projects/${projects[0]?.id}/sessions`);
  return sessions;
}
