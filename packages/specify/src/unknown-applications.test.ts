import { expect, test } from 'vitest';
import { observe } from './observe/observe.ts';
import { rulesTold } from './points/message-rule.ts';
import { said } from './testing/bookings.ts';
import { type Step, specifyVisits, visit } from './testing/visits.ts';

/** Ways in which applications are written that differ from our own: what is read of them comes from general rules. */
const visitsOf = (steps: readonly Step[]) => [1, 2, 3, 4].map((number) => visit(number, steps, 'clerk'));
const keys = (sessions: ReturnType<typeof visitsOf>, kind: Parameters<typeof said>[1]) => [
  ...said(sessions, kind).keys(),
];

test('a link from one document to the next is one, though no document knows where it was come from', () => {
  const document = (path: string, status = 200): Step => ({ call: `GET ${path}`, status, more: { type: 'document' } });
  const steps: Step[] = [
    { screen: '/rooms', cause: 'load', ms: 2_000 },
    document('/rooms'),
    { act: 'Room', role: 'link' },
    { screen: '/rooms/{integer}', cause: 'load', ms: 2_000 },
    document('/rooms/{integer}'),
    { act: 'Report', role: 'link' },
    { screen: '/report', cause: 'load', ms: 2_000 },
    document('/report', 403),
    { screen: '/nowhere', cause: 'load' },
    document('/nowhere', 404),
  ];
  const sessions = visitsOf(steps).map((session) => ({
    ...session,
    records: session.records.map((record) => {
      const { from: _, ...rest } = record as typeof record & { from?: string };
      return rest as typeof record;
    }),
  }));
  expect(keys(sessions, 'link')).toEqual(['link /rooms /rooms/{}']);
  expect(keys(sessions, 'screen').sort()).toEqual(['screen /rooms', 'screen /rooms/{}']);
  const access = [...said(sessions, 'permission').values()].map(({ route, allowed }) => [route, allowed]);
  expect(access).toContainEqual(['/rooms/{roomId}', true]);
  expect(access).toContainEqual(['/report', false]);
});

test('a batch of tRPC is the procedures in it, whatever is put around what they give', () => {
  const visits = { id: 4, animal: 'word', status: 'word', startsAt: 'date-time' };
  const sessions = visitsOf([
    { call: 'GET /api/trpc/visits.list?batch=1', answer: [{ result: { data: { json: [visits] } } }] },
    {
      call: 'GET /api/trpc/visits.byId?batch=1',
      answer: [{ result: { data: { json: visits, meta: { values: {} } } } }],
    },
    { act: 'Book visit' },
    {
      ...{ call: 'POST /api/trpc/visits.book?batch=1', send: { '{integer}': { json: { animal: 'word' } } } },
      answer: [{ result: { data: { json: visits } } }],
    },
    { call: 'GET /api/trpc/{slug}?batch=1', answer: [{ result: { data: { json: { colour: 'word', id: 1 } } } }] },
    { call: 'GET /visits?_rsc=1x7rq', answer: 'text' },
  ]);
  expect(keys(sessions, 'entity')).toEqual(['entity visit']);
  const fields = [...said(sessions, 'field').values()].map(({ name }) => name);
  expect(fields.sort()).toEqual(['animal', 'id', 'startsAt', 'status']);
  expect(keys(sessions, 'requestField')).toEqual(['requestField POST /api/trpc/visits.book animal']);
  expect(keys(sessions, 'call')).not.toContain('call GET /visits');
  expect([...said(sessions, 'purpose').values()][0]?.text).toMatch(/look up visits\b/);
});

test('what a framework answers a form with is no thing, and neither is what it fetches for a page', () => {
  const sessions = visitsOf([
    { call: 'GET /crossings/{integer}/__data.json', answer: { type: 'word', nodes: [{ type: 'word', data: [4] }] } },
    { call: 'POST /crossings/{integer}', answer: { type: 'word', status: 200, data: 'text' } },
    { call: 'GET /api/vessels', answer: [{ id: 4, name: 'word' }] },
  ]);
  expect(keys(sessions, 'entity')).toEqual(['entity vessel']);
});

test('routes in the hash are called as the router calls them, and reached where they are', () => {
  const sessions = visitsOf([
    { screen: '/#/bikes' },
    { act: 'Repair' },
    { call: 'POST /api/bikes/{integer}/repairs', status: 201, answer: { id: 1, note: 'x' } },
    { screen: '/#/bikes/{integer}' },
  ]);
  expect(keys(sessions, 'screen').sort()).toEqual(['screen /bikes', 'screen /bikes/{}']);
  expect([...said(sessions, 'journey').values()][0]?.steps[0]?.route).toBe('/#/bikes');
});

test('what wraps a thing is no part of it: attributes and relationships of JSON:API', () => {
  const bike = {
    ...{ type: 'bikes', id: 'uuid', attributes: { slug: 'slug', name: 'word', state: 'word', km: 3 } },
    relationships: { station: { data: { type: 'stations', id: 'uuid' } } },
  };
  const station = { type: 'stations', id: 'uuid', attributes: { name: 'word', places: 4 } };
  const sessions = visitsOf([
    { call: 'GET /api/bikes', answer: { data: [bike], meta: { page: { next: null, total: 3 } } } },
    { call: 'GET /api/bikes/{uuid}', answer: { data: bike } },
    { call: 'GET /api/stations', answer: { data: [station] } },
  ]);
  const fields = [...said(sessions, 'field').values()].filter(({ entity }) => entity === 'bike');
  expect(fields.map(({ name, ref }) => [name, ref]).sort()).toEqual([
    ['id', null],
    ['km', null],
    ['name', null],
    ['slug', null],
    ['state', null],
    ['station', 'station'],
  ]);
  expect(keys(sessions, 'entity').sort()).toEqual(['entity bike', 'entity station']);
  const told = [...said(sessions, 'responseField').values()].map(({ call, name }) => `${call.path} ${name}`);
  expect(told).toContain('/api/bikes data[].attributes.km');
  expect(told).toContain('/api/bikes meta.page.total');
});

test('operations of one address are calls of their own; a query asks, and an error of it is one at any status', () => {
  const claim = { id: 'uuid', amount: 3, state: 'word', title: 'word' };
  const list = { data: { claims: { edges: [{ cursor: 'word', node: claim }], pageInfo: { endCursor: 'word' } } } };
  const sessions = visitsOf([
    { screen: '/claims' },
    { call: 'POST /graphql', answer: list, more: { operation: 'Claims', reads: true } },
    { act: 'Approve' },
    { call: 'POST /graphql', answer: { data: { approveClaim: claim } }, more: { operation: 'ApproveClaim' } },
    { act: 'Approve' },
    {
      call: 'POST /graphql',
      answer: { errors: [{ message: 'x' }] },
      more: { operation: 'ApproveClaim', errorCode: 'ALREADY_APPROVED', errorMessage: 'It is approved' },
    },
  ]);
  expect(keys(sessions, 'call').sort()).toEqual(['call POST /graphql#ApproveClaim', 'call POST /graphql#Claims']);
  expect(keys(sessions, 'entity')).toEqual(['entity claim']);
  expect([...said(sessions, 'error').values()]).toMatchObject([{ code: 'ALREADY_APPROVED', status: 200 }]);
  expect([...said(sessions, 'capability').values()]).toMatchObject([{ verb: 'approve', entity: 'claims' }]);
});

test('calls that come when keys were pressed tell the pause that all of them keep', () => {
  const typed = (typedMs: number): Step => ({ call: 'GET /api/search?q=word', answer: [], more: { typedMs } });
  const sessions = visitsOf([{ screen: '/search' }, typed(402), typed(398), typed(1_240), typed(405)]);
  expect([...said(sessions, 'constant').values()]).toMatchObject([{ value: 400, unit: 'milliseconds' }]);
});

test.each([
  ['Le titre doit comporter au moins 3 caractères', 'minLength', 3],
  ['Le titre doit comporter au plus 60 caractères', 'maxLength', 60],
  ["L'échéance doit être dans le futur", 'compare', 'after today'],
  ['Ce champ est obligatoire', 'required', null],
  ['El nombre debe tener al menos 2 letras', 'minLength', 2],
  ['Este campo es obligatorio', 'required', null],
  ['Cette adresse est déjà utilisée', 'unique', null],
])('rules are told in other languages: %s', (message, rule, value) => {
  const field = { number: false, whole: true, date: false, list: false, choice: false, minor: false };
  expect(rulesTold(message, field)).toEqual([{ rule, value }]);
});

test('what an SDK does not send is said, and not taken for absent', () => {
  const points = specifyVisits(visitsOf([{ screen: '/bikes' }, { call: 'GET /api/bikes' }])).points;
  const reasons = [4, 5, 9].map((point) => points[point - 1]?.reason);
  for (const reason of reasons) expect(reason).toMatch(/tell neither bodies of calls nor fields of forms/);
  expect(points[2]?.reason).toMatch(/without their bodies/);
});

test('where no body tells it, an entry of a list tells that its name is in the address', () => {
  const entry = 'main > ul > li > a';
  const sessions = visitsOf([
    { screen: '/bikes' },
    { act: 'Zéphyr du Nord', role: 'link', target: entry },
    { screen: '/bikes/zephyr-du-nord' },
    { call: 'GET /api/bikes/zephyr-du-nord' },
    { act: 'Repairs', role: 'link', target: 'nav > ul > li > a' },
    { screen: '/bikes/zephyr-du-nord/repairs' },
  ]);
  const told = JSON.stringify(specifyVisits(sessions).points);
  expect(told).not.toMatch(/zephyr|Zéphyr/);
  expect(keys(sessions, 'screen').sort()).toEqual(['screen /bikes', 'screen /bikes/{}', 'screen /bikes/{}/repairs']);
});

test('a form that the browser sends is a call: the page that refuses it is the form again, and what is typed tells what there is', () => {
  const field = (name: string, type = 'text', more = {}) => ({ name, label: name, type, required: false, ...more });
  const fields = [field('loan.weeks', 'number', { required: true, min: '1' }), field('loan.note', 'textarea')];
  const document = (path: string, status = 200): Step => ({ call: `GET ${path}`, status, more: { type: 'document' } });
  const steps: Step[] = [
    { screen: '/loans/new', title: 'New loan', cause: 'load' },
    document('/loans/new'),
    { form: 'New loan', event: 'seen', fields },
    { act: 'Create' },
    { form: 'New loan', event: 'submitted', postsTo: '/loans' },
    { screen: '/loans', title: 'New loan', cause: 'load' },
    document('/loans', 422),
    { form: 'New loan', event: 'seen', fields },
    { form: 'main', event: 'refused', refusals: [{ field: '', message: 'You have five loans already' }] },
    { act: 'Create' },
    { form: 'New loan', event: 'submitted', postsTo: '/loans' },
    { screen: '/loans/{integer}', title: 'Loan', cause: 'load' },
    document('/loans/{integer}'),
  ];
  const sessions = visitsOf(steps);
  expect(keys(sessions, 'screen').sort()).toEqual(['screen /loans/new', 'screen /loans/{}']);
  expect(keys(sessions, 'call')).toEqual(['call POST /loans']);
  expect([...said(sessions, 'status').values()].map(({ status }) => status)).toEqual([422]);
  expect([...said(sessions, 'error').values()]).toMatchObject([
    { status: 422, message: 'You have five loans already' },
  ]);
  expect(keys(sessions, 'entity')).toEqual(['entity loan']);
  expect([...said(sessions, 'field').values()].map(({ name }) => name).sort()).toEqual(['note', 'weeks']);
});

test('who is sent on from an address while the application starts may not look at it, whatever its router calls that', () => {
  const sent = (cause: 'push' | 'replace'): Step[] => [
    { screen: '/rooms/new', title: 'Roomy', cause: 'load', ms: 900 },
    { call: 'GET /api/auth/me', answer: { id: 'uuid', role: 'word' } },
    { screen: '/rooms', title: 'Rooms', cause, ms: 4_000 },
    { call: 'GET /api/rooms', answer: [{ id: 'uuid' }] },
  ];
  for (const cause of ['push', 'replace'] as const) {
    const sessions = visitsOf(sent(cause));
    expect(keys(sessions, 'screen')).toEqual(['screen /rooms']);
    const form: Step = { form: 'main', event: 'seen', fields: [{ name: 'name', type: 'text', required: true }] };
    for (const number of [5, 6, 7]) sessions.push(visit(number, [{ screen: '/rooms/new' }, form], 'owner'));
    expect(said(sessions, 'permission').get('permission clerk route /rooms/new')).toMatchObject({ allowed: false });
  }
});

test('an answer that has a code and no words is told in those of the alert that it brought', () => {
  const steps: Step[] = [
    { screen: '/rooms' },
    { act: 'Book' },
    { call: 'POST /api/bookings', status: 409, more: { errorCode: 'ROOM_TAKEN' } },
    { form: 'main', event: 'refused', refusals: [{ field: '', message: 'Somebody else has this room.' }] },
  ];
  expect(said(visitsOf(steps), 'error').get('error ROOM_TAKEN')).toMatchObject({
    ...{ code: 'ROOM_TAKEN', message: 'Somebody else has this room.' },
  });
});

test('a thing that stands in a list of another is in the states of its kind, whatever the list calls it', () => {
  const seat = { ref: 'ulid', name: 'word', places: 2, status: 'word', total: 9 };
  const turned = (at: string, from: string, to: string) => ({ changes: [{ at, field: 'status', from, to }] });
  const sessions = visitsOf([
    { call: 'GET /api/seats/{ulid}', answer: seat },
    { call: 'GET /api/tours', answer: [{ id: 'uuid', name: 'word', booked: [seat] }] },
    {
      call: 'GET /api/tours',
      answer: [{ id: 'uuid', name: 'word', booked: [seat] }],
      more: turned('$[0].booked[0]', 'held', 'paid'),
    },
  ]);
  expect(keys(sessions, 'transition')).toEqual(['transition seat held paid']);
});

test('a report that is asked for by its id is a thing, by whatever name it is listed elsewhere', () => {
  const report = { id: 'uuid', title: 'sentence', status: 'word', total: 4, createdAt: 'date-time' };
  const sessions = visitsOf([
    { call: 'GET /v2/reports', answer: { items: [report], total: 3 } },
    { call: 'GET /v2/reports/{uuid}', answer: report },
    { call: 'GET /v2/approvals', answer: [report] },
    { call: 'POST /v2/reports/{uuid}/approve', answer: report },
  ]);
  expect(keys(sessions, 'entity')).toEqual(['entity report']);
});

test('a new document that begins long after what was done, and answered, was not asked for by that', () => {
  const controls = (waited: number) => {
    const steps: Step[] = [
      { screen: '/samples', cause: 'load' },
      { act: 'Start' },
      { call: 'PATCH /api/samples/{integer}' },
      { wait: waited },
      { screen: '/review', cause: 'load' },
    ];
    return [...said(visitsOf(steps), 'link').values()].flatMap((link) => link.controls.map(({ name }) => name));
  };
  expect(controls(-1_800)).toEqual(['Start']);
  expect(controls(0)).toEqual([]);
});

test('what the screen before showed is no form of the one that is only being loaded', () => {
  const fields = [{ name: 'contact', label: 'Contact', type: 'email', required: true }];
  const form: Step = { form: 'main', event: 'seen', fields };
  const steps: Step[] = [{ screen: '/reports/new' }, form, { screen: '/reports/{integer}' }, form];
  const stood = (more: Step[]) =>
    observe(visit(1, [...steps, ...more])).flatMap(({ kind, key }) => (kind === 'constraint' ? [key] : []));
  const [made, shown] = ['/reports/new', '/reports/{integer}'].map((route) => `["field","main","contact","${route}"]`);
  expect(stood([])).toEqual([made]);
  expect(stood([{ act: 'Contact', role: 'textbox', type: 'input' }])).toEqual([made, shown]);
});

test('a language that is chosen is nothing that people do, and a title that begins with a line has no other name', () => {
  const sessions = visitsOf([
    { screen: '/', title: '| Fenland', cause: 'load' },
    { screen: '/funds', title: 'Funds | Fenland' },
    { screen: '/people', title: 'People | Fenland' },
    { act: 'Deutsch' },
    { call: 'PATCH /v2/me', send: { language: 'word' } },
  ]);
  const [purpose] = [...said(sessions, 'purpose').values()];
  expect(purpose).toMatchObject({ product: 'Fenland' });
  expect([...said(sessions, 'capability').values()].map(({ verb }) => verb)).toEqual(['change']);
});
