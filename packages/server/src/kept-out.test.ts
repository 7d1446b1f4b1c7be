import * as wire from '@sightglass/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewProject, openDoors, since } from '../../../e2e/lib/doors.ts';
import { watchLive } from '../../../e2e/lib/live-tail.ts';
import { type Running, startSightglass } from '../../../e2e/lib/sightglass.ts';

/** Who is kept out of what: projects of each other, and whatever was revoked of everything. */

let sightglass: Running;
let project: NewProject;

beforeAll(async () => {
  sightglass = await startSightglass();
  project = await sightglass.makeProject('Shop');
});
afterAll(async () => {
  await sightglass?.stop();
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

/** Stands in all that this session of another project tells, and in no id by which it is asked for. */
const canary = 'quetzalcoatlus';

async function makeOther() {
  const other = await sightglass.makeProject('Other');
  const at = Date.now();
  const about = { v: 1, session: 'other-session-0', tab: 'other-tab-0000', seq: 0, sentAt: at, startedAt: at - 5_000 };
  const path = `/${canary}`;
  const there = { at: at - 1_000, view: 'other-view-000' };
  const thrown = { type: 'TypeError', message: `${canary} is not a function`, stack: [] };
  const records = [
    { kind: 'view', ...there, cause: 'load', path, route: path, title: canary, version: 0 },
    { kind: 'user', ...there, visitor: 'other-visitor', role: 'member', traits: { nick: canary } },
    { kind: 'console', ...there, level: 'error', text: canary },
    { kind: 'error', ...there, ...thrown, source: 'uncaught', handled: false },
  ];
  const send = async (door: string, body: object) => {
    const url = `${sightglass.origin}/v1/${door}?key=${other.clientKey}`;
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ ...about, ...body }) });
    expect(await answer.json()).toMatchObject({ refused: [] });
  };
  const sdk = { name: 'sightglass', version: '0' };
  const release = 'other-1.0';
  await send('records', { first: 0, release, environment: 'other', visitor: 'other-visitor', sdk, records });
  const events = [{ type: 4, timestamp: at, data: { href: path, width: 800, height: 600 } }];
  await send('segments', { format: 'rrweb/2', page: 'other-page-000', from: at, until: at, anchor: true, events });
  const issues = async () => (await sightglass.ask(wire.issues, { project: other.id, ...since(3_600_000) })).issues;
  await expect.poll(async () => JSON.stringify(await issues())).toContain(canary);
  const [issue] = await issues();
  const { session } = about;
  await expect.poll(async () => (await recordsOf(other.id, session)).includes(canary)).toBe(true);
  return { id: other.id, session, visitor: 'other-visitor', issue: issue?.id ?? '', release };
}
const recordsOf = async (project: string, session: string) =>
  (await sightglass.send(wire.listRecords, { project, session })).text();

test('nothing of one project is found through another, whatever is asked for by the ids of the other', async () => {
  const other = await makeOther();
  const asked = wire.endpoints.filter(
    ({ method, path, name }) => method === 'GET' && path.includes(':project') && name !== 'live',
  );
  const ids = { ...other, project: project.id };
  const told = new Map<number, number>();
  for (const door of asked)
    for (const search of ['', `visitor:${other.visitor} OR console:${canary}`]) {
      const { path } = door;
      const answer = await sightglass.send(door, {
        ...Object.fromEntries(Object.entries(ids).filter(([name]) => path.includes(`:${name}`))),
        ...(search === '' ? {} : { search }),
        ...{
          key: 'visitor',
          format: path.endsWith('/audit/export') ? 'csv' : path.endsWith('/export') ? 'html' : 'json',
          file: 'app.js',
          line: 1,
        },
        ...{ session: other.session, tab: 'other-tab-0000', number: 3 },
        ...(path.endsWith('/diff') ? { from: other.release, to: '2' } : since(3_600_000)),
      });
      told.set(answer.status, (told.get(answer.status) ?? 0) + 1);
      expect(await answer.text(), `${path} ${search}`).not.toContain(canary);
    }
  expect([...told.keys()].toSorted()).toEqual([200, 404]);

  const { keys } = await sightglass.ask(wire.listKeys, { project: project.id });
  expect((await sightglass.send(wire.revokeKey, { project: other.id, key: keys[0]?.id ?? '' })).status).toBe(404);
});

// That it is within a second is shown where the live tail has a clock of its own.
test('a revoked token is let go from the live tail', async () => {
  const about = { project: project.id };
  const { id, token } = await sightglass.ask(wire.createToken, about, { name: 'wall', role: 'viewer' });
  const live = await watchLive(openDoors(sightglass.origin, token).send(wire.live, about));
  await expect.poll(live.text).toContain(': watching');
  expect(live.ended()).toBe(false);
  await sightglass.ask(wire.revokeToken, { ...about, token: id });
  await expect.poll(live.ended).toBe(true);
});

test('a revoked client key is refused from the next request on', async () => {
  const { id, clientKey } = await sightglass.ask(wire.createKey, { project: project.id });
  const post = () => fetch(`${sightglass.origin}/v1/records?key=${clientKey}`, { method: 'POST', body: '{}' });
  expect((await post()).status).toBe(400);
  await sightglass.ask(wire.revokeKey, { project: project.id, key: id });
  expect([(await post()).status, await codeOf(await post())]).toEqual([403, 'key_revoked']);
});

test('a login opens nothing at the intake', async () => {
  const answer = await fetch(`${sightglass.origin}/v1/records`, {
    method: 'POST',
    headers: { cookie: '__Host-sightglass=anything', authorization: `Bearer ${sightglass.bootstrapToken}` },
    body: '{}',
  });
  expect([answer.status, await codeOf(answer)]).toEqual([401, 'key_missing']);
});
