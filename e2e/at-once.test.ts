import { gzipSync } from 'node:zlib';
import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { About, NewProject } from './lib/doors.ts';
import { type Running, startSightglass } from './lib/sightglass.ts';

/** Two people change the same at once: nothing of it is lost without a word. */

const patience = { timeout: 180_000, interval: 100 };
let server: Running;
let project: NewProject;
beforeAll(async () => {
  server = await startSightglass();
  project = await server.makeProject('Parts Desk');
});
afterAll(() => server?.stop());

const ask = <Door extends wire.Endpoint>(door: Door, about: About = {}, body?: object) =>
  server.ask(door, { project: project.id, ...about }, body);
/** The status, and the code of what was refused. */
async function told(door: wire.Endpoint, about: About, body?: object): Promise<[number, string?]> {
  const answer = await server.send(door, { project: project.id, ...about }, body);
  const { code } = (await answer.json()) as { code?: string };
  return answer.ok ? [answer.status] : [answer.status, code];
}

test('settings of releases that somebody changed meanwhile are not overwritten', async () => {
  const { settings: before } = await ask(wire.listReleases);
  const put = (change: object, after?: object) =>
    told(wire.changeReleaseSettings, {}, { ...before, ...change, ...(after && { after }) });
  const both = await Promise.all([put({ keepReleases: 7 }, before), put({ fetching: true }, before)]);
  expect(both.sort()).toEqual([[200], [409, 'changed_meanwhile']]);
  const { settings: now } = await ask(wire.listReleases);
  expect([now.keepReleases === 7, now.fetching].filter(Boolean)).toHaveLength(1);
  expect(await put({ keepReleases: 9 }, before)).toEqual([409, 'changed_meanwhile']);
  expect((await ask(wire.listReleases)).settings).toEqual(now);
  // Whoever looked at what is in force may, and a script that says nothing of it.
  expect(await put({ keepReleases: 9 }, now)).toEqual([200]);
  expect(await put({ keepReleases: 11 })).toEqual([200]);
});

test('a saved view that somebody changed meanwhile is not overwritten, and what others changed of it stays', async () => {
  const saved = await ask(wire.saveView, {}, { name: 'Broken', address: { search: 'errors:>0' }, shared: true });
  const { id: view, savedAt } = saved;
  const change = (to: object) => told(wire.changeView, { view }, to);
  expect(await Promise.all([change({ name: 'Failing' }), change({ address: { search: 'errors:>5' } })])).toEqual([
    [200],
    [200],
  ]);
  expect((await ask(wire.listViews)).views).toMatchObject([{ name: 'Failing', address: { search: 'errors:>5' } }]);
  expect(await change({ address: { search: '' }, after: savedAt })).toEqual([409, 'changed_meanwhile']);
  const now = (await ask(wire.listViews)).views[0]?.savedAt ?? 0;
  const both = await Promise.all(['one', 'two'].map((name) => change({ name, after: now })));
  expect(both.sort()).toEqual([[200], [409, 'changed_meanwhile']]);
  const [dropped, changed] = await Promise.all([told(wire.dropView, { view }), change({ name: 'three' })]);
  expect([dropped, changed].filter(([status]) => status !== 200 && status !== 404)).toEqual([]);
  expect((await ask(wire.listViews)).views).toEqual([]);
});

/** Somebody who joined this project, and another one, by the links of invitations. */
async function join(email: string): Promise<string> {
  for (const into of [project.id, (await server.makeProject(email)).id]) {
    const { invitation } = await server.ask(wire.inviteMember, { project: into }, { email, role: 'viewer' });
    const [, token = ''] = invitation.split('#');
    await server.ask(wire.acceptInvitation, {}, { token, name: 'Eva', password: 'a glass that one sees through' });
  }
  const { members } = await ask(wire.listMembers);
  return members.find((member) => member.email === email)?.id ?? '';
}
const roleOf = async (id: string) => (await ask(wire.listMembers)).members.find((member) => member.id === id)?.role;

test('of two who change a role, one hears that it was changed', async () => {
  const member = await join('eva@example.com');
  const change = (role: string, after?: string) =>
    told(wire.changeMember, { member }, { role, ...(after && { after }) });
  const both = await Promise.all([change('member', 'viewer'), change('admin', 'viewer')]);
  expect(both.sort()).toEqual([[200], [409, 'changed_meanwhile']]);
  expect(await change('viewer', await roleOf(member))).toEqual([200]);
  expect(await change('member')).toEqual([200]);
  expect(await roleOf(member)).toBe('member');
});

test('who was taken out of a project is not in it again by a role that somebody gave them meanwhile', async () => {
  for (let time = 0; time < 10; time += 1) {
    const member = await join(`finn${time}@example.com`);
    const [removed] = await Promise.all([
      told(wire.removeMember, { member }),
      ...Array.from({ length: 8 }, () => told(wire.changeMember, { member }, { role: 'admin' })),
    ]);
    expect(removed).toEqual([200]);
    expect(await roleOf(member)).toBe(undefined);
  }
});

const time = () => ({ from: 0, until: Date.now() + 600_000 });
const issues = async () => (await ask(wire.issues, { ...time(), kind: 'error', sort: 'last' })).issues;

/** Errors of these messages, each an issue of its own. */
async function fail(...messages: string[]): Promise<string[]> {
  const now = Date.now();
  const visit = {
    v: 1,
    session: `gina${messages.length}000-0000-4000-8000-000000000000`,
    tab: 'tab0-gina-1111-1111',
    startedAt: now,
    sentAt: now,
  };
  const records = messages.map((message, at) => ({
    ...{ kind: 'error', at: now + at, view: 'view-0001', source: 'uncaught', handled: false, type: message, message },
    stack: [{ function: message, host: '', file: `/assets/${message}.js`, line: at + 1, column: 10 }],
  }));
  const about = { seq: 0, first: 0, visitor: 'gina', environment: '', release: '1', sdk: { name: 'x', version: '1' } };
  const sent = await fetch(`${server.origin}/v1/records?key=${project.clientKey}`, {
    method: 'POST',
    body: gzipSync(JSON.stringify({ ...visit, ...about, records })),
    headers: { 'content-type': 'text/plain' },
  });
  expect(sent.status).toBe(202);
  const ids = async () => {
    const all = await issues();
    return messages.map((message) => all.find((issue) => issue.message === message)?.id ?? '');
  };
  // Until they are grouped nothing can be decided about them.
  const change = { to: 'open' };
  const isGrouped = async () => (await told(wire.changeIssues, {}, { issues: await ids(), change }))[0] === 200;
  await vi.waitUntil(isGrouped, patience);
  return ids();
}

test('issues that are merged into each other at once are one issue, and none is lost', async () => {
  const messages = Array.from({ length: 24 }, (_, at) => `Fault${at}`);
  const ids = await fail(...messages);
  const merge = (issue: string) => told(wire.mergeIssues, { issue }, { issues: ids.filter((id) => id !== issue) });
  expect(await Promise.all(ids.slice(0, 4).map(merge))).toEqual(Array(4).fill([200]));
  const all = await issues();
  expect(all.map(({ times }) => times)).toEqual([ids.length]);
  // Links to each lead to what it is a part of now.
  for (const issue of ids) expect((await ask(wire.issue, { issue, ...time() })).id).toBe(all[0]?.id);
});
