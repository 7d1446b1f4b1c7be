import type { Statement, StatementOf } from '@sightglass/wire';
import type { SessionSeen } from '../observe/session.ts';
import { type Step, specifyVisits, visit } from './visits.ts';

/** Visits to an application in which guests book rooms and a host confirms the bookings. */
const booking = { bookingId: 'uuid', title: 'sentence', status: 'word', seats: 4 };
const one = '/api/bookings/{uuid}';

export const signIn = (as: string): Step[] => [
  { screen: '/login', title: 'Sign in · Roomy', cause: 'load' },
  { act: 'Password', role: 'textbox', type: 'input' },
  { act: 'Sign in' },
  { call: 'POST /api/login', answer: { token: 'word' } },
  { call: 'GET /api/me', answer: { name: 'sentence' } },
  { user: `${as}-1`, as },
  { screen: '/bookings', title: 'Bookings · Roomy' },
  { call: 'GET /api/bookings?page=integer', answer: { items: [booking], total: 40 } },
];

export const book: Step[] = [
  { act: 'New booking', role: 'link' },
  { screen: '/bookings/new', title: 'New booking · Roomy' },
  { form: 'Booking', event: 'seen', fields: bookingFields() },
  { act: 'Title', role: 'textbox', type: 'input', within: 'Booking' },
  { act: 'Book room', within: 'Booking' },
  {
    call: 'POST /api/bookings',
    status: 201,
    send: { title: 'sentence', seats: 4 },
    answer: booking,
    more: { changes: [{ at: '$', field: 'status', to: 'asked', by: { method: 'POST', path: '/api/bookings' } }] },
  },
];

function bookingFields() {
  return [
    { name: 'title', label: 'Title', type: 'text', required: true, maxLength: 60 },
    { name: 'seats', label: 'Seats', type: 'number', required: false, min: '1', max: '12' },
  ];
}

export const decided = (to: string, path: string): Step[] => [
  { act: to === 'confirmed' ? 'Confirm' : 'Decline' },
  {
    call: `POST ${one}/${path}`,
    answer: booking,
    more: {
      changes: [{ at: '$', field: 'status', from: 'asked', to, by: { method: 'POST', path: `${one}/${path}` } }],
    },
  },
];

export const visits = (count: number, steps: readonly Step[], from = 0): SessionSeen[] =>
  Array.from({ length: count }, (_, index) => visit(from + index, steps));

/** Statements of one kind, by key. */
export function said<Kind extends Statement['kind']>(
  sessions: readonly SessionSeen[],
  kind: Kind,
): Map<string, StatementOf<Kind>> {
  const all = specifyVisits(sessions).points.flatMap(({ statements }) => statements);
  return new Map(
    all.filter((statement): statement is StatementOf<Kind> => statement.kind === kind).map((one) => [one.key, one]),
  );
}
