import type { StatementOf } from '@sightglass/wire';
import { describe, expect, test } from 'vitest';
import { type Step, specifyVisits, visit } from '../testing/visits.ts';

function entitiesOf(steps: readonly Step[]): Record<string, Record<string, string>> {
  const sessions = Array.from({ length: 6 }, (_, number) => visit(number, steps));
  const statements = specifyVisits(sessions).points.flatMap((point) => point.statements);
  const kinds = statements.filter((one): one is StatementOf<'entity'> => one.kind === 'entity');
  const fields = statements.filter((one): one is StatementOf<'field'> => one.kind === 'field');
  const tell = ({ type, nullable, required, ref }: StatementOf<'field'>) =>
    `${type}${nullable ? ' or null' : ''}${required ? '' : ', optional'}${ref === null ? '' : ` → ${ref}`}`;
  return Object.fromEntries(
    kinds.map(({ name }) => [
      name,
      Object.fromEntries(fields.filter(({ entity }) => entity === name).map((field) => [field.name, tell(field)])),
    ]),
  );
}

const person = { id: 'uuid', name: 'sentence', email: 'email' };
const ticket = { id: 'uuid', subject: 'sentence', requester_id: 'uuid', assignee: { id: 'uuid', name: 'word' } };
const comment = { id: 'uuid', body: 'sentence', author: person };

describe('objects of answers', () => {
  const found = entitiesOf([
    { call: 'GET /v1/tickets', answer: { data: [ticket], meta: { page: 1, total: 4 } } },
    { call: 'GET /v1/tickets/{uuid}', answer: { data: { ...ticket, custom: { color: 'word' }, closed_at: null } } },
    { call: 'GET /v1/tickets/{uuid}/comments', answer: { data: [comment], meta: { page: 1, total: 4 } } },
    { call: 'GET /v1/tickets/{uuid}/log', answer: { data: [{ at: 'date-time', what: 'word' }] } },
    { call: 'GET /v1/agents', answer: { data: [person] } },
    { call: 'GET /v1/me', answer: { data: { ...person, role: 'word' } } },
    { call: 'POST /v1/tickets/{uuid}/comments', send: { body: 'sentence' }, answer: { data: comment } },
    {
      call: 'GET /v1/reports/{month}/load',
      answer: { month: 'word', open: 3, byPriority: [{ name: 'word', count: 4 }] },
    },
    { call: 'POST /v1/login', send: { email: 'email' }, answer: { token: 'word', expires_in: 3600, user: person } },
  ]);

  test('are the things that are listed and asked for by id; envelopes, sums, tokens and lines of a log are none', () =>
    expect(Object.keys(found).sort()).toEqual(['agent', 'comment', 'ticket']));

  test('have the fields of all their forms, and those of parts that nothing identifies', () =>
    expect(found.ticket).toEqual({
      assignee: 'object → agent',
      closed_at: 'null or null',
      custom: 'object',
      'custom.color': 'string',
      id: 'string',
      requester_id: 'string → agent',
      subject: 'string',
    }));

  test('refer to each other, in full or in short', () =>
    expect(found.comment).toMatchObject({ author: 'object → agent' }));
});

describe('parts', () => {
  const invoice = {
    invoiceNo: 4,
    customerId: 3,
    total: 1.5,
    positions: [{ positionNo: 1, sku: 'word', amount: 2 }],
    address: { street: 'sentence', city: 'word' },
  };
  const found = entitiesOf([
    { call: 'GET /api/invoices/{integer}', answer: invoice },
    { call: 'PATCH /api/invoices/{integer}/positions/{integer}', send: { amount: 2 }, answer: invoice },
    { call: 'GET /api/customers/{integer}', answer: { customerId: 3, name: 'sentence', vatId: null } },
    { call: 'GET /api/invoices/overdue', answer: { items: [invoice], page: 1, pages: 2 } },
  ]);

  test('with a number of their own are things, without one they are fields', () => {
    expect(Object.keys(found).sort()).toEqual(['customer', 'invoice', 'invoicePosition']);
    expect(found.invoice).toMatchObject({
      positions: 'array → invoicePosition',
      address: 'object',
      'address.street': 'string',
      customerId: 'integer → customer',
    });
    expect(found.invoice).not.toHaveProperty('positions[].sku');
  });
});

test('a cart that holds items is one thing, and what a change of it answers is the same', () =>
  expect(
    Object.keys(
      entitiesOf([
        { call: 'GET /api/cart', answer: { id: 'uuid', items: [{ productId: 4, quantity: 3 }], total: 4.5 } },
        { call: 'POST /api/cart/items', answer: { id: 'uuid', items: [{ productId: 4, quantity: 3 }], total: 4.5 } },
        { call: 'GET /api/products/{integer}', answer: { product: { productId: 4, name: 'word', price: 1.5 } } },
      ]),
    ).sort(),
  ).toEqual(['cart', 'product']));

describe('things that only pages show', () => {
  const list = 'columns Reference | Needed by';
  const one = 'terms Reference | Carrier | Needed by';
  /** What pages of visits with these held, each when its screen stood. */
  function shown(steps: readonly Step[], things: readonly string[], visitors = 6) {
    const sessions = Array.from({ length: 6 }, (_, number) => {
      const session = visit(number, steps);
      const views = session.records.filter(({ kind }) => kind === 'view');
      const held = things.flatMap((text, index) => ({ text, at: (views[index]?.at ?? 0) + 400 }));
      return { ...session, held, visitor: `visitor-${number % visitors}` };
    });
    return specifyVisits(sessions)
      .points.flatMap(({ statements }) => statements)
      .flatMap(({ kind, text }) => (kind === 'entity' || kind === 'field' ? [text] : []));
  }
  const screens: Step[] = [{ screen: '/shipments' }, { screen: '/shipments/{integer}' }];

  test('have what tables and lists of terms show of them', () =>
    expect(shown(screens, [list, one])).toEqual([
      'Pages show shipment, of which no call tells the fields: on /shipments and /shipments/{shipmentId}.',
      'shipment.carrier is shown on /shipments/{shipmentId} as “Carrier”.',
      'shipment.neededBy is shown on /shipments as “Needed by”.',
      'shipment.reference is shown on /shipments as “Reference”.',
    ]));

  const answer = { shipments: [{ id: 'uuid', reference: 'word', neededBy: 'date' }] };
  test.each<[string, string[]]>([
    ['two people were shown them', shown(screens, [list, one], 2)],
    ['nothing says of what the table is', shown([{ screen: '/shipments' }, { screen: '/news' }], [list, list])],
  ])('are not told where %s', (_, told) => expect(told).toEqual([]));

  test('are not told where answers tell of them', () =>
    expect(shown([...screens, { call: 'GET /api/shipments', answer }], [list, one]).join()).not.toContain('shown on'));
});

test('what a change of GraphQL answers with is the thing behind its verb, and who is signed in is what others call them', () => {
  const dose = { id: 'uuid', drug: 'word', mg: 4 };
  const user = { id: 'uuid', name: 'sentence', email: 'email' };
  const named = (operation: string, answer: unknown, more = {}): Step => ({
    call: 'POST /graphql',
    answer: { data: answer },
    more: { operation, ...more },
  });
  const found = entitiesOf([
    named('Me', { me: user }, { reads: true }),
    named('SignIn', { signIn: { token: 'word', user } }),
    named(
      'Patient',
      { patient: { id: 'uuid', species: 'word', doses: [{ ...dose, givenBy: 'word' }] } },
      { reads: true },
    ),
    named('GiveDose', { giveDose: { ...dose, __typename: 'word' } }),
  ]);
  expect(Object.keys(found).toSorted()).toEqual(['dose', 'patient', 'user']);
  expect(Object.keys(found.dose ?? {})).not.toContain('__typename');
});
