import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, createCatalog } from '@sightglass/store';
import { type Access, defaultRecording, endpoints, projectRoles } from '@sightglass/wire';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../serve/app.ts';
import { registerApi } from './api.ts';
import type { Handlers } from './handlers.ts';

/** What each kind of caller must be told at each door. `pass`: the handler is reached. */
const expected: Record<string, (access: Access) => number | 'pass'> = {
  nobody: (access) => (access === 'anyone' ? 'pass' : 401),
  'a revoked token': (access) => (access === 'anyone' ? 'pass' : 401),
  'an expired login': (access) => (access === 'anyone' ? 'pass' : 401),
  'a login that was ended': (access) => (access === 'anyone' ? 'pass' : 401),
  'a client key as token': (access) => (access === 'anyone' ? 'pass' : 401),
  'an admin of another project': (access) =>
    access === 'anyone' || access === 'signed-in' ? 'pass' : access === 'server-owner' ? 403 : 404,
  'a member taken out of the project': (access) =>
    access === 'anyone' || access === 'signed-in' ? 'pass' : access === 'server-owner' ? 403 : 404,
  viewer: (access) => atLeast('viewer', access),
  member: (access) => atLeast('member', access),
  admin: (access) => atLeast('admin', access),
  'the owner of the server': () => 'pass',
};

function atLeast(role: (typeof projectRoles)[number], access: Access): 403 | 'pass' {
  if (access === 'anyone' || access === 'signed-in') return 'pass';
  if (access === 'server-owner') return 403;
  return projectRoles.indexOf(role) >= projectRoles.indexOf(access) ? 'pass' : 403;
}

const folder = mkdtempSync(join(tmpdir(), 'sightglass-access-'));
const credentials: Record<string, Record<string, string>> = {};
let time = Date.now();
let project = '';
let catalog: Catalog;
let app: FastifyInstance;
let reached = 0;

beforeAll(async () => {
  catalog = await createCatalog(join(folder, 'catalog.sqlite'), () => time);
  // Handlers that count: what is tried here is who gets that far.
  const handlers = new Proxy({} as Handlers, {
    get: () => async () => {
      reached += 1;
      throw new Error('reached');
    },
  });
  app = await createApp({
    catalog,
    handlers,
    condition: { damage: () => undefined, refusal: () => null, ready: async () => true, metrics: async () => [] },
    folders: { dashboard: folder, sdk: folder },
    receive: () => false,
    log: pino({ level: 'silent' }),
    version: '0',
    trustProxy: false,
  });
  await app.ready();
  await makePeople();
});
afterAll(async () => {
  await app.close();
  await catalog.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function makePeople(): Promise<void> {
  project = (await catalog.projects.create('Mine')).id;
  const other = (await catalog.projects.create('Other')).id;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const cookie = (login: string) => ({ cookie: `__Host-sightglass=${login}`, 'sec-fetch-site': 'same-origin' });
  const token = (of: string, role: 'viewer' | 'member' | 'admin') =>
    catalog.tokens.create(of, { name: 'test', role, createdBy: 'test' });
  const join_ = async (email: string, role: 'viewer' | 'admin') => {
    const { secret } = await catalog.invitations.create({ email, project, role });
    const member = await catalog.invitations.accept(secret, { name: email, password: 'hash' });
    return { member, login: await catalog.logins.create(member.id) };
  };

  const expired = await join_('expired@example.com', 'admin');
  time += 31 * 24 * 3_600_000;
  credentials['an expired login'] = cookie(expired.login);
  const ended = await join_('ended@example.com', 'admin');
  await catalog.logins.end(ended.login);
  credentials['a login that was ended'] = cookie(ended.login);
  const out = await join_('out@example.com', 'admin');
  await catalog.members.setRole(out.member.id, other, 'admin');
  await catalog.members.remove(out.member.id, project);
  credentials['a member taken out of the project'] = cookie(out.login);
  credentials.viewer = cookie((await join_('viewer@example.com', 'viewer')).login);
  credentials.member = bearer((await token(project, 'member')).token);
  credentials.admin = cookie((await join_('admin@example.com', 'admin')).login);
  credentials['an admin of another project'] = bearer((await token(other, 'admin')).token);
  const revoked = await token(project, 'admin');
  await catalog.tokens.revoke(project, revoked.id);
  credentials['a revoked token'] = bearer(revoked.token);
  credentials['a client key as token'] = bearer((await catalog.keys.create(project)).clientKey);
  await catalog.tokens.setBootstrap('the-owner');
  credentials['the owner of the server'] = bearer('the-owner');
  credentials.nobody = {};
}

/** What doors are asked for that answer with a file. */
const formatOf = (path: string): string =>
  path.endsWith('/audit/export') ? 'csv' : path.endsWith('/export') ? 'html' : 'json';

async function ask(method: string, path: string, who: string) {
  reached = 0;
  const url = `${path}?from=0&until=1&to=1&key=k&format=${formatOf(path)}&path=app.js&file=a&line=1`
    .replace(':project', project)
    .replaceAll(/:[a-z]+/g, 'something');
  const body = {
    ...defaultRecording,
    name: 'x',
    role: 'viewer',
    email: 'a@example.com',
    password: 'p',
    current: 'p',
    token: 't',
    state: 'confirmed',
    at: 1,
    words: 'x',
    days: 30,
    sources: 'member',
    fetching: false,
    keepReleases: 5,
    files: [{ path: 'app.js', sha256: '0'.repeat(64) }],
    frames: [],
    url: 'https://shop.example/',
    address: {},
    shared: false,
    watched: false,
    issues: ['one'],
    change: { to: 'open' },
    fingerprints: ['one'],
    ids: ['one'],
  };
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', ...credentials[who] },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: body }),
  });
  return { status: reached > 0 ? 'pass' : answer.statusCode, answer };
}

describe.each(endpoints.map(({ method, path, access }) => ({ method, path, access })))('$method $path', (door) => {
  test.each(Object.entries(expected))('%s is told what the table says', async (who, told) => {
    const { status, answer } = await ask(door.method, door.path, who);
    expect(status).toBe(told(door.access));
    if (status !== 'pass') expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  test('a project of others and a project of nobody cannot be told apart', async () => {
    if (!door.path.includes(':project')) return;
    const mine = await ask(door.method, door.path, 'an admin of another project');
    const made = project;
    project = 'p_nobodysatall';
    const nobodys = await ask(door.method, door.path, 'an admin of another project');
    project = made;
    expect(nobodys.answer.body).toBe(mine.answer.body);
  });
});

test('a door without an entry in the table cannot be opened', () => {
  const bare = { decorateRequest: () => undefined, route: () => undefined, hooks: [] as ((route: object) => void)[] };
  const addContentTypeParser = () => undefined;
  const addHook = (_name: string, hook: (route: object) => void) => bare.hooks.push(hook);
  registerApi({ ...bare, addHook, addContentTypeParser } as unknown as FastifyInstance, catalog, {} as Handlers);
  expect(() => bare.hooks[0]?.({ method: 'GET', url: '/api/v1/everything' })).toThrow('not in the table');
  expect(() => bare.hooks[0]?.({ method: 'GET', url: '/api/v1/projects' })).not.toThrow();
});

test('what changes something needs proof that it comes from our own pages, when a cookie is what lets it in', async () => {
  const { cookie } = credentials.admin ?? {};
  const attempt = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/v1/logout', headers: { host: 'localhost:4600', cookie, ...headers } });
  const strangers: Record<string, string>[] = [
    {},
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:4601' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4600' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of strangers) expect((await attempt(headers)).json()).toMatchObject({ code: 'csrf' });
  reached = 0;
  await attempt({ origin: 'http://localhost:4600' });
  expect(reached).toBe(1);
});
