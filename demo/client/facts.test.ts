import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formRules } from './forms/rules.ts';
import * as errors100 from './releases/1.0.0/errors.ts';
import { newOrderRules as newOrderRules100 } from './releases/1.0.0/new-order-rules.ts';
import { numbers as numbers100 } from './releases/1.0.0/numbers.ts';
import { permissions as permissions100 } from './releases/1.0.0/permissions.ts';
import { orderStates as states100 } from './releases/1.0.0/states.ts';
import * as errors110 from './releases/1.1.0/errors.ts';
import { newOrderRules as newOrderRules110 } from './releases/1.1.0/new-order-rules.ts';
import { numbers as numbers110 } from './releases/1.1.0/numbers.ts';
import { permissions as permissions110 } from './releases/1.1.0/permissions.ts';
import { orderStates as states110 } from './releases/1.1.0/states.ts';

interface Described {
  numbers: Record<string, number>;
  calls: Record<string, { roles: string[] }>;
  states: { initial: string; final: string[]; transitions: { from: string; to: string; by: string | null }[] };
  errors: Record<string, [number, string]>;
  rules: { form: string; field: string; rule: string; value?: unknown; message: string; client?: boolean }[];
}

const folder = join(import.meta.dirname, '../../fixtures/parts-desk');
const described: Described = JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8'));

describe('release 1.0.0 says what the description says', () => {
  test('of numbers', () => expect(numbers100).toEqual(described.numbers));
  test('of errors', () => expect(pairs(errors100.errors)).toEqual(described.errors));
  test('of who may make which call', () => expect(permissions100).toEqual(rolesOf(described.calls)));
  test('of the states of an order', () =>
    expect(states100.transitions.map(bare)).toEqual(described.states.transitions.map(bare)));
  test('of the rules of its forms', () => {
    const client = { ...formRules, 'new-order': newOrderRules100 };
    const told = Object.entries(client).flatMap(([form, rules]) => rules.map((rule) => ({ form, ...rule })));
    const wanted = described.rules.filter((rule) => rule.client);
    expect(told.map(ruleKey).sort()).toEqual(wanted.map(ruleKey).sort());
  });
});

describe('release 1.1.0 differs in what it changes only', () => {
  test('numbers', () => expect(numbers110).toEqual({ ...numbers100, maxLinesPerOrder: 50 }));
  test('errors', () => {
    const { ORDER_LOCKED, ORDER_LINE_LIMIT, ...same } = pairs(errors110.errors);
    const { ORDER_LINE_LIMIT: _, ...before } = pairs(errors100.errors);
    expect(same).toEqual(before);
    expect(ORDER_LOCKED).toEqual([423, 'Someone else is editing this order']);
    expect(ORDER_LINE_LIMIT).toEqual([422, 'An order holds at most 50 lines']);
  });
  test('permissions', () => {
    const { categoryParts: _, ...before } = permissions100;
    expect(permissions110).toEqual({ ...before, lowStock: ['admin'], orderHistory: ['admin', 'member', 'viewer'] });
  });
  test('states', () =>
    expect(states110.transitions.filter((step) => !states100.transitions.some((was) => same(was, step)))).toEqual([
      { from: 'approved', to: 'cancelled', by: 'cancel', roles: ['admin'] },
    ]));
  test('rules', () =>
    expect(newOrderRules110.filter((rule) => !newOrderRules100.some((was) => same(was, rule)))).toEqual([
      { field: 'neededBy', rule: 'required', message: 'Say when you need it' },
    ]));
});

const pairs = (errors: Record<string, { status: number; message: string }>): Described['errors'] =>
  Object.fromEntries(Object.entries(errors).map(([code, { status, message }]) => [code, [status, message]]));
const rolesOf = (calls: Described['calls']) =>
  Object.fromEntries(
    Object.entries(calls)
      .filter(([, call]) => call.roles[0] !== 'anyone')
      .map(([name, call]) => [name, call.roles]),
  );
const bare = ({ from, to, by }: { from: string; to: string; by: string | null }) => ({ from, to, by });
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const ruleKey = ({ form, field, rule, value, message }: Described['rules'][number]): string =>
  JSON.stringify([form, field, rule, value ?? null, message]);
