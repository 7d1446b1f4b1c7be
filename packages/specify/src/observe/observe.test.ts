import type { WireRecord } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { noon, visit } from '../testing/visits.ts';
import { mostKeys, mostLabels } from './collect.ts';
import { observe } from './observe.ts';

const steps = [
  { screen: '/orders', title: 'Orders' },
  { call: 'GET /api/orders', answer: { items: [{ orderId: 4 }] } },
  { act: 'Submit' },
  { call: 'POST /api/orders', status: 201, send: { note: 'sentence' }, answer: { orderId: 4 } },
] as const;

test('a session shows the same, however its records are ordered on the wire and however often they are told', () => {
  const seen = visit(1, steps);
  expect(observe({ ...seen, records: [...seen.records, ...seen.records] })).toEqual(observe(seen));
});

test('what has come later in a session adds to what was there, and takes none of it away', () => {
  const seen = visit(1, steps);
  const [before, after] = [observe({ ...seen, records: seen.records.slice(0, 2) }), observe(seen)];
  for (const row of before) {
    const later = after.find(({ kind, key }) => kind === row.kind && key === row.key);
    expect(later?.n).toBeGreaterThanOrEqual(row.n);
  }
  expect(after.length).toBeGreaterThan(before.length);
});

test('a view is counted once, by what was told of it last', () => {
  const told = (version: number, title: string, more: object): WireRecord => ({
    ...{ kind: 'view', at: noon, view: 'view-0001', route: '/orders', version, path: '/orders', title, cause: 'load' },
    ...more,
  });
  const records = [told(0, 'Loading', {}), told(1, 'Orders', {}), told(2, 'Orders', { durationMs: 5_000 })];
  const rows = observe({ ...visit(1, []), records });
  expect(rows.find(({ kind }) => kind === 'screen')).toMatchObject({ n: 1, counts: { 'title:Orders': 1 } });
});

test('a row is evidence by its best moment: what somebody did rather than what was there', () => {
  const seen = visit(1, [{ call: 'GET /api/orders', answer: {} }, ...steps.slice(0, 1), { act: 'Reload' }, steps[1]]);
  const call = observe(seen).find(({ kind, key }) => kind === 'call' && key === 'GET /api/orders');
  expect(call).toMatchObject({ n: 2, quality: 3, at: seen.records.at(-1)?.at, note: '200 on /orders' });
});

test('a session of thousands of screens, calls and fields is bounded', () => {
  const many = Array.from({ length: 3_000 }, (_, number) => [
    { screen: `/page-${number}`, title: `Page ${number}` },
    { call: `GET /api/page-${number}`, answer: { [`field${number}`]: 1 } },
    { call: 'POST /api/words', send: { word: 'word' }, more: { route: `/page-${number}` } },
  ]);
  const rows = observe(visit(1, many.flat()));
  expect(rows.length).toBeLessThanOrEqual(mostKeys);
  for (const { counts } of rows) expect(Object.keys(counts).length).toBeLessThanOrEqual(mostLabels);
});

test('keys of an object that are data are not told', () => {
  const answer = { '4711': { total: 1 }, 'ann@example.org': { total: 2 }, total: 3 };
  const rows = observe(visit(1, [{ call: 'GET /api/sums', answer }]));
  expect(JSON.stringify(rows)).not.toMatch(/4711|ann@/);
  expect(rows.map(({ key }) => key)).toContain('GET /api/sums 200 {key}.total');
});

test('an entry of a list that opens one thing is named after that thing, and its name is not told', () => {
  const entry = { role: 'link', target: 'ul#people > li > a' } as const;
  const rows = observe(
    visit(1, [
      { screen: '/people' },
      { act: 'Neumann, Kim', ...entry },
      { screen: '/people/{uuid}' },
      { act: 'Edit', ...entry, target: 'table > tbody > tr > td > a' },
      { screen: '/people/{uuid}/edit' },
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain('Neumann');
  expect(rows.filter(({ kind }) => kind === 'action').map(({ key }) => key)).toEqual([
    '/people link {text}',
    '/people/{uuid} link Edit',
  ]);
});

test('a screen that was left before its page wrote a title has none of its own', () => {
  const rows = observe(
    visit(1, [
      { screen: '/orders', title: 'Sign in', ms: 120 },
      { act: 'Order', role: 'link' },
      { screen: '/parts', title: 'Parts' },
    ]),
  );
  const titles = rows.filter(({ kind }) => kind === 'screen').map(({ key, counts }) => [key, Object.keys(counts)]);
  expect(titles).toEqual([
    ['/orders', []],
    ['/parts', ['title:Parts', 'from:/orders']],
  ]);
});

test('a way back over something that wrote is no detour: things are no longer as they were', () => {
  const add = { call: 'POST /api/orders/4/lines', status: 201, send: { quantity: 1 }, answer: { lineNo: 1 } } as const;
  const remove = { call: 'DELETE /api/orders/4/lines/1', status: 204 } as const;
  const rows = observe(
    visit(1, [{ screen: '/orders/4' }, { act: 'New' }, { act: 'Add' }, add, { act: 'New' }, { act: 'Remove' }, remove]),
  );
  const ways = rows
    .filter(({ kind }) => kind === 'journey')
    .map(({ key }) => (JSON.parse(key) as { steps: string[][] }).steps);
  expect(ways.map((steps) => steps.map(([, , name]) => name))).toContainEqual(['New', 'Add', 'New', 'Remove']);
});

test('an alert after calls that were taken says that it was done, one after a refusal or without a call refuses', () => {
  const alert = (message: string, field = '') => ({
    ...{ form: 'New order', event: 'refused' as const },
    refusals: [{ field, message }],
  });
  const told = (status: number | undefined, field = '') => {
    const call = status === undefined ? [] : [{ call: 'POST /api/orders', status }];
    const seen = visit(1, [
      { screen: '/orders/new' },
      { form: 'New order', event: 'seen', fields: [] },
      { act: 'Create order' },
      ...call,
      alert('Your order holds at most 30 lines', field),
    ]);
    const rows = observe(seen);
    const form = rows.find(({ kind, key }) => kind === 'constraint' && key.startsWith('["form"'));
    return [Object.keys(form?.counts ?? {})[0], rows.some(({ kind }) => kind === 'limit')];
  };
  expect(told(201)).toEqual(['submitted', false]);
  expect(told(422)).toEqual(['refused', true]);
  expect(told(undefined)).toEqual(['refused', true]);
  expect(told(201, 'lines')).toEqual(['refused', true]);
});

test('a role that an answer tells is told from a whole millisecond on, however long the answer took', () => {
  const me = { types: ['object' as const], fields: { role: { types: ['string' as const], values: ['keeper'] } } };
  const seen = visit(1, [{ screen: '/orders' }, { call: 'GET /api/me', answer: {} }]);
  const records = seen.records.map((one) =>
    one.kind === 'resource' ? { ...one, durationMs: 12.4, response: me } : one,
  );
  const role = observe({ ...seen, role: '', records }).find(({ kind }) => kind === 'role');
  expect([role?.at, role?.first, role?.last].every(Number.isInteger)).toBe(true);
  expect(role?.key).toContain('keeper');
});
