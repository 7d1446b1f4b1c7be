import {
  machinesOf,
  mergeObservations,
  mockFrom,
  type OpenApi,
  observe,
  type SessionSeen,
  specify,
  toOpenApi,
} from '@sightglass/specify';
import type { ResourceRecord, Shape } from '@sightglass/wire';
import { beforeAll, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { readSessions } from './visits.ts';

/** What is exported as a contract is held against the sessions that it was read from: each recorded exchange, each path of an object. */

type Operation = NonNullable<OpenApi['paths'][string][string]>;
type Schema = NonNullable<NonNullable<Operation['requestBody']>['content']['application/json']>['schema'];

const release = '1.1.0';
let sessions: SessionSeen[];
let openapi: OpenApi;
let machines: ReturnType<typeof machinesOf>;

beforeAll(async () => {
  sessions = await readSessions(release);
  const specification = specify(mergeObservations(sessions.flatMap(observe)), {
    project: { id: 'p_000000000000', name: 'Parts Desk' },
    span: { from: 0, until: 1 },
    environment: null,
    release,
    basis: { sessions: sessions.length, visitors: sessions.length, releases: [release] },
  });
  openapi = toOpenApi(specification);
  machines = machinesOf(specification);
});

test('every recorded exchange of a call of the contract is as the contract says', () => {
  const exchanges = sessions.flatMap(exchangesOf);
  const known = exchanges.filter(({ operation }) => operation !== undefined);
  expect(known.length).toBeGreaterThan(500);
  expect(known.length / exchanges.length).toBeGreaterThan(0.99);
  const broken = known.flatMap(({ call, operation }) => {
    const said = `${call.method} ${call.path} ${call.status}`;
    const body = operation?.requestBody?.content['application/json']?.schema;
    const answer = operation?.responses[String(call.status)];
    return [
      ...(call.status > 0 && answer === undefined ? [`${said}: the status is not there`] : []),
      ...(call.request && body && call.status < 400 ? breaches(call.request, body, `${said} request`) : []),
      ...(call.response && answer?.content
        ? breaches(call.response, answer.content['application/json'].schema, `${said} response`)
        : []),
    ];
  });
  expect([...new Set(broken)]).toEqual([]);
});

test('a mock server made of the contract answers the calls of every recorded session', () => {
  const answer = mockFrom(openapi);
  const unanswered = sessions.flatMap(exchangesOf).flatMap(({ call, operation }) => {
    if (operation === undefined) return [];
    const given = answer(call.method, call.path);
    const schema = operation.responses[String(given?.status)]?.content?.['application/json'].schema;
    const lacking = schema ? breaches(shapeOf(given?.body), schema, `${call.method} ${call.path}`) : [];
    return given === undefined ? [`${call.method} ${call.path}`] : lacking;
  });
  expect([...new Set(unanswered)]).toEqual([]);
});

test('the machines take every step that objects of two sessions were seen to take, and no other', () => {
  const [config] = machines;
  if (config === undefined) throw new Error('No entity has states.');
  const guards = {
    leadsTo: ({ event }: { event: { to?: string } }, { state }: { state: string }) => event.to === state,
  };
  const machine = createMachine(config as never, { guards } as never); // made from data, so no types are known
  const after = (from: string, type: string, to: string): unknown => {
    // Where things end nothing is taken any more.
    if (config.states[from]?.type === 'final') return from;
    const snapshot = machine.resolveState({ value: from } as never);
    const actor = createActor(machine, { snapshot }).start();
    actor.send({ type, to } as never);
    return actor.getSnapshot().value;
  };
  const steps = Map.groupBy(sessions.flatMap(stepsOf), ({ from, to, by }) => `${from} ${to} ${by}`);
  const taken = [...steps.values()].filter((some) => new Set(some.map(({ session }) => session)).size >= 2);
  expect(taken.length).toBeGreaterThan(5);
  for (const [step] of taken) {
    if (step === undefined) continue;
    const event = eventsOf(config).find((name) => fits(name, step.by)) ?? step.by;
    expect(after(step.from, event, step.to), `${step.from} to ${step.to} by ${step.by}`).toBe(step.to);
  }
  const states = Object.keys(config.states);
  for (const from of states)
    for (const to of states)
      if (from !== to && ![...steps.values()].some(([one]) => one?.from === from && one.to === to))
        for (const event of eventsOf(config)) expect(after(from, event, to), `${from} to ${to}`).not.toBe(to);
});

test('a contract that says otherwise is found out', () => {
  const shape: Shape = { types: ['object'], fields: { state: { types: ['string'], values: ['draft'] } } };
  const schema = { type: 'object', required: ['orderId'], properties: { state: { type: 'integer', enum: ['sent'] } } };
  expect(breaches(shape, schema, 'order')).toEqual([
    'order lacks orderId',
    'order.state is string, not integer',
    'order.state may not be draft',
  ]);
});

interface Step {
  session: string;
  from: string;
  to: string;
  /** The call, or that none was seen. */
  by: string;
}

function stepsOf({ session, records }: SessionSeen): Step[] {
  return records.flatMap((record) =>
    record.kind === 'resource'
      ? (record.changes ?? []).flatMap(({ from, to, by }) =>
          from === undefined ? [] : [{ session, from, to, by: by ? `${by.method} ${by.path}` : 'no call seen' }],
        )
      : [],
  );
}

const eventsOf = ({ states }: (typeof machines)[number]): string[] => [
  ...new Set(Object.values(states).flatMap(({ on }) => Object.keys(on ?? {}))),
];

/** Whether a call as it was recorded is the one of a template. */
function fits(template: string, call: string): boolean {
  const own = template.split('/');
  const segments = call.split('/');
  return own.length === segments.length && own.every((one, at) => one.startsWith('{') || one === segments[at]);
}

interface Exchange {
  call: ResourceRecord;
  operation: Operation | undefined;
}

/** The calls of a session to the application's own server, each with its operation. */
function exchangesOf({ records }: SessionSeen): Exchange[] {
  return records.flatMap((record) =>
    record.kind === 'resource' && /fetch|xhr/.test(record.type) && record.host === '' && record.path.startsWith('/api/')
      ? [{ call: record, operation: operationOf(record) }]
      : [],
  );
}

function operationOf({ method, path }: ResourceRecord): Operation | undefined {
  const fitting = Object.keys(openapi.paths)
    .filter((template) => fits(template, path))
    .filter((template) => openapi.paths[template]?.[method.toLowerCase()])
    .toSorted((one, other) => one.split('{').length - other.split('{').length);
  return openapi.paths[fitting[0] ?? '']?.[method.toLowerCase()];
}

/** Where the shape of a value is not what a schema allows. */
function breaches(shape: Shape, schema: Schema, at: string): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const allows = (type: string): boolean =>
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
  const fields = shape.fields ?? {};
  return [
    ...shape.types.filter((type) => !allows(type)).map((type) => `${at} is ${type}, not ${types.join(' or ')}`),
    ...(shape.values ?? [])
      .filter((value) => schema.enum && !schema.enum.includes(value))
      .map((value) => `${at} may not be ${value}`),
    ...(schema.format !== undefined && shape.format !== undefined && formats[shape.format] !== schema.format
      ? [`${at} is a ${shape.format}, not a ${schema.format}`]
      : []),
    ...(shape.types.includes('object') && !shape.truncated
      ? (schema.required ?? [])
          .filter((name) => fields[name] === undefined || fields[name].optional)
          .map((name) => `${at} lacks ${name}`)
      : []),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const own = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      return own ? breaches(field, own, `${at}.${name}`) : [];
    }),
    ...(shape.items && schema.items ? breaches(shape.items, schema.items, `${at}[]`) : []),
  ];
}

/** Our formats that have a name in JSON Schema. */
const formats: Partial<Record<NonNullable<Shape['format']>, string>> = {
  ...{ uuid: 'uuid', date: 'date', 'date-time': 'date-time', time: 'time', email: 'email', url: 'uri' },
};

/** What the browser would tell of a value that a mock gives. */
function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { types: ['null'] };
  if (Array.isArray(value)) return { types: ['array'], ...(value.length > 0 && { items: shapeOf(value[0]) }) };
  if (typeof value === 'number') return { types: [Number.isInteger(value) ? 'integer' : 'number'] };
  if (typeof value === 'boolean') return { types: ['boolean'] };
  if (typeof value === 'string') return { types: ['string'] };
  const fields = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
  return { types: ['object'], fields };
}
