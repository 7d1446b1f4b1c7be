import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { make, orders, specificationOf } from '../testing/statements.ts';
import { toJsonSchema } from './json-schema.ts';
import { diagramsOf } from './mermaid.ts';
import { mockFrom } from './mock.ts';
import { toOpenApi } from './openapi.ts';
import { type MachineConfig, machinesOf, toXState } from './xstate.ts';

const list = { method: 'GET', path: '/api/orders' };
const one = { method: 'GET', path: '/api/orders/{orderId}' };
const submit = { method: 'POST', path: '/api/orders/{orderId}/submit' };
const specification = specificationOf([
  make.screen(),
  make.screen({ route: '/orders/new', title: 'New order' }),
  make.link({ controls: [{ role: 'link', name: 'New order', times: 50 }] }),
  make.entity({ calls: [list, one] }),
  make.field({ name: 'orderId', type: 'integer' }),
  make.field({ name: 'neededBy', format: 'date', nullable: true }),
  make.field({ name: 'state', values: ['draft', 'submitted', 'approved'] }),
  make.field({ name: 'lines', type: 'array' }),
  make.field({ name: 'lines[].partNo', ref: 'part' }),
  make.state({ name: 'draft', initial: true }),
  make.state({ name: 'submitted' }),
  make.state({ name: 'approved', final: true }),
  make.transition({ by: submit }),
  make.transition({ to: 'approved', by: submit }),
  make.transition({ from: 'submitted', to: 'approved' }),
  make.permission({ call: orders }),
  make.call(),
  make.call({ ...list, statuses: [{ status: 200, calls: 9 }] }),
  make.call({ ...one, tier: 'likely', statuses: [{ status: 200, calls: 9 }] }),
  make.call({ method: 'DELETE', path: '/api/secret', tier: 'suspected' }),
  make.query(),
  make.requestField(),
  make.requestField({ name: 'lines[].quantity', type: 'integer', required: false }),
  make.status(),
  make.responseField({ name: 'orderId', type: 'integer' }),
  make.responseField({ call: list, status: 200, name: 'items', type: 'array' }),
  make.responseField({ call: list, status: 200, name: 'items[].orderId', type: 'integer' }),
  make.error({ raisedBy: [{ subject: 'POST /api/orders', times: 3 }] }),
]);

const validator = new Validator();

describe('OpenAPI', () => {
  test('is valid, and says what is firm or likely with its ground', async () => {
    const openapi = toOpenApi(specification, { origin: 'http://127.0.0.1:4600' });
    expect(await validator.validate({ ...structuredClone(openapi) })).toMatchObject({ valid: true });
    expect(Object.keys(openapi.paths)).toEqual(['/api/orders', '/api/orders/{orderId}']);
    expect(openapi.paths['/api/orders']?.post).toMatchObject({
      operationId: 'postOrders',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              ...{ type: 'object', required: ['reference'] },
              properties: {
                reference: { type: 'string' },
                lines: { type: 'array', items: { properties: { quantity: { type: 'integer' } } } },
              },
            },
          },
        },
      },
      responses: { 201: {} },
      'x-roles': ['member'],
      'x-tier': 'firm',
      'x-evidence': ['http://127.0.0.1:4600/p/p_000000000001/sessions/session-1?t=1795003200000'],
    });
    expect(openapi.paths['/api/orders/{orderId}']?.get?.parameters).toEqual([
      { name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } },
    ]);
  });

  test('says of objects in an answer what is known of them by their entity', () => {
    const statements = [
      make.field({ name: 'address', type: 'object' }),
      make.field({ name: 'address.street' }),
      make.field({ name: 'lines', type: 'array', ref: 'orderLine' }),
      make.field({ entity: 'orderLine', name: 'quantity', type: 'integer' }),
      make.state({ initial: true }),
      make.responseField({ name: 'state', values: ['approved', 'draft'] }),
      make.call(),
      make.responseField({ name: 'address', type: 'object' }),
      make.responseField({ name: 'lines', type: 'array' }),
    ];
    expect(mockFrom(toOpenApi(specificationOf(statements)))('POST', '/api/orders')).toEqual({
      status: 201,
      body: { address: { street: 'text' }, lines: [{ quantity: 1 }], state: 'draft' },
    });
  });

  test('is enough for a server that answers the calls that were seen, and no other', () => {
    const answer = mockFrom(toOpenApi(specification));
    expect(answer('GET', '/api/orders?state=draft')).toEqual({ status: 200, body: { items: [{ orderId: 1 }] } });
    expect(answer('POST', '/api/orders')).toEqual({ status: 201, body: { orderId: 1 } });
    expect(answer('GET', '/api/orders/10001')).toMatchObject({ status: 200 });
    expect(answer('DELETE', '/api/orders')).toBeUndefined();
    expect(answer('DELETE', '/api/secret')).toBeUndefined();
  });
});

test('JSON Schema says each entity once, with its closed sets, its lists and what it refers to', () => {
  expect(toJsonSchema(specification).$defs).toMatchObject({
    Order: {
      type: 'object',
      properties: {
        neededBy: { type: ['string', 'null'], format: 'date' },
        state: { type: 'string', enum: ['draft', 'submitted', 'approved'] },
        lines: { type: 'array', items: { type: 'object', properties: { partNo: { type: 'string' } } } },
      },
      required: ['lines', 'neededBy', 'orderId', 'state'],
      'x-identified-by': 'orderId',
    },
  });
});

test('an entity that a member named otherwise is called so wherever it is spoken of', () => {
  const { points, ...rest } = specification;
  const renamed = points.map((point) => ({
    ...point,
    statements: point.statements.map((said) => (said.kind === 'entity' ? { ...said, name: 'purchase' } : said)),
  }));
  const told = { ...rest, points: renamed };
  expect(Object.keys(toJsonSchema(told).$defs)).toEqual(['Purchase']);
  expect(machinesOf(told).map(({ id }) => id)).toEqual(['purchase']);
  expect(diagramsOf(told).map(({ name }) => name)).toContain('States of purchase');
});

describe('XState', () => {
  const [config] = machinesOf(specification) as [MachineConfig];
  const walk = (path: { type: string; to: string }[]) => {
    const guards = {
      leadsTo: ({ event }: { event: { type: string; to?: string } }, { state }: { state: string }) =>
        event.to === undefined || event.to === state,
    };
    const actor = createActor(createMachine(config as never, { guards } as never)).start(); // made from data, so no types are known
    for (const event of path) actor.send(event as never);
    return actor.getSnapshot();
  };

  test('walks the ways that objects were seen to go, and stays where none was seen', () => {
    const submitted = { type: 'POST /api/orders/{orderId}/submit', to: 'submitted' };
    expect(walk([submitted]).value).toBe('submitted');
    expect(walk([{ ...submitted, to: 'approved' }])).toMatchObject({ value: 'approved', status: 'done' });
    expect(walk([submitted, { type: 'no call seen', to: 'approved' }]).value).toBe('approved');
    expect(walk([{ type: 'POST /api/orders/{orderId}/cancel', to: 'cancelled' }]).value).toBe('draft');
  });

  test('is a module that loads', () => {
    const text = toXState(specification);
    expect(parseSync('states.ts', text).errors).toEqual([]);
    expect(text).toContain('export const orderMachine = machine.createMachine({');
  });
});

test('Mermaid draws the screens and the states, with names in quotes', () =>
  expect(diagramsOf(specification)).toMatchInlineSnapshot(`
    [
      {
        "name": "Screens",
        "text": "flowchart LR
      s1["/orders<br/>Orders"]
      s2["/orders/new<br/>New order"]
      s1 -->|"New order"| s2
    ",
      },
      {
        "name": "States of order",
        "text": "stateDiagram-v2
      state "approved" as s1
      state "draft" as s2
      state "submitted" as s3
      [*] --> s2
      s2 --> s1 : POST /api/orders/#123;orderId#125;/submit
      s2 --> s3 : POST /api/orders/#123;orderId#125;/submit
      s3 --> s1 : no call seen
      s1 --> [*]
    ",
      },
    ]
  `));

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point));

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '"]; click s1 "javascript:alert(1)"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay as it is
    '`}${process.exit()}',
    "'); import('fs'); ('",
    '-->|x|',
    '%%{init: {}}%%',
    '</script><!--',
    '\u202e\u2028\n```',
    'end',
    '#quot;',
    '\\',
    '{a}{a}{}',
    '*/',
    '',
    '\t',
  ),
);

test('names of any characters break out of none of them', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (name, other) => {
      const call = { method: 'POST', path: `/${other}/{${name}}` };
      const given = specificationOf([
        make.screen({ route: name, title: other }),
        make.link({ from: name, to: other, controls: [{ role: 'link', name, times: 1 }] }),
        make.entity({ name, aliases: [other], identifiedBy: other, calls: [call] }),
        make.field({ entity: name, name: other, values: [name, other], ref: name }),
        make.state({ entity: name, name, initial: true }),
        make.state({ entity: name, name: other, final: true }),
        make.transition({ entity: name, from: name, to: other, by: call }),
        make.call(call),
        make.query({ call, name }),
        make.requestField({ call, name, format: other }),
        make.responseField({ call, name: other, values: [name] }),
        make.error({ code: name, message: other, raisedBy: [{ subject: `${call.method} ${call.path}`, times: 1 }] }),
      ]);
      const openapi = JSON.parse(JSON.stringify(toOpenApi(given)));
      expect(await validator.validate(openapi)).toMatchObject({ valid: true });
      JSON.parse(JSON.stringify(toJsonSchema(given)));
      expect(parseSync('states.ts', toXState(given)).errors).toEqual([]);
      for (const { text } of diagramsOf(given)) {
        const drawn =
          /^(?:flowchart LR|stateDiagram-v2| {2}s\d+\["[^"\n]*"\]| {2}s\d+ -\.-> s\d+| {2}s\d+ -->(?:\|"[^"\n]*"\|)? s\d+| {2}state "[^"\n]*" as s\d+| {2}(?:\[\*\]|s\d+) --> (?:\[\*\]|s\d+)(?: : [^\n:]*)?)$/;
        for (const line of text.trimEnd().split('\n')) expect(line).toMatch(drawn);
        expect(text).not.toMatch(/[`{}%\\]|javascript:|state ""|\[""\]/);
        expect(text).not.toMatch(/#(?:820[3-7]|823[2-8]|829[4-7]);/);
      }
    }),
    { seed: 5, numRuns: 60 },
  );
});
