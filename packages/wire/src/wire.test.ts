import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogue, endpoints, points, recordBatch, SightglassError, segment, toProblem, wireRecord } from './index.ts';

const action = {
  kind: 'action',
  at: 1_790_000_000_000,
  id: 'a1b2c3d4',
  version: 0,
  type: 'click',
  role: 'button',
  name: 'Submit order',
  frustrations: [],
};

test('a record of a known kind is taken, and what a newer SDK adds is left out', () => {
  expect(wireRecord.parse({ ...action, addedLater: true })).toEqual(action);
});

test('of the headers of an answer only those are taken that say nothing of a person', () => {
  const call = {
    ...{ kind: 'resource', at: 1_790_000_000_000, id: 'a1b2c3d4', type: 'fetch', method: 'GET', host: '', path: '/a' },
    ...{ status: 200, headers: { 'content-type': 'application/json', etag: 'present', 'x-user': 'Anna' } },
  };
  const headers = { 'content-type': 'application/json', etag: 'present' };
  expect(wireRecord.parse(call)).toMatchObject({ headers });
  expect(wireRecord.parse(call)).not.toHaveProperty('headers.x-user');
  expect(wireRecord.safeParse({ ...call, headers: { etag: '"anna-7"' } }).success).toBe(false);
});

test('an unknown kind and a value out of bounds are refused', () => {
  expect(wireRecord.safeParse({ ...action, kind: 'telepathy' }).success).toBe(false);
  expect(wireRecord.safeParse({ ...action, at: Number.POSITIVE_INFINITY }).success).toBe(false);
  expect(wireRecord.safeParse({ ...action, name: 'x'.repeat(10_000) }).success).toBe(false);
});

test('a batch judges its envelope and leaves its records to be judged one by one', () => {
  const envelope = {
    v: 1,
    session: 'session-1',
    tab: 'tab-0001',
    seq: 0,
    first: 0,
    sentAt: 1,
    startedAt: 1,
    sdk: { name: 'sightglass', version: '0' },
  };
  expect(recordBatch.parse({ ...envelope, records: ['nonsense', action] }).records).toHaveLength(2);
  expect(recordBatch.safeParse({ ...envelope, session: '../../etc', records: [] }).success).toBe(false);
});

test('nothing that JSON can hold makes a schema throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const schema of [wireRecord, recordBatch, segment]) schema.safeParse(value);
    }),
    { seed: 20261121, numRuns: 500 },
  );
});

test('every error becomes a problem with its status, its stable code and what to do next', () => {
  for (const [code, entry] of Object.entries(catalogue)) {
    const told = toProblem(new SightglassError(code as keyof typeof catalogue)); // Object.entries widens the keys
    expect(told).toMatchObject({ status: entry.status, code, detail: entry.help });
  }
});

test('every error is documented, and every documented error is in the catalogue', () => {
  const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| <a id="(\w+)"><\/a>`(\w+)` \| (\d+) \|/gm)].map(([, , code, status]) => [
    code,
    Number(status),
  ]);
  expect(documented).toEqual(Object.entries(catalogue).map(([code, { status }]) => [code, status]));
});

test('doors of the API have names of their own, and those about a project name it', () => {
  expect(new Set(endpoints.map((one) => one.name)).size).toBe(endpoints.length);
  expect(new Set(endpoints.map((one) => `${one.method} ${one.path}`)).size).toBe(endpoints.length);
  for (const one of endpoints) {
    const needsRole = ['viewer', 'member', 'admin', 'owner'].includes(one.access);
    expect([one.name, one.path.includes('/:project')]).toEqual([one.name, needsRole]);
  }
});

test('the nine points stand in their order', () => {
  expect(points.map((one) => one.point)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
