import { expect, test } from 'vitest';
import { book, decided, said, signIn, visits } from '../testing/bookings.ts';
import type { Step } from '../testing/visits.ts';

const seen = (from: string, to: string, by?: string): Step => ({
  call: 'GET /api/bookings/{uuid}',
  answer: { bookingId: 'uuid', title: 'sentence', status: 'word' },
  more: {
    changes: [
      { at: '$', field: 'status', from, to, ...(by === undefined ? {} : { by: { method: 'POST', path: by } }) },
    ],
  },
});
const made = visits(20, [...signIn('guest'), ...book, seen('confirmed', 'over')]);
const confirmed = visits(4, [...signIn('host'), ...decided('confirmed', 'confirm')], 30);
const declined = visits(3, [...signIn('host'), ...decided('declined', 'decline')], 40);
const sessions = [...made, ...confirmed, ...declined];

test('ways between states are told with the call that takes them and who makes it', () =>
  expect(said(sessions, 'transition').get('transition booking asked confirmed')).toMatchObject({
    by: { method: 'POST', path: '/api/bookings/{bookingId}/confirm' },
    roles: ['host'],
    text: 'A booking goes from asked to confirmed by POST /api/bookings/{bookingId}/confirm, done by host: seen 4 times.',
  }));

test('what no call did is told so', () =>
  expect(said(sessions, 'transition').get('transition booking confirmed over')).toMatchObject({ by: null, roles: [] }));

test('a thing begins in the state that it is made in, and ends in one that is often seen and never left', () => {
  const states = said(sessions, 'state');
  expect([...states.values()].map(({ name, initial, final }) => ({ name, initial, final }))).toEqual(
    expect.arrayContaining([
      { name: 'asked', initial: true, final: false },
      { name: 'confirmed', initial: false, final: false },
      { name: 'over', initial: false, final: true },
      // Three that are not left are too few to say that nothing leaves it.
      { name: 'declined', initial: false, final: false },
    ]),
  );
});

test('a way that one session saw is not told, nor one back that an old answer looks like', () => {
  const once = visits(1, [...signIn('guest'), seen('over', 'asked')], 60);
  const stale = visits(3, [...signIn('host'), seen('confirmed', 'asked')], 70);
  const ways = said([...sessions, ...once, ...stale], 'transition');
  expect(ways.has('transition booking over asked')).toBe(false);
  expect(ways.has('transition booking confirmed asked')).toBe(false);
});

test('states that were passed between two looks are no way of their own', () => {
  const seldom = visits(3, [...signIn('guest'), seen('asked', 'over')], 80);
  expect(said([...sessions, ...seldom], 'transition').has('transition booking asked over')).toBe(false);
});
