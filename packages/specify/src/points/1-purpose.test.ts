import fc from 'fast-check';
import { expect, test } from 'vitest';
import { book, decided, said, signIn, visits } from '../testing/bookings.ts';
import { type Step, specifyVisits } from '../testing/visits.ts';

const guests = visits(5, [...signIn('guest'), ...book]);
const hosts = visits(
  3,
  [...signIn('host'), { screen: '/bookings/{uuid}', title: 'Booking · Roomy' }, ...decided('confirmed', 'confirm')],
  20,
);
const sessions = [...guests, ...hosts];

test('what it is for is put together from its name, its things and what is done', () =>
  expect(said(sessions, 'purpose').get('purpose')).toMatchObject({
    ...{ product: 'Roomy', tier: 'firm' },
    text: 'Roomy: people look up bookings; they book and confirm bookings.',
  }));

test('for whom is told by the roles that people have', () =>
  expect(said(sessions, 'audience').get('audience')).toMatchObject({
    roles: [
      { name: 'guest', visitors: 5 },
      { name: 'host', visitors: 3 },
    ],
  }));

test('what can be done is told thing by thing, with the verbs of its controls; signing in is none of it', () => {
  const all = [...said(sessions, 'capability').values()];
  expect(all.map(({ verb, entity, control }) => [verb, entity, control?.name])).toEqual([
    ['book and confirm', 'bookings', 'Book room'],
  ]);
});

test('a journey is the way from the beginning to what is done, without detours', () => {
  const detour = visits(
    4,
    [...signIn('guest'), { act: 'Help', role: 'link' }, { screen: '/help' }, { screen: '/bookings' }, ...book],
    40,
  );
  const journeys = said([...sessions, ...detour], 'journey');
  expect(journeys.get('journey Book room')?.steps.map(({ name }) => name)).toEqual([
    'Password',
    'Sign in',
    'New booking',
    'Title',
    'Book room',
  ]);
  expect(journeys.get('journey Book room')?.steps.at(-1)?.calls).toEqual([{ method: 'POST', path: '/api/bookings' }]);
});

test('of people whom nobody saw do anything nothing is said', () => expect(said([], 'purpose').size).toBe(0));

test('the order in which sessions come does not matter', () => {
  const known = JSON.stringify(specifyVisits(sessions));
  fc.assert(
    fc.property(fc.shuffledSubarray(sessions, { minLength: sessions.length }), (shuffled) => {
      expect(JSON.stringify(specifyVisits(shuffled))).toBe(known);
    }),
    { seed: 1, numRuns: 20 },
  );
});

test('a word of the product’s name that a browser left out is told as others have it, and no other is', () => {
  const day = (name: string): Step[] => [
    { screen: '/login', title: 'Sign in · Fennel Ward', cause: 'load' },
    { screen: '/ward', title: `Ward · ${name}` },
    { screen: '/history', title: `Order history · ${name}` },
    { screen: '/orders/{uuid}', title: `Order {text} · ${name}` },
    // What an application of one document shows for any address that it does not have.
    { screen: '/nowhere', title: `Not found · ${name}` },
  ];
  const known = visits(4, day('{text} Ward'));
  expect(said(known, 'purpose').get('purpose')?.product).toBe('Fennel Ward');
  expect([...said(known, 'screen').values()].map(({ title }) => title).toSorted()).toEqual([
    'Order history · Fennel Ward',
    'Order {text} · Fennel Ward',
    'Sign in · Fennel Ward',
    'Ward · Fennel Ward',
  ]);
});

test('verbs have what they mean nothing without, what is made of a person is no verb, and a version stands behind where it is served', () => {
  const press = (act: string, call: string): Step[] => [{ act }, { call, answer: { id: 'uuid' } }];
  const done = visits(3, [
    ...signIn('guest'),
    ...press('Give up', 'DELETE /gateway/v1/seats/{uuid}'),
    ...press('Make host', 'PUT /gateway/v1/seats/{uuid}/role'),
    ...press('It is broken', 'PATCH /gateway/v1/seats/{uuid}'),
    ...press('Put it back', 'POST /gateway/v1/seats/{uuid}/return'),
  ]);
  expect(said(done, 'purpose').get('purpose')?.text).toBe(
    'Roomy: people look up bookings; they change, give up and put back seats.',
  );
});
