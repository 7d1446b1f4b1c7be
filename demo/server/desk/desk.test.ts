import { describe, expect, test } from 'vitest';
import { seedDesk } from '../seed/seed.ts';
import type { Answer } from './answer.ts';
import { answerCall } from './calls.ts';
import type { Release, Role } from './shapes.ts';

const start = Date.UTC(2026, 8, 1, 9);
const address = { street: 'Werkhof 4', city: 'Leipzig', postcode: '04109', country: 'DE' };

/** A desk at nine in the morning, and people who ask it. */
function open(release: Release = '1.0.0') {
  let now = start;
  const desk = seedDesk(release, { now: () => now }, 'test');
  const nameOf = (role: Role, nth = 0) => {
    const user = [...desk.users.values()].filter((one) => one.role === role && one.active)[nth];
    if (!user) throw new Error(`Nobody is ${role}`);
    return user;
  };
  function ask(authorization: string | undefined, call: string, body?: unknown): Answer {
    const [method = '', target = ''] = call.split(' ');
    const { pathname, searchParams } = new URL(target, 'http://desk');
    const answer = answerCall(desk, { method, path: pathname, query: searchParams, authorization, body });
    if (!answer) throw new Error(`No such call: ${call}`);
    return answer;
  }
  function as(role: Role, nth = 0) {
    const { email, password } = nameOf(role, nth);
    const { token } = ask(undefined, 'POST /api/session', { email, password }).body as { token: string };
    return (call: string, body?: unknown) => ask(`Bearer ${token}`, call, body);
  }
  const cheap = [...desk.parts.values()].filter(
    (part) => part.priceCents < 500 && part.stock > 60 && !part.discontinued,
  );
  const dear = [...desk.parts.values()].filter((part) => part.priceCents > 100_000 && part.unit !== 'pair');
  return {
    desk,
    ask,
    as,
    nameOf,
    cheap,
    dear,
    wait(ms: number) {
      now += ms;
    },
  };
}

const codeOf = (answer: Answer): string => (answer.body as { error: { code: string } }).error.code;
const draft = (ask: (call: string, body?: unknown) => Answer): number => {
  const made = ask('POST /api/orders', { reference: 'Kitchen 12', neededBy: '2026-09-20', deliveryAddress: address });
  return (made.body as { orderId: number }).orderId;
};

describe('an order', () => {
  test('up to 1,000.00 EUR is approved at once, and the warehouse ships it within 40 seconds without a call', () => {
    const { as, cheap, wait } = open();
    const member = as('member');
    const order = draft(member);
    member(`POST /api/orders/${order}/lines`, { partNo: cheap[0]?.partNo, quantity: 2 });
    expect(member(`POST /api/orders/${order}/submit`).body).toMatchObject({ state: 'approved', shippingCents: 690 });
    wait(40_000);
    expect(member(`GET /api/orders/${order}`).body).toMatchObject({ state: 'shipped' });
  });

  test('above it waits for an admin, and comes back to the member when it is rejected with a reason', () => {
    const { as, dear } = open();
    const member = as('member');
    const admin = as('admin');
    const order = draft(member);
    member(`POST /api/orders/${order}/lines`, { partNo: dear[0]?.partNo, quantity: 2 });
    expect(member(`POST /api/orders/${order}/submit`).body).toMatchObject({ state: 'submitted', shippingCents: 0 });
    expect(codeOf(member(`POST /api/orders/${order}/decision`, { decision: 'approve' }))).toBe('FORBIDDEN');
    expect(codeOf(admin(`POST /api/orders/${order}/decision`, { decision: 'reject' }))).toBe('VALIDATION_FAILED');
    const reason = 'Over the budget of this quarter';
    expect(admin(`POST /api/orders/${order}/decision`, { decision: 'reject', reason }).body).toMatchObject({
      state: 'rejected',
      decision: { approved: false, reason },
    });
    expect(member(`POST /api/orders/${order}/submit`).body).toMatchObject({ state: 'submitted' });
  });

  test('of somebody else is not for a member to change', () => {
    const { as } = open();
    const order = draft(as('member'));
    expect(codeOf(as('member', 1)(`POST /api/orders/${order}/cancel`))).toBe('FORBIDDEN');
  });

  test('refuses lines that cannot be had', () => {
    const { as, desk, cheap } = open();
    const member = as('member');
    const order = draft(member);
    const parts = [...desk.parts.values()];
    const line = (partNo: string | undefined, quantity: number) =>
      codeOf(member(`POST /api/orders/${order}/lines`, { partNo, quantity }));
    expect(line('ABC-9999', 1)).toBe('PART_NOT_FOUND');
    expect(line(parts.find((part) => part.discontinued)?.partNo, 1)).toBe('PART_DISCONTINUED');
    expect(line(parts.find((part) => part.stock < 40 && part.unit === 'piece')?.partNo, 100)).toBe('STOCK_TOO_LOW');
    expect(line(parts.find((part) => part.unit === 'pair')?.partNo, 3)).toBe('VALIDATION_FAILED');
    expect(line(cheap[0]?.partNo, 201)).toBe('VALIDATION_FAILED');
    expect(codeOf(member(`POST /api/orders/${order}/submit`))).toBe('ORDER_EMPTY');
  });
});

describe('whoever comes', () => {
  test('is locked out for a quarter of an hour after five wrong passwords', () => {
    const { ask, nameOf, wait } = open();
    const { email, password } = nameOf('viewer');
    const tries = Array.from({ length: 6 }, () =>
      codeOf(ask(undefined, 'POST /api/session', { email, password: 'x' })),
    );
    expect(tries).toEqual([...Array(5).fill('BAD_CREDENTIALS'), 'TOO_MANY_ATTEMPTS']);
    expect(codeOf(ask(undefined, 'POST /api/session', { email, password }))).toBe('TOO_MANY_ATTEMPTS');
    wait(15 * 60_000);
    expect(ask(undefined, 'POST /api/session', { email, password }).status).toBe(200);
  });

  test('is signed out after 30 minutes without use, not after 30 minutes', () => {
    const { as, wait } = open();
    const viewer = as('viewer');
    for (let turn = 0; turn < 3; turn += 1) {
      wait(29 * 60_000);
      expect(viewer('GET /api/parts').status).toBe(200);
    }
    wait(30 * 60_000);
    expect(codeOf(viewer('GET /api/parts'))).toBe('SESSION_EXPIRED');
  });

  test('cannot take the role from the last admin', () => {
    const { as, desk, nameOf } = open();
    const admin = as('admin');
    const [first, ...others] = [...desk.users.values()].filter((user) => user.role === 'admin');
    for (const other of others) expect(admin(`PATCH /api/users/${other.userId}`, { active: false }).status).toBe(200);
    expect(nameOf('admin')).toBe(first);
    expect(codeOf(admin(`PATCH /api/users/${first?.userId}`, { role: 'member' }))).toBe('LAST_ADMIN');
  });
});

describe('release 1.1.0', () => {
  test('keeps others out of an order that someone edits, for a minute', () => {
    const { as, cheap, wait } = open('1.1.0');
    const member = as('member');
    const admin = as('admin');
    const order = draft(member);
    const line = { partNo: cheap[0]?.partNo, quantity: 2 };
    member(`POST /api/orders/${order}/lines`, line);
    expect(codeOf(admin(`POST /api/orders/${order}/lines`, line))).toBe('ORDER_LOCKED');
    wait(60_000);
    expect(admin(`POST /api/orders/${order}/lines`, line).status).toBe(201);
  });

  test('has histories and no category call, and asks for a date', () => {
    const { as, desk } = open('1.1.0');
    const member = as('member');
    expect(member('GET /api/orders/10001/history').status).toBe(200);
    expect(() => member('GET /api/categories/hinges/parts')).toThrow('No such call');
    expect(codeOf(member('POST /api/orders', { reference: 'Kitchen 12', deliveryAddress: address }))).toBe(
      'VALIDATION_FAILED',
    );
    expect(codeOf(member('GET /api/parts/low-stock'))).toBe('FORBIDDEN');
    expect([...desk.orders.values()].every((order) => order.neededBy !== null)).toBe(true);
  });
});

test('the seeded desk has something of everything', () => {
  const { desk } = open();
  const parts = [...desk.parts.values()];
  const count = (of: (part: (typeof parts)[number]) => boolean) => parts.filter(of).length;
  expect(parts).toHaveLength(180);
  expect(desk.parts.size).toBe(180);
  expect(count((part) => part.discontinued)).toBeGreaterThanOrEqual(4);
  expect(count((part) => part.stock < part.minStock)).toBeGreaterThanOrEqual(6);
  expect(count((part) => part.unit === 'pair')).toBeGreaterThanOrEqual(20);
  expect(count((part) => part.weightGrams === null)).toBeGreaterThanOrEqual(10);
  expect(new Set(parts.map((part) => part.finish)).size).toBe(4);
  const states = Map.groupBy(desk.orders.values(), (order) => order.state);
  expect(Math.min(...[...states.values()].map((orders) => orders.length))).toBeGreaterThanOrEqual(8);
  expect(new Set([...desk.users.values()].map((user) => user.email)).size).toBe(40);
  expect([states.size, desk.orders.size, desk.suppliers.size, desk.users.size]).toEqual([6, 120, 9, 40]);
});
