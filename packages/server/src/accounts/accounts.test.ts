import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Catalog, createCatalog } from '@sightglass/store';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerKeys } from '../administration/keys.ts';
import { answerMembers } from '../administration/members.ts';
import { answerProjects } from '../administration/projects.ts';
import { registerApi } from '../answer/api.ts';
import type { Handlers } from '../answer/handlers.ts';
import { answerProblems } from '../answer/problems.ts';
import { readWishes } from '../start/environment.ts';
import { answerAccounts } from './answers.ts';
import { createAttempts } from './attempts.ts';
import { loginCookies, loginSecret } from './cookie.ts';
import { startWithOwner } from './owner.ts';
import { createPasswords } from './password.ts';
import { resetOwner } from './reset-owner.ts';

const password = 'correct horse battery';
let folder: string;
let catalog: Catalog;
let app: FastifyInstance;
let setupSecret: string;
let time: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-accounts-'));
  time = Date.now();
  const now = () => time;
  catalog = await createCatalog(join(folder, 'catalog.sqlite'), now);
  const passwords = await createPasswords();
  const setup = await startWithOwner(catalog, passwords, undefined);
  setupSecret = setup?.secret ?? '';
  app = fastify({ trustProxy: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerProblems(app);
  registerApi(app, catalog, {
    ...answerAccounts({ catalog, passwords, attempts: createAttempts(now), setup, version: '1' }),
    ...answerProjects(catalog),
    ...answerKeys(catalog),
    ...answerMembers(catalog),
  } as Handlers); // the doors that are tried here
});
afterEach(async () => {
  await app.close();
  await catalog.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { host: 'localhost:4600', 'sec-fetch-site': 'same-origin', origin: 'http://localhost:4600', ...headers },
    payload,
  });
  return {
    status: answer.statusCode,
    body: answer.json(),
    cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
    answer,
  };
}
const get = async (path: string, cookie: string) =>
  app.inject({ url: `/api/v1${path}`, headers: { host: 'localhost:4600', 'sec-fetch-site': 'same-origin', cookie } });
const claim = () => post('/setup', { token: setupSecret, email: 'ada@example.com', password, name: 'Ada' });
const signIn = (email: string, given: string, address = '203.0.113.7') =>
  post('/login', { email, password: given }, { 'x-forwarded-for': address });

describe('the first owner', () => {
  test('claims the server with the printed link, once', async () => {
    expect((await app.inject('/api/v1/setup')).json()).toEqual({ claimed: false });
    expect(
      (await post('/setup', { token: 'guessed', email: 'eve@example.com', password, name: 'Eve' })).body.code,
    ).toBe('bad_setup_link');
    const { status, cookie } = await claim();
    expect(status).toBe(200);
    expect((await get('/me', cookie)).json()).toMatchObject({ member: { email: 'ada@example.com', owner: true } });
    expect((await claim()).body.code).toBe('already_claimed');
  });

  test('needs a password of twelve characters', async () => {
    const weak = await post('/setup', { token: setupSecret, email: 'ada@example.com', password: 'short', name: 'Ada' });
    expect(weak.body.code).toBe('weak_password');
  });
});

describe('signing in', () => {
  beforeEach(claim);

  test('Q74: an unknown address and a wrong password get the same answer', async () => {
    const unknown = await signIn('nobody@example.com', 'wrong password');
    const wrong = await signIn('ada@example.com', 'wrong password');
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });

  test('Q74: guessing is slowed, and locks nobody out who comes from elsewhere', async () => {
    const answers: number[] = [];
    for (let guess = 0; guess < 8; guess += 1) answers.push((await signIn('ada@example.com', `guess ${guess}`)).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const locked = await signIn('ada@example.com', password);
    expect(locked.answer.headers['retry-after']).toBe('2');
    expect((await signIn('ada@example.com', password, '198.51.100.9')).status).toBe(200);
    time += 2_000;
    expect((await signIn('ada@example.com', password)).status).toBe(200);
  });

  test('Q74: guesses that fill the queue keep nobody out who comes from elsewhere', async () => {
    const guesses = Array.from({ length: 35 }, (_, at) => signIn(`person${at}@example.com`, 'a guess'));
    expect((await signIn('ada@example.com', password, '198.51.100.9')).status).toBe(200);
    const answers = (await Promise.all(guesses)).map(({ status }) => status);
    expect(answers).toContain(429);
  });

  test('a login is dead at once after signing out', async () => {
    const { cookie } = await signIn('ada@example.com', password);
    expect((await get('/me', cookie)).statusCode).toBe(200);
    await post('/logout', {}, { cookie });
    expect((await get('/me', cookie)).statusCode).toBe(401);
  });

  test('a planted cookie is not taken over: every sign-in makes a new secret', async () => {
    const planted = '__Host-sightglass=sgl_planted';
    const { cookie } = await post('/login', { email: 'ada@example.com', password }, { cookie: planted });
    expect(cookie).not.toBe(planted);
    expect((await get('/me', planted)).statusCode).toBe(401);
  });
});

describe('members of a project', () => {
  let owner = '';
  let project = '';
  beforeEach(async () => {
    owner = (await claim()).cookie;
    project = (await post('/projects', { name: 'Shop' }, { cookie: owner })).body.id;
  });
  const invite = (email: string, role: string, cookie = owner) =>
    post(`/projects/${project}/members`, { email, role }, { cookie });
  const accept = (link: string, given = password) =>
    post('/invitations', { token: link.split('#')[1], password: given, name: 'Bo' });

  test('come in by a link that works once, with the role that it promised', async () => {
    const { body } = await invite('Bo@example.com', 'viewer');
    expect(body).toMatchObject({ email: 'bo@example.com', joined: false, role: 'viewer' });
    const { cookie, status } = await accept(body.invitation);
    expect(status).toBe(200);
    expect((await get('/projects', cookie)).json().projects).toMatchObject([{ name: 'Shop', role: 'viewer' }]);
    expect((await accept(body.invitation)).status).toBe(404);
    expect((await invite('bo@example.com', 'admin')).body.code).toBe('already_exists');
  });

  test('make nobody stronger than themselves, and touch nobody who is', async () => {
    const { cookie } = await accept((await invite('bo@example.com', 'admin')).body.invitation);
    expect((await invite('cy@example.com', 'owner', cookie)).status).toBe(403);
    const members = (await get(`/projects/${project}/members`, cookie)).json().members as {
      id: string;
      email: string;
    }[];
    const ada = members.find((member) => member.email === 'ada@example.com');
    const change = await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects/${project}/members/${ada?.id}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(change.json().code).toBe('last_owner');
  });

  test('who is taken out has no access from that moment', async () => {
    const { body } = await invite('bo@example.com', 'admin');
    const { cookie } = await accept(body.invitation);
    const bo = (await catalog.members.findByEmail('bo@example.com'))?.id;
    expect((await get(`/projects/${project}/members`, cookie)).statusCode).toBe(200);
    await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects/${project}/members/${bo}`,
      headers: { cookie: owner, 'sec-fetch-site': 'same-origin' },
    });
    expect((await get(`/projects/${project}/members`, cookie)).statusCode).toBe(401);
  });

  test('an account that another project made for an address that is not its own gets into no more of them', async () => {
    const other = (await post('/projects', { name: 'Desk' }, { cookie: owner })).body.id;
    const { cookie } = await accept(
      (await invite('victim@example.com', 'viewer')).body.invitation,
      'one of the attacker',
    );
    const { status, body } = await post(
      `/projects/${other}/members`,
      { email: 'victim@example.com', role: 'admin' },
      { cookie: owner },
    );
    expect([status, body.joined]).toEqual([200, false]);
    expect((await get(`/projects/${other}/members`, cookie)).statusCode).toBe(404);
    expect((await accept(body.invitation, 'the victim’s own one')).body.code).toBe('bad_credentials');
  });

  test('the link of an invitation leads back the way that the asker came, through a proxy too', async () => {
    const token = await catalog.tokens.create(project, { name: 'script', role: 'admin', createdBy: '' });
    const { body } = await app
      .inject({
        method: 'POST',
        url: `/api/v1/projects/${project}/members`,
        headers: { host: 'sight.example', 'x-forwarded-proto': 'https', authorization: `Bearer ${token.token}` },
        payload: { email: 'cy@example.com', role: 'viewer' },
      })
      .then((answer) => ({ body: answer.json() }));
    expect(body.invitation).toMatch(/^https:\/\/sight\.example\/join#sgi_/);
  });

  test('somebody who has an account proves it before a link adds a project to it', async () => {
    const first = (await invite('bo@example.com', 'viewer')).body.invitation;
    const other = (await post('/projects', { name: 'Desk' }, { cookie: owner })).body.id;
    const second = (
      await post(`/projects/${other}/members`, { email: 'bo@example.com', role: 'admin' }, { cookie: owner })
    ).body.invitation;
    await accept(first);
    expect((await accept(second, 'another password')).body.code).toBe('bad_credentials');
    expect((await accept(second)).status).toBe(200);
  });
});

describe('a new password', () => {
  let owner = '';
  let project = '';
  beforeEach(async () => {
    owner = (await claim()).cookie;
    project = (await post('/projects', { name: 'Shop' }, { cookie: owner })).body.id;
  });
  const chosen = 'a password of my own';
  const change = async (cookie: string, current: string, next = chosen) => {
    const answer = await app.inject({
      method: 'PUT',
      url: '/api/v1/me/password',
      headers: { host: 'localhost:4600', 'sec-fetch-site': 'same-origin', cookie },
      payload: { current, password: next },
    });
    return { body: answer.json(), cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  };
  /** Somebody with this role in the project; their id and a cookie of theirs. */
  const join_ = async (email: string, role: 'viewer' | 'admin', into = project) => {
    const { secret } = await catalog.invitations.create({ email, project: into, role });
    const accepted = await post('/invitations', { token: secret, password, name: email });
    return { id: (await catalog.members.findByEmail(email))?.id ?? '', cookie: accepted.cookie };
  };
  const linkFor = (member: string, cookie = owner) =>
    post(`/projects/${project}/members/${member}/reset`, {}, { cookie });
  const use = (link: string, given = chosen) => post('/reset', { token: link.split('#')[1], password: given });

  test('takes the old one to choose, ends every other login, and leaves this browser signed in', async () => {
    const elsewhere = (await signIn('ada@example.com', password)).cookie;
    expect((await change(owner, 'not my password')).body.code).toBe('wrong_password');
    expect((await change(owner, password, 'short')).body.code).toBe('weak_password');
    const { body, cookie } = await change(owner, password);
    expect(body).toEqual({ done: true });
    expect((await get('/me', cookie)).statusCode).toBe(200);
    for (const old of [owner, elsewhere]) expect((await get('/me', old)).statusCode).toBe(401);
    expect((await signIn('ada@example.com', password)).status).toBe(401);
    expect((await signIn('ada@example.com', chosen)).status).toBe(200);
  });

  test('cannot be guessed at from a screen that was left unlocked', async () => {
    for (let guess = 0; guess < 5; guess += 1) await change(owner, `guess ${guess}`);
    expect((await change(owner, password)).body.code).toBe('too_many_attempts');
  });

  test('comes by a link that works once, whose user is signed in and whose old logins are dead', async () => {
    const bo = await join_('bo@example.com', 'viewer');
    const { body } = await linkFor(bo.id);
    expect(body).toMatchObject({ email: 'bo@example.com', link: expect.stringContaining('/reset#sgr_') });
    expect((await get('/me', bo.cookie)).statusCode).toBe(200);
    expect((await use(body.link, 'short')).body.code).toBe('weak_password');
    const { cookie } = await use(body.link);
    expect((await get('/me', cookie)).json()).toMatchObject({ member: { email: 'bo@example.com' } });
    expect((await get('/me', bo.cookie)).statusCode).toBe(401);
    expect((await use(body.link)).body.code).toBe('bad_reset_link');
  });

  test('is not within reach of a link that is a day old', async () => {
    const bo = await join_('bo@example.com', 'viewer');
    const { body } = await linkFor(bo.id);
    time += 24 * 3_600_000 + 1;
    expect((await use(body.link)).body.code).toBe('bad_reset_link');
  });

  test('is given by nobody to themselves, to the owner of the server, or to who has more rights, in whatever project', async () => {
    const admin = await join_('cy@example.com', 'admin');
    const bo = await join_('bo@example.com', 'viewer');
    expect((await linkFor(bo.id, admin.cookie)).status).toBe(200);
    const other = (await post('/projects', { name: 'Desk' }, { cookie: owner })).body.id;
    await catalog.members.setRole(bo.id, other, 'viewer');
    const ada = (await catalog.members.findOwner())?.id ?? '';
    for (const [whom, who] of [
      [bo.id, admin.cookie],
      [admin.id, admin.cookie],
      [admin.id, bo.cookie],
      [ada, admin.cookie],
      [ada, owner],
    ] as const)
      expect((await linkFor(whom, who)).body.code).toBe('forbidden');
    expect((await linkFor(bo.id)).status).toBe(200);
  });

  test('of an owner comes by a command on the machine, while the server runs', async () => {
    const wishes = readWishes({ SIGHTGLASS_DATA: folder, PORT: '4700' }, ['reset-owner']);
    const words = await resetOwner(wishes);
    expect(words).toContain('ada@example.com');
    const link = /http:\/\/127\.0\.0\.1:4700\/reset#\S+/.exec(words)?.[0] ?? '';
    expect((await use(link)).status).toBe(200);
    expect((await get('/me', owner)).statusCode).toBe(401);
  });
});

test('where there is no owner yet, the command says what makes one', async () => {
  await expect(resetOwner(readWishes({ SIGHTGLASS_DATA: folder }, ['reset-owner']))).rejects.toThrow('set-up link');
  const nothing = readWishes({ SIGHTGLASS_DATA: join(folder, 'nothing') }, ['reset-owner']);
  await expect(resetOwner(nothing)).rejects.toThrow('There is nothing in');
});

describe('the login cookie', () => {
  test('is Secure and bound to the host over https, and plain only where no other can be kept', () => {
    const of = (origin: string) => loginCookies('s', { origin });
    const [secure, plain] = [
      expect.stringMatching(/^__Host-sightglass=s; Path=\/; HttpOnly; SameSite=Strict; .*Secure$/),
      expect.stringMatching(/^sightglass=s; Path=\/; HttpOnly; SameSite=Strict/),
    ];
    expect(of('https://sight.example')).toEqual([secure]);
    expect(of('http://sight.internal:4600')).toEqual([plain]);
  });

  test('on this machine both are given, for browsers that keep a Secure one over https alone; a plain one is believed of nobody else', () => {
    const given = {
      origin: 'http://127.0.0.1:4600',
      referer: 'http://127.0.0.1:4600/p/p_1',
      'sec-fetch-site': 'same-origin',
    };
    for (const origin of ['http://localhost:4600', 'http://127.0.0.1:4600', 'http://[::1]:4600'])
      expect(loginCookies('s', { origin }).map((cookie) => cookie.split('=')[0])).toEqual([
        '__Host-sightglass',
        'sightglass',
      ]);
    expect(loginSecret({ ...given, cookie: 'sightglass=s' })).toBe('s');
    for (const referer of ['https://127.0.0.1/', 'https://sight.example/', 'http://127.0.0.1.example/', ''])
      expect(loginSecret({ 'sec-fetch-site': 'same-origin', cookie: 'sightglass=planted', referer })).toBeUndefined();
  });

  test('under a path of another site it is bound to that path, and the one of a whole host is not taken for it, nor it for that', () => {
    const [cookie] = loginCookies('s', { origin: 'https://intranet.example' }, '/tools/sightglass');
    expect(cookie).toMatch(/^__Secure-sightglass=s; Path=\/tools\/sightglass\/; HttpOnly; SameSite=Strict; .*Secure$/);
    const headers = { cookie: '__Host-sightglass=host; __Secure-sightglass=path', 'sec-fetch-site': 'same-origin' };
    expect([loginSecret(headers, '/tools/sightglass'), loginSecret(headers)]).toEqual(['path', 'host']);
  });
});

describe('attempts', () => {
  test('one network that goes through names is stopped, whatever the names', () => {
    const attempts = createAttempts(() => 0);
    const waits = Array.from({ length: 60 }, (_, index) => attempts.book(`person${index}@example.com`, '2001:db8::1'));
    expect(waits.slice(0, 50)).toEqual(Array(50).fill(0));
    expect(waits.at(-1)).toBeGreaterThan(0);
    // The same household behind another address of its /64; and a network of its own.
    expect(attempts.book('new@example.com', '2001:db8:0:0:ffff::2')).toBeGreaterThan(0);
    expect(attempts.book('new@example.com', '2001:db8:0:1::2')).toBe(0);
  });

  test('C43: a clock that is set back by an hour keeps nobody out', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const attempts = createAttempts();
      attempts.book('ada@example.com', '203.0.113.7');
      vi.setSystemTime(Date.now() - 3_600_000);
      expect(attempts.book('ada@example.com', '203.0.113.7')).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('Q74: ten thousand guesses at one account take more than a hundred days', () => {
    let now = 0;
    const attempts = createAttempts(() => now);
    for (let guess = 0; guess < 10_000; guess += 1) {
      now += attempts.book('ada@example.com', '203.0.113.7');
      attempts.book('ada@example.com', '203.0.113.7');
    }
    expect(now).toBeGreaterThan(100 * 24 * 3_600_000);
  });
});
