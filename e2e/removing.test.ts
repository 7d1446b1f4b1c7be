import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Browsing, startBrowsing } from './lib/chromium.ts';
import { lookAtFiles } from './lib/data-folder.ts';
import { type NewProject, since } from './lib/doors.ts';
import { createFinder } from './lib/find-bytes.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';
import { signIn } from './lib/sign-in.ts';

/** A project goes with all that it recorded, and whatever is killed meanwhile: nothing of it is left, and everything of others is. */

const owner = { email: 'ada@example.com', password: 'a glass that one sees through' };
const patience = { timeout: 180_000, interval: 200 };
const root = mkdtempSync(join(tmpdir(), 'sg-removing-'));
let server: Running;
let browsing: Browsing | undefined;
beforeAll(async () => {
  server = await startSightglass({ data: root, owner });
});
afterAll(async () => {
  await browsing?.stop();
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

const wordOf = (who: string): string => `${who}qzxwv`;

function send({ clientKey }: NewProject, door: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'text/plain' };
  const packed = gzipSync(JSON.stringify(body));
  return fetch(`${server.origin}/v1/${door}?key=${clientKey}`, { method: 'POST', body: packed, headers });
}

/** A visit with a replay and an error, as our SDK tells it. */
async function visit(project: NewProject, who: string, number = 0): Promise<Response[]> {
  const now = Date.now();
  const word = wordOf(who);
  const session = `${who.padEnd(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const about = { v: 1, session, tab: `tab${number}-${who}-1111-1111`, startedAt: now, sentAt: now };
  const view = { at: now, view: 'view-0001' };
  const records = [
    {
      ...view,
      kind: 'view',
      id: 'view-0001',
      cause: 'load',
      title: word,
      path: `/${word}`,
      route: `/${word}`,
      version: 0,
    },
    { kind: 'user', at: now, visitor: word, role: 'member', traits: { nick: word } },
    { ...view, kind: 'error', source: 'uncaught', handled: false, type: 'Error', message: word, stack: [] },
  ];
  const sdk = { name: 'x', version: '1' };
  const batch = { ...about, seq: 0, first: 0, visitor: word, environment: '', release: word, sdk, records };
  const long = `${word} ${Array.from({ length: 400 }, (_, at) => `${who}${at}`).join(' ')}`;
  const tokens = [10, 'html', ['html'], ['body'], ['p'], word, -1, ['p'], long];
  const place = { page: `page${number}-${who}-2222`, seq: 0, from: now, until: now + 900, anchor: true };
  const events = [[0, 1, 1, { href: '/', width: 800, height: 600 }, tokens]];
  const segment = { ...about, format: 'sightglass/1', ...place, events };
  return Promise.all([send(project, 'records', batch), send(project, 'segments', segment)]);
}

async function filled(name: string, who: string): Promise<NewProject> {
  const project = await server.makeProject(name);
  for (const answer of await visit(project, who)) expect(answer.status).toBe(202);
  await vi.waitUntil(async () => (await found(project, who)) === 1, patience);
  return project;
}

async function found(project: NewProject, who: string): Promise<number> {
  const search = `screen:${wordOf(who)}`;
  return (await server.ask(wire.listSessions, { project: project.id, ...since(3_600_000), search })).total;
}

/** The files of the data folder that hold the word, packed or not. */
function filesWith(who: string): string[] {
  const finder = createFinder(new Map([['word', [wordOf(who)]]]));
  const holding: string[] = [];
  lookAtFiles(root, (file, bytes) => {
    if (finder.find(bytes).size > 0) holding.push(relative(root, file));
  });
  return holding;
}

test('a project goes with every byte of it once its owner writes its name, and the others stay', async () => {
  const [stock, desk] = [await filled('Stock', 'stock'), await filled('Desk', 'desk')];
  const about = { project: stock.id };
  await server.ask(
    wire.writeNote,
    { ...about, session: 'stock000-0000-4000-8000-000000000000' },
    { at: Date.now(), words: wordOf('stock') },
  );
  await vi.waitUntil(() => filesWith('stock').some((file) => file.startsWith('catalog')), patience);
  const folders = new Set(filesWith('stock').map((file) => file.split('/')[0]));
  expect([...folders]).toEqual(expect.arrayContaining(['engine', 'journal', 'segments']));

  const { token } = await server.ask(wire.createToken, about, { name: 'a script', role: 'admin' });
  const byAdmin = await fetch(`${server.origin}${wire.removeProject.path.replace(':project', stock.id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Stock' }),
  });
  expect(byAdmin.status).toBe(403);
  const misspelt = await server.send(wire.removeProject, about, { name: 'Desk' });
  expect([misspelt.status, await misspelt.json()]).toMatchObject([422, { code: 'wrong_name' }]);
  expect(await found(stock, 'stock')).toBe(1);

  expect(await server.ask(wire.removeProject, about, { name: 'Stock' })).toEqual({ done: true });

  expect(filesWith('stock')).toEqual([]);
  const { projects } = await server.ask(wire.listProjects);
  expect(projects.map(({ name }) => name)).toEqual(['Desk']);
  for (const answer of await visit(stock, 'stock', 1))
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'key_unknown' }]);
  expect((await server.send(wire.removeProject, about, { name: 'Stock' })).status).toBe(404);
  expect(await found(desk, 'desk')).toBe(1);
  // What looked after its sessions a little later wrote nothing anew.
  for (const answer of await visit(desk, 'desk', 1)) expect(answer.status).toBe(202);
  await vi.waitUntil(async () => (await found(desk, 'desk')) === 2, patience);
  expect(filesWith('stock')).toEqual([]);
});

test('a removal that is cut short is ended by the next start', async () => {
  const yard = await filled('Yard', 'yard');
  const removal = server.send(wire.removeProject, { project: yard.id }, { name: 'Yard' }).catch(() => undefined);
  await vi.waitUntil(
    async () => (await server.ask(wire.listProjects)).projects.every(({ id }) => id !== yard.id),
    patience,
  );
  server.child.kill('SIGKILL');
  await removal;
  server = await startSightglass({ data: root });
  await expect.poll(() => filesWith('yard'), { timeout: 180_000, interval: 1_000 }).toEqual([]);
  for (const answer of await visit(yard, 'yard', 1)) expect(answer.status).toBe(403);
});

test('a file of a release that is on its way when its project goes is not kept', async () => {
  const barn = await filled('Barn', 'barn');
  const address = `${wire.putReleaseFile.path.replace(':project', barn.id).replace(':release', '1')}?path=app.js`;
  const upload = request(`${server.origin}${address}`, {
    method: wire.putReleaseFile.method,
    headers: { authorization: `Bearer ${server.bootstrapToken}`, 'content-type': 'application/octet-stream' },
  });
  const answer = once(upload, 'response');
  upload.write(`// ${wordOf('barn')}\n`);
  const kept = () => readdirSync(join(root, 'releases'));
  await vi.waitUntil(() => existsSync(join(root, 'releases')) && kept().includes(barn.id), patience);

  expect(await server.ask(wire.removeProject, { project: barn.id }, { name: 'Barn' })).toEqual({ done: true });
  upload.end('over();\n');

  const [{ statusCode }] = await answer;
  expect(statusCode).toBe(404);
  expect(kept()).not.toContain(barn.id);
});

test('in its settings the name has to be written before the project goes, and what fails is told where it was asked for', async () => {
  const shed = await filled('Tool Shed', 'shed');
  browsing = await startBrowsing({ width: 1440, height: 900, shell: true });
  const page = await browsing.context.newPage();
  await signIn(page, server.origin, owner);
  await page.waitForURL('**/p/**');
  await page.goto(`${server.origin}/p/${shed.id}/settings/project`);
  await page.getByRole('button', { name: 'Remove this project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this project?' });
  const remove = dialog.getByRole('button', { name: 'Remove the project' });
  await dialog.getByRole('textbox', { name: 'Its name' }).fill('tool shed');
  expect(await remove.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Its name' }).fill('Tool Shed');
  await page.route('**/removal', (route) => route.abort(), { times: 1 });
  await remove.click();
  await dialog.getByRole('alert').getByText('The server does not answer').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('It goes on if this is closed.').waitFor();
  await page.getByText('“Tool Shed” and all that it recorded are gone from the disk.').waitFor({ timeout: 120_000 });
  await page.waitForURL((url) => !url.pathname.includes(shed.id));
  expect((await server.ask(wire.listProjects)).projects.map(({ name }) => name)).not.toContain('Tool Shed');
  expect(filesWith('shed')).toEqual([]);
});
