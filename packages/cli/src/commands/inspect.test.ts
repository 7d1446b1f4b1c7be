import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Terminal } from '../command.ts';
import { run } from '../run.ts';
import { commands } from './index.ts';

const script = `
const list = () => fetch('/api/orders').then((answer) => answer.json());
const open = (id) => fetch('/api/orders/' + id);
const send = (path) => fetch('/api' + path, { method: 'POST' });
const [addPart, addUser] = [() => send('/parts'), () => send('/users')];
const routes = [{ path: '/orders', title: 'Orders', render: list }, { path: '/orders/:orderId', title: 'Order', render: open }];
start(routes, addPart, addUser);
`;
const map = JSON.stringify({
  version: 3,
  sources: ['src/app.js'],
  sourcesContent: [script],
  names: [],
  mappings: ';AACA;AACA;AACA;AACA',
});
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'));
  mkdirSync(join(folder, 'build/assets'), { recursive: true });
  writeFileSync(join(folder, 'build/assets/app.js'), script);
  writeFileSync(join(folder, 'build/assets/app.js.map'), map);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(args: string[], pages: Record<string, string> = {}) {
  let out = '';
  const said: string[] = [];
  const terminal: Terminal = {
    cwd: folder,
    env: {},
    out: (text) => {
      out += text;
    },
    say: (line) => said.push(line),
    fetch: async (address) => {
      const body = pages[new URL(String(address)).pathname];
      return body === undefined ? new Response('', { status: 404 }) : new Response(body);
    },
  };
  const code = await run(commands, ['inspect', ...args], terminal);
  return { code, out, said };
}

test('a folder becomes a document of nine points, each with its places or why there is none', async () => {
  const { code, out } = await inspect(['build']);
  expect(code).toBe(0);
  expect(out.match(/^## \d\. /gm)).toHaveLength(9);
  expect(out).toContain('GET /api/orders');
  expect(out).toMatch(/src\/app\.js:\d+:\d+/);
  // Each place once: what two statements rest on, the sum of both rests on too.
  for (const [, places = ''] of out.matchAll(/; ([^()]+)\)$/gm))
    expect(new Set(places.split(', ')).size).toBe(places.split(', ').length);
  expect(out).toMatch(/## 9\. [^\n]+\n\n\*Not shown\.\*/);
});

test('a page is read with the scripts of its own host and the chunks that they name', async () => {
  const pages = {
    '/': '<!doctype html><script type="module" src="/app.js"></script><script src="/gone.js"></script><script src="https://elsewhere.example/ad.js"></script>',
    '/app.js': 'import("./chunk-4f2a.js"); import("./perhaps.js")',
    '/chunk-4f2a.js': script,
  };
  const { out, said } = await inspect(['http://shop.example/', '--format', 'json'], pages);
  expect(said[0]).toBe('http://shop.example/gone.js is left out: its host answers 404.');
  expect(said.join()).not.toContain('perhaps.js');
  const { specification } = JSON.parse(out);
  const calls = specification.points[6].statements as { kind: string; evidence: { file: string }[] }[];
  expect(calls.find(({ kind }) => kind === 'call')?.evidence[0]?.file).toBe('chunk-4f2a.js');
});

test('a bill of materials is written to a file', async () => {
  const { out, said } = await inspect(['build', '--format', 'spdx', '--out', 'bill.json']);
  expect(out).toBe('');
  expect(said.at(-1)).toContain('1 scripts');
  expect(JSON.parse(readFileSync(join(folder, 'bill.json'), 'utf8'))).toMatchObject({ spdxVersion: 'SPDX-2.3' });
});

test.each([
  [['nowhere'], 'There is no nowhere.'],
  [['build', '--format', 'pdf'], 'There is no format "pdf"'],
  [['http://shop.example/'], 'http://shop.example/ could not be read: its host answers 404.'],
])('%j is refused with the reason', async (args, reason) => {
  const { code, said } = await inspect(args);
  expect(code).toBe(2);
  expect(said.join()).toContain(reason);
});

test('code on which the parser itself falls over costs an answer in words', async () => {
  writeFileSync(join(folder, 'deep.js'), `x = ${'['.repeat(30_000)}${']'.repeat(30_000)}`);
  const { code, said } = await inspect(['deep.js']);
  expect(code).toBe(2);
  expect(said.join(' ')).toMatch(/deep\.js could not be read\. \S/);
});
