import { asAsker, type Columns, foldSummedDay, issueDays, listSummedDays } from '@sightglass/store';
import { ndjson } from '@sightglass/store/contract';
import { listSessions as sessionsEndpoint } from '@sightglass/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchValues } from '../search/values.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { call, engineForTests, fail, noon, project, span, type Told } from '../testing/engine.ts';
import { issueEventOf, issueEventsOf } from './events.ts';
import { issueFacets } from './facets.ts';
import { issueFiguresOf } from './figures.ts';
import type { IssueFigures } from './issue.ts';
import { findReach } from './reach.ts';
import { toldIssues } from './told.ts';
import { releasesOfSessions, releasesSince, troubleLeft, troubleSamples, troubleSince } from './watch.ts';

const { columns, store } = engineForTests();
const about = { ...span, search: '' };
const dayMs = 86_400_000;
const today = Math.floor(noon / dayMs) * dayMs;
const wide = { ...about, from: today - 13 * dayMs, until: noon + 3_600_000 };
const thrown = JSON.stringify({ kind: 'error', handled: false, stack: [{ host: '', file: '/app.js', line: 3 }] });
const lost = {
  method: 'POST',
  path: '/api/orders',
  status: 500,
  failed: 1,
  issue: 'c1',
  record: '{"kind":"resource"}',
};

const rows: Told[] = [
  fail({
    session: 'one',
    at: noon + 1,
    route: '/orders',
    text: 'x is gone',
    issue: 'f1',
    release: '1.0.0',
    visitor: 'ann',
    role: 'admin',
    browser: 'Firefox',
    record: thrown,
  }),
  fail({
    session: 'one',
    at: noon + 2,
    route: '/parts',
    text: 'x is gone',
    issue: 'f1',
    release: '1.0.0',
    visitor: 'ann',
    browser: 'Firefox',
    record: thrown,
  }),
  fail({
    session: 'two',
    at: noon + 3,
    route: '/parts',
    text: 'x is gone',
    issue: 'f2',
    release: '1.1.0',
    record: thrown,
  }),
  fail({
    session: 'one',
    at: noon + 4,
    route: '/parts',
    name: 'RangeError',
    text: 'too far',
    issue: 'f3',
    visitor: 'ann',
    record: thrown,
  }),
  call({ session: 'two', at: noon + 5, route: '/orders', record_id: 'r1', code: 'LOST', ...lost }),
  call({ session: 'two', at: noon + 5, route: '/orders', record_id: 'r1', version: 2, code: 'LOST', ...lost }),
  call({ session: 'two', at: noon + 6, path: '/api/orders', record_id: 'r2' }),
  fail({
    session: 'old',
    at: noon - 3 * dayMs,
    route: '/orders',
    text: 'x is gone',
    issue: 'f1',
    release: '0.9.0',
    record: thrown,
  }),
];

beforeAll(async () => {
  await store(rows);
  const groups = [
    { project, fingerprint: 'f1', issue: 'i1', version: 1 },
    { project, fingerprint: 'f2', issue: 'elsewhere', version: 1 },
    { project, fingerprint: 'f2', issue: 'i1', version: 2 },
  ];
  await columns().insert('issue_groups', ndjson(groups));
});

describe('issues', () => {
  test('are counted by the issue of their fingerprints; what has none is an issue of its own', async () => {
    const { issues, leftOut } = await issueFiguresOf(columns(), project, about);
    expect(leftOut).toBe(0);
    expect(issues).toEqual([
      { id: 'i1', kind: 'error', times: 3, visitors: 2, first: noon + 1, last: noon + 3 },
      { id: 'c1', kind: 'call', times: 1, visitors: 1, first: noon + 5, last: noon + 5 },
      { id: 'f3', kind: 'error', times: 1, visitors: 1, first: noon + 4, last: noon + 4 },
    ]);
    const last = await issueFiguresOf(columns(), project, { ...about, kind: 'error' }, 'last');
    expect(last.issues.map(({ id }) => id)).toEqual(['f3', 'i1']);
  });

  test('are searched for by their ids, whichever fingerprints they have: errors, failed calls and sessions', async () => {
    const found = async (search: string) => {
      const { issues } = await issueFiguresOf(columns(), project, { ...about, search });
      const { sessions } = await listSessions(columns(), project, sessionsEndpoint.query.parse({ ...span, search }));
      return [issues.map(({ id }) => id).sort(), sessions.map(({ session }) => session).sort()];
    };
    expect(await found('issue:i1')).toEqual([['i1'], ['one', 'two']]);
    expect(await found('issue:c1')).toEqual([['c1'], ['two']]);
    expect(await found('-issue:i1')).toEqual([['c1', 'f3'], []]);
    expect(await found('issue:elsewhere')).toEqual([[], []]);
    // And offered once, by what the last of their errors says, or by a fingerprint.
    const offered = async (part: string) =>
      (await searchValues(columns(), project, { ...span, key: 'issue', part })).values;
    expect(await offered('GONE')).toEqual([{ value: 'i1', sessions: 2, says: expect.stringContaining('x is gone') }]);
    expect((await offered('f2')).map(({ value }) => value)).toEqual(['i1']);
    expect((await offered('')).map(({ value }) => value).sort()).toEqual(['f3', 'i1']);
  });

  test('tell what their errors tell', async () => {
    const { issues, bucketMs } = await toldIssues(columns(), project, about, ['i1', 'c1', 'none']);
    const [one, other] = ['i1', 'c1'].map((id) => issues.find((issue) => issue.id === id));
    expect(issues).toHaveLength(2);
    expect(one).toMatchObject({
      ...{ type: 'TypeError', message: 'x is gone', source: 'uncaught', firstRelease: '1.0.0', lastRelease: '1.1.0' },
      routes: [
        { route: '/parts', times: 2 },
        { route: '/orders', times: 1 },
      ],
    });
    expect([one, other].map((issue) => [issue?.sessions, issue?.visitors])).toEqual([
      [2, 2],
      [1, 1],
    ]);
    expect(one?.trend.reduce((sum, { times }) => sum + times, 0)).toBe(3);
    expect(one?.trend.find(({ times }) => times > 0)?.at).toBe(Math.floor(noon / bucketMs) * bucketMs);
    expect(one?.moments.map(({ session, replay }) => [session, replay]).sort()).toEqual([
      ['one', false],
      ['two', false],
    ]);
    expect(other).toMatchObject({ kind: 'call', type: 'POST /api/orders', message: '500 LOST', times: 1 });
  });

  test.each([
    ['gone', ['i1']],
    ['error:RangeError', ['f3']],
    ['status:5xx', ['c1']],
    ['route:/parts browser:Firefox', ['f3', 'i1']],
    ['role:admin', ['f3', 'i1']],
    ['release:1.1.0', ['i1']],
    ['visitor:ann', ['i1', 'f3']],
    ['errors:>1', ['i1', 'f3']],
    ['-error:*', ['c1']],
  ])('are searched as sessions are: %s', async (search, ids) => {
    const { issues } = await issueFiguresOf(columns(), project, { ...about, search });
    expect(issues.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  test('a search that cannot be read is told', () =>
    expect(issueFiguresOf(columns(), project, { ...about, search: 'status:[1' })).rejects.toMatchObject({
      code: 'bad_search',
    }));

  test('one is told apart by facets and variants, and leafed through event by event', async () => {
    const { facets, variants } = await issueFacets(columns(), project, about, 'i1');
    expect(facets).toMatchObject({
      releases: [
        { value: '1.0.0', times: 2 },
        { value: '1.1.0', times: 1 },
      ],
      browsers: [
        { value: 'Firefox', times: 2 },
        { value: '', times: 1 },
      ],
    });
    expect(variants.map(({ fingerprint, times }) => [fingerprint, times])).toEqual([
      ['f1', 2],
      ['f2', 1],
    ]);
    const first = await issueEventsOf(columns(), project, { ...about, limit: 2 }, 'i1');
    expect(first.events.map(({ at }) => at)).toEqual([noon + 3, noon + 2]);
    const rest = await issueEventsOf(columns(), project, { ...about, limit: 2, cursor: first.next ?? '' }, 'i1');
    expect(rest).toMatchObject({ events: [{ session: 'one', at: noon + 1, route: '/orders' }], next: null });
    const [event] = rest.events;
    const whole = await issueEventOf(columns(), project, { ...about, session: '', tab: '', number: 0, ...event }, 'i1');
    expect(whole).toMatchObject({ event: { at: noon + 1 }, record: { kind: 'error', stack: [{ line: 3 }] } });
  });
});

describe('days that are added up', () => {
  const told = async (asked: typeof wide, ids: string[], figures?: IssueFigures[]) =>
    (await toldIssues(columns(), project, asked, ids, figures)).issues.sort((a, b) => (a.id < b.id ? -1 : 1));
  const both = async (asked = wide) => ({
    figures: (await issueFiguresOf(columns(), project, asked)).issues.map(({ found: _, ...figures }) => figures),
    told: await told(asked, ['i1', 'c1', 'f3']),
  });

  const searches = ['gone', 'visitor:ann', 'status:5xx', '-error:* route:/orders', 'issue:f2 OR took:>1ms'];
  const searched = () =>
    Promise.all(
      searches.map(async (search) => {
        const asked = { ...wide, search };
        const { issues } = await issueFiguresOf(columns(), project, asked);
        const ids = issues.map(({ id }) => id);
        const listed = await told(asked, ids, issues);
        // A list goes on from what its search found; of issues that are asked for by themselves the same is told.
        expect(listed).toEqual(await told(asked, ids));
        return { issues, listed };
      }),
    );
  const fold = (day: number, hours: number, version: number) =>
    foldSummedDay(columns(), issueDays, project, { day, hours, version });

  test('answer as the records do, for all and for one release, and serve no more when something comes in or goes', async () => {
    const oneRelease = { ...wide, release: '1.0.0' };
    const raw = { all: await both(), one: await both(oneRelease), searched: await searched() };
    expect((await findReach(columns(), project, wide)).days).toEqual([]);
    await fold(today - 3 * dayMs, 24, 11);
    await fold(today, 13, 13);
    const reach = await findReach(columns(), project, wide);
    expect(reach.days).toEqual([`${today - 3 * dayMs} 11`, `${today} 13`]);
    expect(await both()).toEqual(raw.all);
    // Days one by one tell what days that are added up tell.
    expect(await both({ ...wide, search: '-issue:nowhere' })).toEqual(raw.all);
    expect(await searched()).toEqual(raw.searched);
    expect(await both(oneRelease)).toEqual(raw.one);
    expect(await listSummedDays(columns(), issueDays, 1)).toMatchObject([
      { project, day: today, hours: 13, stale: 0, absent: 0 },
      { project, day: today - 3 * dayMs, hours: 24, stale: 0, absent: 0 },
    ]);

    await store([fail({ session: 'late', at: noon + 9, text: 'x is gone', issue: 'f1', record: thrown })]);
    expect((await findReach(columns(), project, wide)).days).toEqual([`${today - 3 * dayMs} 11`]);
    expect((await both()).figures[0]).toMatchObject({ id: 'i1', times: 5 });
    expect(await listSummedDays(columns(), issueDays, 1)).toMatchObject([{ day: today, stale: 1 }, { stale: 0 }]);
    await fold(today, 13, 15);
    expect((await findReach(columns(), project, wide)).days).toHaveLength(2);
    expect((await both()).figures[0]).toMatchObject({ id: 'i1', times: 5 });

    await columns().command("DELETE FROM records WHERE session = 'late'");
    expect((await findReach(columns(), project, wide)).days).toEqual([`${today - 3 * dayMs} 11`]);
    expect((await both()).figures).toEqual(raw.all.figures);
  });

  let version = 1_000;
  test.each(['', 'gone'])('are asked again when one is added up anew after they were found: %s', async (search) => {
    const asked = { ...wide, search };
    const foldAnew = async () => {
      version += 2;
      await fold(today - 3 * dayMs, 24, version);
      for (const table of ['issue_days', 'trouble_rows']) await columns().command(`OPTIMIZE TABLE ${table} FINAL`);
    };
    await foldAnew();
    const questions = [
      (of: Columns) => issueFiguresOf(of, project, asked),
      (of: Columns) => toldIssues(of, project, asked, ['f3']),
    ];
    for (const question of questions) {
      const right = await question(columns());
      let held = 0;
      const inTheGap = asAsker(columns(), async (sql, ...rest) => {
        if (!sql.includes('_partition_id') && /\{(days|versions):/.test(sql) && held++ === 0) await foldAnew();
        return columns().ask(sql, ...rest);
      });
      expect(await question(inTheGap)).toEqual(right);
      expect(held).toBe(2);
    }
  });
});

test('what came in since a batch is told by fingerprint and release', async () => {
  const { seen, newest } = await troubleSince(columns(), project, 0);
  expect(new Set(seen.map(({ fingerprint }) => fingerprint))).toEqual(new Set(['f1', 'f2', 'f3', 'c1']));
  expect(seen.find(({ fingerprint, release }) => fingerprint === 'f1' && release === '1.0.0')).toMatchObject({
    ...{ kind: 'error', first: noon + 1, last: noon + 2 },
  });
  expect((await troubleSince(columns(), project, newest)).seen).toEqual([]);
  expect(await troubleSamples(columns(), project, ['f2', 'none'])).toEqual([
    { fingerprint: 'f2', record: thrown, release: '1.1.0' },
  ]);
  const old = { release: '0.9.0', first: noon - 3 * dayMs };
  expect(await releasesOfSessions(columns(), project)).toContainEqual(expect.objectContaining(old));
  const releases = await releasesSince(columns(), project, 0, noon - 7 * dayMs);
  expect(releases.met).toContainEqual(expect.objectContaining(old));
  expect((await releasesSince(columns(), project, 0, noon - dayMs)).met).not.toContainEqual(
    expect.objectContaining(old),
  );
  expect((await releasesSince(columns(), project, releases.newest, 0)).met).toEqual([]);
});

test('what is left of each fingerprint says what its latest record says', async () => {
  const of = 'p_000000000002';
  const unanswered = { ...lost, project: of, session: 'one', status: 0, code: '' };
  await store([
    fail({ project: of, session: 'one', at: noon, text: 'x is gone', issue: 'f1', release: '1.0.0' }),
    fail({
      project: of,
      session: 'two',
      at: noon + 5,
      text: 'y is gone',
      issue: 'f1',
      release: '1.1.0',
      type: 'rejection',
    }),
    call({ ...lost, project: of, session: 'one', at: noon + 1, issue: 'c1', code: 'LIMIT' }),
    call({ ...unanswered, at: noon + 2, issue: 'c2', record: '{"kind":"resource","failure":"timeout"}' }),
    call({ ...unanswered, at: noon + 3, issue: 'c3', host: 'https://pay.example' }),
  ]);
  const ofCall = { kind: 'call', type: 'POST /api/orders', source: 'call', firstRelease: '', release: '' };
  expect(await troubleLeft(columns(), of)).toEqual([
    { ...ofCall, fingerprint: 'c1', first: noon + 1, message: '500 LIMIT' },
    { ...ofCall, fingerprint: 'c2', first: noon + 2, message: 'timeout' },
    {
      ...ofCall,
      fingerprint: 'c3',
      first: noon + 3,
      type: 'POST https://pay.example/api/orders',
      message: 'no answer',
    },
    {
      ...{ fingerprint: 'f1', first: noon, firstRelease: '1.0.0', release: '1.1.0' },
      ...{ kind: 'error', type: 'TypeError', message: 'y is gone', source: 'rejection' },
    },
  ]);
});
