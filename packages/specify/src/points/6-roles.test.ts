import { describe, expect, test } from 'vitest';
import type { SessionSeen } from '../observe/session.ts';
import { book, said, signIn, visits } from '../testing/bookings.ts';
import { type Step, specifyVisits } from '../testing/visits.ts';

const report: Step = { call: 'GET /api/report', status: 403 };
const guests = visits(6, [...signIn('guest'), ...book, { screen: '/report' }, report]);
const hosts = visits(
  4,
  [...signIn('host'), { screen: '/report' }, { call: 'GET /api/report', answer: { sum: 4 } }],
  10,
);

describe('permissions', () => {
  const cells = said([...guests, ...hosts], 'permission');

  test('tell what a role was seen to do, and how often', () =>
    expect(cells.get('permission guest POST /api/bookings')).toMatchObject({
      ...{ allowed: true, times: 6, refused: 0, tier: 'firm' },
      text: 'The role guest may call POST /api/bookings: allowed 6 times.',
    }));

  test('tell what several people of a role were refused, and its screen with it', () => {
    expect(cells.get('permission guest GET /api/report')).toMatchObject({ allowed: false, refused: 6 });
    expect(cells.get('permission guest route /report')).toMatchObject({ allowed: false, refused: 6 });
    expect(cells.get('permission host route /report')).toMatchObject({ allowed: true });
  });

  test('do not tell what was not seen', () => expect(cells.has('permission host POST /api/bookings')).toBe(false));

  test('ask for no role where people come before they sign in; what tells who they are is theirs', () => {
    expect([...cells.keys()].filter((key) => /login/.test(key))).toEqual([]);
    expect(cells.get('permission guest GET /api/me')).toMatchObject({ allowed: true });
  });

  test('are not denied by two refusals, nor by those of one person', () => {
    const few = visits(2, [...signIn('guest'), { screen: '/report' }, report]);
    expect(said([...few, ...hosts], 'permission').has('permission guest GET /api/report')).toBe(false);
    const alone = few.map((session) => ({ ...session, visitor: 'one' }));
    const often = [...alone, ...alone.map((session) => ({ ...session, session: `${session.session}b` }))];
    expect(said([...often, ...hosts], 'permission').has('permission guest GET /api/report')).toBe(false);
  });

  test('that went both ways are allowed, with what speaks against it', () =>
    expect(
      said([...guests, ...visits(1, [...signIn('guest'), { call: 'GET /api/report' }], 30)], 'permission').get(
        'permission guest GET /api/report',
      ),
    ).toMatchObject({ allowed: true, times: 1, refused: 6, support: { against: 6 } }));

  test('are shown by moments at which they were so', () => {
    const letIn = visits(2, [...signIn('guest'), { call: 'GET /api/report' }], 30);
    const both = said([...visits(2, [...signIn('guest'), report]), ...letIn], 'permission');
    const notes = both.get('permission guest GET /api/report')?.evidence.map((one) => 'note' in one && one.note);
    expect(new Set(notes)).toEqual(new Set(['GET /api/report answers 200']));
  });

  test('say nothing of who is not signed in (401), and nothing of roles where none is named', () => {
    const ended = visits(6, [...signIn('guest'), { screen: '/report' }, { call: 'GET /api/report', status: 401 }]);
    expect(said([...ended, ...hosts], 'permission').has('permission guest GET /api/report')).toBe(false);
    const nameless = visits(6, [{ screen: '/bookings' }, { call: 'GET /api/bookings', answer: [] }]);
    expect(said(nameless, 'permission').size).toBe(0);
  });
});

test('a screen that shows its form to others and nothing to a role is refused to that role', () => {
  const shown: Step[] = [
    { screen: '/rooms/new' },
    { form: 'Room', event: 'seen', fields: [{ name: 'name', type: 'text', required: true }] },
  ];
  const sessions = [
    ...visits(4, [...signIn('host'), ...shown]),
    ...visits(4, [...signIn('guest'), { screen: '/rooms/new' }], 20),
  ];
  expect(said(sessions, 'permission').get('permission guest route /rooms/new')).toMatchObject({ allowed: false });
});

test('a screen that reads for some and shows a role what is known already is not refused to that role', () => {
  const loads: Step[] = [{ screen: '/rooms/7' }, { call: 'GET /api/rooms/7', answer: { roomId: 7 } }];
  const reads: Step[] = [...signIn('guest'), { screen: '/rooms' }, { call: 'GET /api/rooms', answer: [] }];
  const sessions = [
    ...visits(20, [...signIn('host'), ...loads, { act: 'Lock' }]),
    ...visits(20, [...reads, { screen: '/rooms/7' }, { screen: '/rooms' }], 40),
  ];
  const denied = [...said(sessions, 'permission').values()].filter((one) => one.kind === 'permission' && !one.allowed);
  expect(denied).toEqual([]);
});

test('what one role alone was seen to try is counted as not shown for others', () => {
  const triedAlone = (sessions: typeof guests) =>
    specifyVisits(sessions)
      .points.find(({ point }) => point === 6)
      ?.leftOutFor?.find(({ reason }) => reason.startsWith('things that one role alone'))?.times;
  const asked = (as: string, from: number) => visits(4, [...signIn(as), { call: 'GET /api/rooms', answer: [] }], from);
  expect(triedAlone([...asked('guest', 0), ...asked('host', 10)])).toBeUndefined();
  const alone = visits(4, [...signIn('host'), { call: 'GET /api/rooms' }, { call: 'POST /api/rooms' }], 10);
  expect(triedAlone([...asked('guest', 0), ...alone])).toBe(1);
});

test('what nobody was refused is no refusal that is left out, where no role is named', () => {
  const seen = visits(3, [{ screen: '/rooms' }, { call: 'GET /api/rooms', answer: [] }, { screen: '/rooms/new' }]);
  expect(specifyVisits(seen).points.find(({ point }) => point === 6)).toMatchObject({ shown: false, leftOut: 0 });
  const one = visits(1, [{ screen: '/report' }, report], 10);
  expect(specifyVisits([...seen, ...one]).points.find(({ point }) => point === 6)?.leftOutFor).toMatchObject([
    { reason: expect.stringContaining('refusals too few'), times: 2 },
  ]);
});

test('roles are those that attributes name', () => {
  const roles = said([...guests, ...hosts], 'role');
  expect([...roles.keys()]).toEqual(['role guest', 'role host']);
  const asked = visits(3, [
    { screen: '/home' },
    {
      call: 'GET /api/me',
      more: {
        response: { types: ['object'], fields: { role: { types: ['string'], format: 'word', values: ['keeper'] } } },
      },
    },
    { call: 'GET /api/rooms', answer: [] },
  ]);
  expect(said(asked, 'role').has('role keeper')).toBe(true);
  expect(said(asked, 'permission').get('permission keeper GET /api/rooms')).toMatchObject({ allowed: true });
});

describe('controls', () => {
  const names = (role: string) => ['Sign out', 'Help', ...(role === 'host' ? ['Cancel a booking'] : [])];
  /** Sessions that look at a booking, with what its page held as a replay kept it. */
  const looking = (role: string, times: number, from: number, more: Partial<SessionSeen> = {}): SessionSeen[] =>
    visits(times, [...signIn(role), { screen: '/bookings/{uuid}' }], from).map((session) => {
      const at = (session.records.at(-1)?.at ?? 0) + 500;
      return { ...session, held: names(role).map((name) => ({ text: `button ${name}`, at })), ...more };
    });
  const shown = (...sessions: SessionSeen[][]) =>
    [...said(sessions.flat(), 'permission').values()].flatMap((one) => (one.action === null ? [] : [one]));
  const hosts = looking('host', 12, 0);

  test('are told of the role that is shown them, with moments of both, and to nobody as forbidden', () =>
    expect(shown(hosts, looking('guest', 6, 20))).toMatchObject([
      {
        ...{
          role: 'host',
          action: 'see the button Cancel a booking on /bookings/{bookingId}',
          allowed: true,
          times: 12,
        },
        text: 'The role host is shown the button Cancel a booking on /bookings/{bookingId}: in 12 of 12 sessions that looked there. Not in any that looked there as guest (6 sessions of 6 visitors).',
        evidence: [
          ...Array(3).fill({ note: 'host: button Cancel a booking' }),
          ...Array(2).fill({ note: 'guest, without the button Cancel a booking' }),
        ],
      },
    ]));

  const changed = (text: string) => ({ held: [{ text, at: looking('guest', 1, 20)[0]?.records.at(-1)?.at ?? 0 }] });
  test.each([
    ['few looked', looking('guest', 2, 20)],
    ['one person alone looked', looking('guest', 6, 20, { visitor: 'one' })],
    ['nothing tells what was there', looking('guest', 6, 20, { held: undefined })],
    ['they are shown other words', looking('guest', 6, 20, changed('button Hilfe'))],
    [
      'a text was changed to its name',
      [...looking('guest', 6, 20), ...looking('guest', 1, 30, changed('text Cancel a booking'))],
    ],
    ['they looked at another release', looking('guest', 6, 20, { release: '0.9.0' })],
  ])('are not told where %s', (_, guests) => expect(shown(hosts, guests)).toEqual([]));
});

test('who signs in has the role that the answer tells, until they sign out; who is not let in has none', () => {
  const told = (role: string) => ({
    response: {
      types: ['object' as const],
      fields: {
        person: { types: ['object' as const], fields: { role: { types: ['string' as const], values: [role] } } },
      },
    },
  });
  const shifts: Step = { call: 'GET /api/shifts', answer: { items: [{ id: 4 }] } };
  const day: Step[] = [
    { screen: '/welcome', cause: 'load' },
    { call: 'GET /api/session', status: 401 },
    { act: 'Come in' },
    { call: 'POST /api/session', status: 401 },
    { call: 'POST /api/session', more: told('captain') },
    { screen: '/shifts' },
    shifts,
    { act: 'Publish' },
    { call: 'POST /api/shifts/{integer}/publish' },
    { act: 'Sign out' },
    { call: 'DELETE /api/session', status: 204 },
    { screen: '/offers' },
    { call: 'GET /api/offers', answer: { items: [{ id: 4 }] } },
    { call: 'POST /api/users', send: { login: 'word' }, more: told('guest') },
  ];
  const sessions = visits(4, day);
  expect([...said(sessions, 'role').keys()]).toEqual(['role captain']);
  const cells = [...said(sessions, 'permission').keys()];
  expect(cells).toContain('permission captain POST /api/shifts/{}/publish');
  expect(cells).toContain('permission captain GET /api/shifts');
  expect(cells.filter((key) => /offers|users/.test(key) && key.includes('captain'))).toEqual([]);
});
