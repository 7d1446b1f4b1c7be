import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Catalog, createCatalog } from '@sightglass/store';
import { type Deed, deedDays, defaultRecording, endpoints, SightglassError } from '@sightglass/wire';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerKeys } from '../administration/keys.ts';
import { answerMembers } from '../administration/members.ts';
import { answerProjects } from '../administration/projects.ts';
import { answerRecording } from '../administration/recording.ts';
import { registerApi } from '../answer/api.ts';
import { type Handlers, Media } from '../answer/handlers.ts';
import { answerProblems } from '../answer/problems.ts';
import { deeds } from './deeds.ts';
import { type Auditing, answerAudit, createAuditing } from './index.ts';

const hourMs = 3_600_000;
let folder: string;
let catalog: Catalog;
let app: FastifyInstance;
let auditing: Auditing;
let time: number;
let project: string;
/** What the audit told while something was being done. */
let meanwhile: Deed[] = [];
/** Sessions that were erased, as the ledger knows them. */
const erased = new Set<string>();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightglass-audit-'));
  time = 1_780_000_000_000;
  erased.clear();
  await start();
  project = (await catalog.projects.create('Shop')).id;
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const now = () => time;
  catalog = await createCatalog(join(folder, 'catalog.sqlite'), now);
  await catalog.tokens.setBootstrap('the-owner');
  auditing = createAuditing({ catalog, isErased: (_, session) => erased.has(session), now });
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerProblems(app);
  registerApi(
    app,
    catalog,
    {
      ...answerProjects(catalog),
      ...answerKeys(catalog),
      ...answerMembers(catalog),
      ...answerRecording(catalog),
      ...answerAudit(catalog, now),
      async removeSample() {
        meanwhile = await told();
        return { sessions: 1, records: 2, segments: 3 };
      },
      // What a session shows is asked of the engine, which is not what is tried here.
      listRecords: async () => ({ records: [], next: null }),
      async exportSession({ params }: { params: { session: string } }) {
        erased.add(params.session);
        return new Media('text/html', Readable.from(['']), 'session.html', true);
      },
      sessionSpecification: async () => {
        throw new SightglassError('not_found');
      },
    } as unknown as Handlers, // the doors that are tried here
    '',
    auditing,
  );
}

async function stop(): Promise<void> {
  await app.close();
  await auditing.stop();
  await catalog.stop();
}

const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  token = 'the-owner',
) =>
  app.inject({
    ...{ method, url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const inProject = (path: string) => `/projects/${project}${path}`;
async function told(path = inProject('/audit')): Promise<Deed[]> {
  return (await ask('GET', path)).json().deeds;
}

test('every door that changes something is kept, or known to need none', () => {
  const needNone = new Set([
    // What they do to the audit themselves: nobody is signed in yet.
    ...['claim', 'signIn', 'acceptInvitation', 'acceptReset', 'signOut'],
    // They ask, or take nothing into use yet.
    ...['unminifyFrames', 'putReleaseFile', 'sendTestSession'],
    // Who said so stands where it is shown.
    ...['writeNote', 'changeNote', 'dropNote', 'saveView', 'changeView', 'dropView', 'setWatched'],
    ...['changeIssues', 'mergeIssues', 'splitIssue', 'reviewStatement', 'dropReview'],
  ]);
  const changing = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(changing.filter((name) => !(name in deeds) && !needNone.has(name))).toEqual([]);
  expect([...needNone].filter((name) => name in deeds || !changing.includes(name))).toEqual([]);
});

test('who changed what, from what to what, and what was refused', async () => {
  await ask('PUT', inProject('/recording'), { ...defaultRecording, off: true });
  const { id, token } = (await ask('POST', inProject('/tokens'), { name: '=ci', role: 'admin' })).json();
  time += 1_000;
  await ask('PATCH', inProject(''), { name: 'Store' }, token);
  await ask('DELETE', inProject(`/tokens/${id}`));
  await ask('DELETE', inProject('/keys/anna@example.com'));
  const by = { kind: 'token', name: 'bootstrap' };
  expect(await told()).toMatchObject([
    { did: 'key-revoked', by, about: { id: '' }, outcome: 'not_found' },
    { did: 'token-revoked', by, about: { id, name: '=ci' }, outcome: 'done' },
    { did: 'project-renamed', by: { id, name: '=ci' }, details: [{ name: 'name', from: 'Shop', to: 'Store' }] },
    { did: 'token-made', by, about: { id, name: '=ci' }, details: [{ name: 'role', to: 'admin' }] },
    { did: 'recording-changed', by, details: [{ name: 'off', from: false, to: true }], outcome: 'done' },
  ]);
  const csv = (await ask('GET', inProject('/audit/export?format=csv&did=token-revoked'))).body.split('\r\n');
  expect(csv[1]).toContain(`token-revoked,${id},'=ci,false,,done`);
  const lines = (await ask('GET', inProject('/audit/export?format=ndjson&did=changes'))).body.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).did)).toEqual([
    ...['audit-exported', 'audit-exported', 'key-revoked', 'token-revoked'],
    ...['project-renamed', 'token-made', 'recording-changed'],
  ]);
});

test('a line stands before anything is done: what a kill cuts off is there, and not known to be done', async () => {
  await ask('DELETE', inProject('/sample'));
  expect(meanwhile).toMatchObject([{ did: 'sample-removed', outcome: 'unknown', details: [] }]);
  expect(await told()).toMatchObject([
    { did: 'sample-removed', outcome: 'done', details: [{ name: 'sessions', to: 1 }, {}, {}] },
  ]);
});

test('people are kept by their ids: who was invited and never came has no name once that is taken back', async () => {
  const { id, invitation } = (
    await ask('POST', inProject('/members'), { email: 'bo@example.com', role: 'viewer' })
  ).json();
  expect((await told())[0]).toMatchObject({ did: 'member-invited', about: { id, name: 'bo@example.com' } });
  const bo = await catalog.invitations.accept(invitation.split('#')[1], { name: 'Bo', password: 'hash' });
  await ask('DELETE', inProject(`/members/${bo.id}`));
  const name = 'bo@example.com';
  expect(await told()).toMatchObject([
    { did: 'member-removed', about: { id: bo.id, name }, details: [{ name: 'role', to: 'viewer' }] },
    { did: 'member-joined', by: { kind: 'member', id: bo.id, name }, about: { id } },
    { did: 'member-invited', about: { id, name } },
  ]);
  const cy = (await ask('POST', inProject('/members'), { email: 'cy@example.com', role: 'viewer' })).json();
  await ask('DELETE', inProject(`/members/${cy.id}`));
  const audit = (await ask('GET', inProject('/audit'))).body;
  expect(audit).toContain(cy.id);
  expect(audit).not.toContain('cy@example.com');
});

test('nobody learns by an id who is a member or invited elsewhere', async () => {
  const other = await catalog.projects.create('Desk');
  const dy = await catalog.invitations.create({ project: other.id, email: 'dy@example.com', role: 'viewer' });
  await ask('DELETE', inProject(`/members/${dy.id}`));
  const el = await catalog.invitations.accept(dy.secret, { name: 'Dy', password: 'hash' });
  await ask('PATCH', inProject(`/members/${el.id}`), { role: 'admin' });
  expect((await told()).map(({ about }) => about)).toEqual([
    { id: el.id, name: null, erased: false },
    { id: dy.id, name: null, erased: false },
  ]);
});

test('a session that was erased while it was being saved is not named', async () => {
  await ask('GET', inProject('/sessions/going/export?format=html'));
  expect(await told()).toMatchObject([{ did: 'session-exported', about: { erased: true }, outcome: 'done' }]);
  expect(JSON.stringify(await told())).not.toContain('going');
});

test('a look stands once for each person, session and hour, also over a start', async () => {
  const look = (session: string) => ask('GET', inProject(`/sessions/${session}/records`));
  for (const session of ['s1', 's1', 's2']) await look(session);
  await ask('GET', inProject('/sessions/s3/spec'));
  await stop();
  await start();
  await look('s1');
  await auditing.stop();
  expect((await told()).map(({ about }) => about.id)).toEqual(['s2', 's1']);
  time += hourMs;
  await look('s1');
  await auditing.stop();
  expect((await told(inProject('/audit?about=s1'))).map(({ at }) => at)).toEqual([time, time - hourMs]);
  await auditing.forget(project, ['s1']);
  const looks = await told(inProject('/audit?about=s1'));
  expect(looks.map(({ about }) => about)).toEqual([
    { id: looks[1]?.about.id, name: null, erased: true },
    { id: looks[0]?.about.id, name: null, erased: true },
  ]);
  expect(JSON.stringify(await told())).not.toContain('"s1"');
});

test('also where a kill came before the audit was told, an erased session is not named', async () => {
  const look = (session: string) => ask('GET', inProject(`/sessions/${session}/records`));
  await look('before');
  await auditing.stop();
  erased.add('before').add('meanwhile');
  await look('meanwhile');
  await auditing.stop();
  await auditing.tidy();
  const looks = await told();
  expect(looks.map(({ about }) => about.erased)).toEqual([true, true]);
  expect(JSON.stringify(looks)).not.toMatch(/before|meanwhile/);
});

test('it is read page by page from where the last one ended, within a time, and by who', async () => {
  for (let times = 0; times < 5; times += 1) {
    await ask('POST', inProject('/keys'));
    time += times % 2 === 0 ? 0 : hourMs;
  }
  const all = await told();
  const seen: number[] = [];
  for (let cursor = ''; ; ) {
    const { deeds: some, next } = (
      await ask('GET', inProject(`/audit?limit=2${cursor && `&cursor=${cursor}`}`))
    ).json();
    seen.push(...some.map(({ number }: Deed) => number));
    // What comes meanwhile is before all of them.
    await ask('POST', inProject('/keys'));
    if (next === null) break;
    cursor = next;
  }
  expect(seen).toEqual(all.map(({ number }) => number));
  const within = await told(inProject(`/audit?from=${1_780_000_000_000}&until=${1_780_000_000_000 + 1}`));
  expect(within).toHaveLength(2);
  expect(await told(inProject('/audit?by=t_nobody'))).toEqual([]);
  expect((await ask('GET', inProject('/audit?cursor=x'))).json().code).toBe('bad_cursor');
});

test('it goes after a year, and a project takes its own along; that it was removed stays with the server', async () => {
  const other = (await ask('POST', '/projects', { name: 'Desk' })).json().id as string;
  await ask('POST', `/projects/${other}/keys`);
  await catalog.projects.remove(other);
  expect(await told('/audit')).toMatchObject([{ did: 'project-made', about: { id: other, name: 'Desk' } }]);
  time += deedDays * 24 * hourMs + 1;
  await ask('POST', inProject('/keys'));
  await auditing.tidy();
  expect(await told('/audit')).toEqual([]);
  const { deeds: kept, doers, kept: stated } = (await ask('GET', inProject('/audit'))).json();
  expect(kept).toHaveLength(1);
  expect(doers).toHaveLength(1);
  expect(stated).toMatchObject({ days: deedDays, since: time - deedDays * 24 * hourMs });
});
