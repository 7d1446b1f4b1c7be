import type { ResourceRecord, Shape } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { book, said, signIn, visits } from '../testing/bookings.ts';
import type { Step } from '../testing/visits.ts';

const refuse = (field: string, message: string): Step[] => [
  { act: 'Book room', within: 'Booking' },
  { form: 'Booking', event: 'refused', refusals: [{ field, message }] },
];
const screen: Step[] = [...signIn('guest'), { screen: '/bookings/new' }];
const guests = (count: number, steps: Step[]) => visits(count, [...signIn('guest'), ...book, ...steps]);
const post = 'rule POST /api/bookings';

test('constraints of the page are rules of the request in which the field is sent', () => {
  const rules = said(guests(6, []), 'rule');
  expect(rules.get(`${post} title required`)).toMatchObject({
    ...{ form: 'Booking', call: { method: 'POST', path: '/api/bookings' }, field: 'title', from: ['page'] },
    text: 'title in the form “Booking” of POST /api/bookings is required.',
  });
  expect(rules.get(`${post} title maxLength`)).toMatchObject({ value: 60 });
  expect(rules.get(`${post} seats maximum`)).toMatchObject({ value: 12 });
});

test('a refusal in the form tells the rule in the words that people read', () => {
  const rules = said(guests(3, refuse('title', 'A title has at least 4 characters')), 'rule');
  expect(rules.get(`${post} title minLength`)).toMatchObject({
    ...{ value: 4, message: 'A title has at least 4 characters', from: ['form'], tier: 'firm' },
  });
  const asked = said([...guests(6, []), ...visits(1, refuse('title', 'Enter a title'), 30)], 'rule');
  expect(asked.get(`${post} title required`)).toMatchObject({
    message: 'Enter a title',
    evidence: [{ note: 'Booking: Enter a title' }, {}, {}, {}, {}],
  });
});

test('a refusal by the server counts with its rule, under the path that the field has in the body', () => {
  const refused: Partial<ResourceRecord> = {
    errorFields: [{ field: 'guest.email', rule: 'format', message: 'That is not an e-mail address' }],
    filled: [{ at: 'guest.email', form: 'Booking', field: 'mail' }],
  };
  const rules = said(
    visits(3, [
      ...screen,
      { form: 'Booking', event: 'seen', fields: [{ name: 'mail', type: 'text', required: true }] },
      { act: 'Book room', within: 'Booking' },
      { call: 'POST /api/bookings', status: 422, more: refused },
    ]),
    'rule',
  );
  expect(rules.get(`${post} guest.email format`)).toMatchObject({ form: 'Booking', value: 'email', from: ['server'] });
  expect(rules.get(`${post} guest.email required`)).toMatchObject({ from: ['page'] });
});

test('where page and server differ the server counts, and the other stands against it', () => {
  const server: Partial<ResourceRecord> = { errorFields: [{ field: 'seats', message: 'Must be at most 8' }] };
  const over: Step[] = [
    { act: 'Book room', within: 'Booking' },
    { call: 'POST /api/bookings', status: 422, more: server },
  ];
  const rule = said(guests(4, over), 'rule').get(`${post} seats maximum`);
  expect(rule).toMatchObject({ value: 8, from: ['server'], support: { observations: 4, against: 4 } });
  expect(rule?.text).toContain('Against it: the page says 12.');
});

test('what is asked for only sometimes is asked for on a condition, which what was sent tells', () => {
  const decide = (kind: string, reason: boolean): Step => ({
    call: 'POST /api/bookings/{uuid}/decision',
    answer: {},
    more: {
      request: {
        types: ['object'],
        fields: {
          decision: { types: ['string'], format: 'word', values: [kind] },
          ...(reason ? { reason: { types: ['string'] } } : {}),
        },
      },
    },
  });
  const asked: Step[] = [
    { act: 'Decline', within: 'Decision' },
    { form: 'Decision', event: 'refused', refusals: [{ field: 'reason', message: 'Say why it is declined' }] },
    { act: 'Decline', within: 'Decision' },
    decide('decline', true),
  ];
  const screen: Step[] = [
    { screen: '/bookings/{uuid}' },
    { form: 'Decision', event: 'seen', fields: [{ name: 'reason', type: 'text', required: false }] },
  ];
  const sessions = [
    ...visits(4, [...signIn('host'), ...screen, ...asked]),
    ...visits(6, [...signIn('host'), ...screen, { act: 'Confirm', within: 'Decision' }, decide('confirm', false)], 20),
  ];
  const rules = said(sessions, 'rule');
  expect(rules.get('rule POST /api/bookings/{}/decision reason requiredIf')).toMatchObject({
    value: 'decision is decline',
    message: 'Say why it is declined',
  });
  expect(rules.get('rule POST /api/bookings/{}/decision decision enum')).toMatchObject({
    value: ['confirm', 'decline'],
  });
});

test('what was sent of a set is no rule while answers know more of the set', () => {
  const state = (value: string, ...known: string[]): Step[] => [
    { screen: '/visits/{integer}' },
    { call: 'GET /api/visits', answer: [{ state: 'word' }], more: { response: list(known) } },
    { act: 'Change' },
    { call: 'PUT /api/visits/{integer}/state', send: { state: 'word' }, more: { request: one(value) } },
  ];
  const one = (value: string) =>
    ({ types: ['object'], fields: { state: { types: ['string'], values: [value] } } }) as Shape;
  const list = (values: string[]) =>
    ({
      types: ['array'],
      items: { types: ['object'], fields: { state: { types: ['string'], values } } },
    }) as Shape;
  const sent = (...known: string[]) =>
    said([...visits(4, state('open', ...known)), ...visits(4, state('shut', ...known), 20)], 'rule').get(
      'rule PUT /api/visits/{}/state state enum',
    );
  expect(sent('open', 'shut')).toMatchObject({ value: ['open', 'shut'] });
  expect(sent('open', 'shut', 'lost')).toBeUndefined();
});

test('fields of one name in forms without one are told apart by their screens, whatever a framework calls them', () => {
  const fill = (screen: string, call: string, field: string, message: string): Step[] => [
    { screen },
    { form: 'main', event: 'seen', fields: [{ name: field, type: 'text', required: false }] },
    { act: 'Save', within: 'main' },
    { form: 'main', event: 'refused', refusals: [{ field, message }] },
    { act: 'Save', within: 'main' },
    { call, send: { name: 'word' }, more: { filled: [{ at: '$.name', form: 'main', field }], route: screen } },
  ];
  const rules = said(
    visits(3, [
      ...fill('/rooms/new', 'POST /api/rooms', 'name', 'At least 4 letters'),
      ...fill('/guests/new', 'POST /api/guests', 'ng.form1.name', 'A name has 2 to 60 letters'),
    ]),
    'rule',
  );
  expect([...rules].map(([key, { value }]) => `${key} ${value}`).toSorted()).toEqual([
    'rule POST /api/guests name maxLength 60',
    'rule POST /api/guests name minLength 2',
    'rule POST /api/rooms name minLength 4',
  ]);
});
