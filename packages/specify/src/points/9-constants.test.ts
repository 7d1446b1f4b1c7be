import { describe, expect, test } from 'vitest';
import { book, said, signIn, visits } from '../testing/bookings.ts';
import type { Step } from '../testing/visits.ts';
import { statedIn } from './limits-shown.ts';

const guest = signIn('guest');
const one: Step = { call: 'GET /api/bookings/{uuid}', answer: { bookingId: 'uuid' } };
const open: Step[] = [...guest, { screen: '/bookings/{uuid}' }, one];
const list = (count: number): Step => ({
  call: 'GET /api/bookings?page=integer',
  more: {
    response: {
      types: ['object'],
      fields: { items: { types: ['array'], count, items: { types: ['object'], fields: {} } } },
    },
  },
});
const tell = (code: string, message: string): Step[] => [
  { act: 'Book room' },
  { call: 'POST /api/bookings', status: 422, more: { errorCode: code, errorMessage: message } },
];

test('a limit in what people are told is a constant, named after what it is a limit of', () =>
  expect(said(visits(3, [...guest, ...tell('SEAT_LIMIT', 'A room holds at most 40 seats')]), 'constant')).toEqual(
    new Map([
      [
        'constant max-seats-per-room',
        expect.objectContaining({
          name: 'maxSeatsPerRoom',
          value: 40,
          unit: 'seats',
          meaning: 'A room holds at most 40 seats',
        }),
      ],
    ]),
  ));

test('an amount is told in the unit in which the application counts', () => {
  const steps = tell('TOTAL_LIMIT', 'A booking may not exceed 2,500.00 EUR');
  const priced = { call: 'GET /api/rooms', answer: [{ priceCents: 4 }] };
  expect([...said(visits(3, [...guest, ...steps]), 'constant').values()]).toMatchObject([
    { value: 2_500, unit: 'EUR' },
  ]);
  expect([...said(visits(3, [...guest, ...steps, priced]), 'constant').values()]).toMatchObject([
    { name: 'maxTotalCents', value: 250_000, unit: 'EUR cents' },
  ]);
});

test('a sentence whose number is another one each time states no limit', () => {
  const left = [3, 5, 8].flatMap((seats) =>
    visits(2, [...guest, ...tell('FULL', `At most ${seats} seats`)], seats * 10),
  );
  expect(said(left, 'constant').size).toBe(0);
});

test('numbers of fields count where they are limits of things, not of texts', () => {
  const names = [...said(visits(4, [...guest, ...book]), 'constant').values()].map(({ name, value }) => [name, value]);
  expect(names).toEqual([['maxSeats', 12]]);
});

test('a full page that comes again and again tells the size of pages', () => {
  const paged = [...visits(6, [...guest, list(20), list(20)]), ...visits(3, [...guest, list(7)], 20)];
  expect(said(paged, 'constant').get('constant page-size')).toMatchObject({ value: 20 });
  expect(said(visits(9, [...guest, list(3)]), 'constant').size).toBe(0);
});

test('what is asked again and again by the clock is a period; what people ask for is none', () => {
  const again: Step[] = Array.from({ length: 3 }, () => [{ wait: 28_000 }, one]).flat();
  expect(said(visits(3, [...open, ...again]), 'constant').get('constant booking-poll-seconds')).toMatchObject({
    ...{ value: 30, unit: 'seconds' },
  });
  const pressed: Step[] = Array.from({ length: 3 }, () => [{ wait: 28_000 }, { act: 'Refresh' }, one]).flat();
  expect(said(visits(3, [...open, ...pressed]), 'constant').size).toBe(0);
  const uneven = [4, 30, 11, 60, 19, 45].map((seconds, n) =>
    visits(1, [...open, { wait: seconds * 1_000 }, one], n * 3),
  );
  expect(said(uneven.flat(), 'constant').size).toBe(0);
});

test('calls that are given up after the same time tell their time limit', () => {
  const given: Step = { call: 'GET /api/rooms', status: 0, more: { failure: 'timeout', durationMs: 10_004 } };
  expect(
    said(visits(6, [...guest, { act: 'Rooms' }, given]), 'constant').get('constant request-timeout-milliseconds'),
  ).toMatchObject({
    value: 10_000,
  });
});

describe('what screens state in words', () => {
  const told = (sentence: string, minor = true) =>
    statedIn(sentence, minor).map(({ name, value, unit }) => `${name} ${value} ${unit}`);

  test('thresholds, prices and limits are numbers with the names of what they stand beside', () => {
    expect(told('Deliveries up to 80.00 EUR are left at the door')).toEqual(['deliveriesUpToCents 8000 EUR cents']);
    expect(told('Free returns from 45.00 EUR, pickup 3.20 EUR below that')).toEqual([
      'freeReturnsFromCents 4500 EUR cents',
      'pickupCents 320 EUR cents',
    ]);
    expect(told('At most 12 bottles and 900.00 EUR in one crate, 4 crates on a cart')).toEqual([
      'maxBottlesPerCrate 12 bottles',
      'maxCrateCents 90000 EUR cents',
    ]);
    expect(told('Ausleihen dauern höchstens 21 Tage', false)).toEqual(['maxTagePerAusleihen 21 tage']);
    expect(told('Late returns cost 1.50 EUR per day', false)).toEqual(['lateReturnsEur 1.5 EUR']);
  });

  test('praise, tables and what is somebody’s own are no limits', () => {
    expect(told('Trusted by more than 500 companies')).toEqual([]);
    const shown = (text: string, visitors = 6) =>
      visits(visitors, guest).map((session) => ({
        ...session,
        lines: [{ text, at: session.records[0]?.at ?? 0 }],
      }));
    const names = (sessions: ReturnType<typeof shown>) =>
      [...said(sessions, 'constant').values()].map(({ name }) => name);
    expect(names(shown('Loans last at most 21 days.'))).toEqual(['maxDaysPerLoan']);
    expect(names(shown('Loans last at most 21 days.', 4))).toEqual([]);
    const others = ['33', '34', '35'].flatMap((left) => shown(`Boxes in stock: ${left}, at least 12 wanted`));
    expect(names([...shown('Boxes in stock: 31, at least 12 wanted'), ...others])).toEqual([]);
    expect(names(shown('Your loans last at most 21 days.'))).toEqual([]);
    expect(names(shown('The sale begins at 10:30, at most 3 boxes.'))).toEqual([]);
    const prices = ['Saw', 'Drill', 'Plane', 'Chisel'].map((tool) => `Rent a ${tool} from 12 EUR`);
    const listed = shown('').map((session) => ({
      ...session,
      lines: prices.map((text) => ({ text, at: session.records[0]?.at ?? 0 })),
    }));
    expect(names(listed)).toEqual([]);
  });
});
