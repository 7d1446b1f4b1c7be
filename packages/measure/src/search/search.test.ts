import { foldSummedDay, sessionDays } from '@sightglass/store';
import { ndjson } from '@sightglass/store/contract';
import { listSessions as endpoint, parseSearch, type SearchNode } from '@sightglass/wire';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { calls, facets, issueFiguresOf, listSessions, sessionTrend, vitals } from '../index.ts';
import { engineForTests, noon, project, span } from '../testing/engine.ts';
import { fits } from '../testing/look-at-all.ts';
import { lines, type Row, rows } from '../testing/searched-rows.ts';
import { search, sequence } from '../testing/written-searches.ts';

const { columns, store } = engineForTests();

beforeAll(async () => {
  await store(rows.map((row) => ({ ...row, failed: row.kind === 'resource' && row.status >= 400 ? 1 : 0 })));
  const stored = lines.map((line) => ({ project, sample: 0, earlier: Number.MAX_SAFE_INTEGER - line.at, ...line }));
  await columns().insert(
    'lines',
    ndjson([...stored, ...stored.map((line) => ({ ...line, at: line.at + 5_000, earlier: 1 }))]),
  );
});

/** The runs that the suite makes; SEARCH_RUNS asks for more, SEARCH_SEED for others. */
const runs = Number(process.env.SEARCH_RUNS ?? 120);
const seed = Number(process.env.SEARCH_SEED ?? 1);

let version = 0;

test.each([
  ['search', search, runs, runs / 3, 0],
  ['sequence', sequence, Math.ceil(runs / 3), 0, 0],
  // Of days that are kept: first none of these hours, then all.
  ['sequence', sequence, Math.ceil(runs / 6), 0, 12],
  ['search', search, Math.ceil(runs / 3), 0, 13],
  ['sequence', sequence, Math.ceil(runs / 3), 0, 13],
])('a %s finds what a look at every record finds', async (_, asked, numRuns, least, hours) => {
  const day = noon - 12 * 3_600_000;
  version += 2;
  // In many portions, as a day of millions is.
  const days = { ...sessionDays, mostAtOnce: 20 };
  if (hours > 0) await foldSummedDay(columns(), days, project, { day, hours, version });
  const bySession = [...Map.groupBy(rows, (row) => row.session)];
  let met = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (text) => {
      const { node, error } = parseSearch(text) as { node: SearchNode; error?: { message: string } };
      expect(error).toBeUndefined();
      const expected = bySession.filter(([, own]) => fits(node, own)).map(([session]) => session);
      const { sessions, total } = await listSessions(
        columns(),
        project,
        endpoint.query.parse({ ...span, from: day, search: text }),
      );
      expect(sessions.map(({ session }) => session).sort()).toEqual(expected.sort());
      expect(total).toBe(expected.length);
      if (expected.length > 0 && expected.length < bySession.length) met += 1;
    }),
    { numRuns, seed },
  );
  // Questions that all or nobody answers would prove little.
  expect(met).toBeGreaterThan(least);
});

test('a search leads to the first moment of what it asks for', async () => {
  const asked = async (text: string) =>
    (await listSessions(columns(), project, endpoint.query.parse({ ...span, search: text }))).sessions;
  const onScreens = await asked('screen:größe');
  expect(onScreens.length).toBeGreaterThan(3);
  for (const { session, found } of onScreens)
    expect(found).toEqual({
      at: lines.find((line) => line.session === session && line.kind === 'screen' && /größe/i.test(line.text))?.at,
      text: 'Größe wählen',
      in: 'screen',
    });
  for (const { session, found } of await asked('error:undefined -role:admin')) {
    const own = rows.filter((row) => row.session === session && row.kind === 'error');
    expect(found).toEqual({ at: Math.min(...own.map(({ at }) => at)), text: 'TypeError: x is undefined', in: 'error' });
  }
  expect((await asked('role:member')).map(({ found }) => found)).toContain(null);
});

test('of several things that are asked for, the moment is the one at which most of them are so', async () => {
  const { sessions } = await listSessions(
    columns(),
    project,
    endpoint.query.parse({ ...span, search: 'method:POST status:>=404' }),
  );
  const fits = ({ kind, method, status }: Row): number =>
    kind === 'resource' ? Number(method === 'POST') + Number(status >= 404) : 0;
  let later = 0;
  for (const { session, found } of sessions) {
    const own = rows.filter((row) => row.session === session && fits(row) > 0);
    const most = Math.max(...own.map(fits));
    const at = Math.min(...own.filter((row) => fits(row) === most).map((row) => row.at));
    expect(found?.at).toBe(at);
    if (own.some((row) => row.at < at)) later += 1;
  }
  expect(later).toBeGreaterThan(0);
});

test('what is written is never SQL', async () => {
  for (const text of [
    `action:"'; DROP TABLE records --"`,
    `role:"\\\\' OR 1=1"`,
    'trait."x":y',
    `trait.a'b:c`,
    '{project:String}',
  ])
    await listSessions(columns(), project, endpoint.query.parse({ ...span, search: text })).catch(
      (error: { code?: string }) => expect(error.code).toBe('bad_search'),
    );
});

test('whatever is written is answered, or refused as a search that cannot be read', async () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'role:',
      'call:',
      'screen:',
      'status:',
      'took:',
      'within',
      '9'.repeat(30),
      '>5',
      '5s',
      '"',
      '(',
      ')',
      ' ',
      '-',
    ],
    ...['AND', 'OR', 'then', 'NOT', '[1 TO 2]', '..', '\\', '*', '?', '%', "'", '{', '\0', '\ud800', '💥'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    // Those that can be read most often.
    fc
      .array(
        fc.tuple(
          fc.constantFrom('', 'role:', 'call:', 'screen:', 'error:', '-title:'),
          fc.string({ unit: 'binary', minLength: 1 }),
        ),
      )
      .map((terms) => terms.map(([key, value]) => `${key}"${value.replace(/["\\]/g, '\\$&')}"`).join(' ')),
  );
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(text, async (search) => {
      const sessions = listSessions(
        columns(),
        project,
        endpoint.query.parse({ ...span, search: search.slice(0, 2_000) }),
      );
      await sessions.then(
        () => (answered += 1),
        (error: { code?: string }) => expect(error.code).toBe('bad_search'),
      );
    }),
    { seed, numRuns: Math.ceil(runs / 2) },
  );
  expect(answered).toBeGreaterThan(runs / 10);
});

test.each([
  ['status:[1', 8],
  ['a OR', 5],
  [`${'('.repeat(1_999)}x`, 34],
  ['x'.repeat(5_000), 2_001],
  [Array(300).fill('a').join(' OR '), 301],
])('what cannot be read is refused by every list, which says where: %.20s', async (text, at) => {
  const about = { ...span, search: text };
  const refused = { code: 'bad_search', message: expect.stringContaining(`(at ${at})`) };
  const lists = [
    () => listSessions(columns(), project, { ...endpoint.query.parse(span), search: text }),
    () => sessionTrend(columns(), project, about),
    () => facets(columns(), project, about),
    () => calls(columns(), project, about),
    () => vitals(columns(), project, { ...about, route: '' }),
    () => issueFiguresOf(columns(), project, about),
  ];
  for (const list of lists) await expect(list()).rejects.toMatchObject(refused);
});
