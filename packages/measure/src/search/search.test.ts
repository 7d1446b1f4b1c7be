import { ndjson } from '@sightglass/store/contract';
import { listSessions as endpoint, parseSearch, type SearchNode, type SearchTest } from '@sightglass/wire';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { listSessions } from '../index.ts';
import { engineForTests, noon, project, span, type Told } from '../testing/engine.ts';

const { columns, store } = engineForTests();

/** Few names, so that random questions meet random records often. */
const roles = ['admin', 'member', ''];
const routes = ['/orders', '/orders/{integer}', '/parts'];
const names = ['Submit order', 'Cancel', 'submit'];
const codes = ['LIMIT', 'EMPTY', ''];
const statuses = [200, 404, 422, 500];
type Row = Required<
  Pick<Told, 'session' | 'kind' | 'at' | 'role' | 'route' | 'name' | 'text' | 'path' | 'status' | 'code' | 'value'>
> &
  Told;

const pick = <Value>(values: readonly Value[], random: () => number): Value =>
  values[Math.floor(random() * values.length)] ?? (values[0] as Value); // never empty
const blank = { name: '', text: '', path: '', status: 0, code: '', value: 0 };

function makeRows(): Row[] {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const rows: Row[] = [];
  for (let at = 0; at < 40; at++) {
    const session = `session-${String(at).padStart(2, '0')}`;
    const role = pick(roles, random);
    const about = { session, role, browser: pick(['Firefox', 'Chrome'], random), tab: 't' };
    for (let number = 0; number < 1 + random() * 7; number++) {
      const when = { at: noon + at * 10_000 + Math.floor(random() * 5) * 1_000, number };
      const route = pick(routes, random);
      const more: Partial<Row> = pick(
        [
          { kind: 'view', type: 'load', text: route === '/parts' ? 'Parts' : 'Orders' },
          { kind: 'action', type: 'click', name: pick(names, random), text: 'button', record_id: `a${number}` },
          {
            kind: 'resource',
            type: 'fetch',
            method: pick(['GET', 'POST'], random),
            path: `/api${route}`,
            status: pick(statuses, random),
            code: pick(codes, random),
            duration_ms: Math.floor(random() * 3_000),
            record_id: `r${number}`,
          },
          { kind: 'error', type: 'uncaught', name: 'TypeError', text: 'x is undefined' },
          { kind: 'vital', name: 'LCP', value: Math.floor(random() * 5_000) },
        ],
        random,
      );
      rows.push({ ...about, ...when, route, ...blank, kind: 'view', ...more });
    }
  }
  return rows;
}
const rows = makeRows();

/** Texts that stood on their screens. */
const texts = [
  'Order received',
  'Payment failed: 100% of 7_50 €',
  'Größe wählen',
  'submitted by Ann',
  '注文を確認する',
];
const lines: { session: string; kind: string; text: string; at: number }[] = [
  ...new Set(rows.map(({ session }) => session)),
].flatMap((session, at) =>
  texts
    .filter((_, index) => (at * 7 + index * 3) % 5 < 2)
    .map((text, index) => ({
      session,
      kind: at % 3 === 0 && index === 0 ? 'console' : 'screen',
      text,
      at: noon + at * 10_000,
    })),
);
beforeAll(async () => {
  await store(rows.map((row) => ({ ...row, failed: row.kind === 'resource' && row.status >= 400 ? 1 : 0 })));
  const stored = lines.map((line) => ({ project, sample: 0, earlier: Number.MAX_SAFE_INTEGER - line.at, ...line }));
  await columns().insert(
    'lines',
    ndjson([...stored, ...stored.map((line) => ({ ...line, at: line.at + 5_000, earlier: 1 }))]),
  );
}, 30_000);

/** The same question, asked of the records in memory in the plainest way. */
function fits(node: SearchNode, own: readonly Row[]): boolean {
  switch (node.type) {
    case 'and':
      return node.parts.every((part) => fits(part, own));
    case 'or':
      return node.parts.some((part) => fits(part, own));
    case 'not':
      return !fits(node.part, own);
    case 'word':
      return (
        own.some((row) => wordsOf(row).includes(node.text.toLowerCase())) || has(own, { type: 'is', text: node.text })
      );
    case 'then':
      return own.some((first) => follows(node, 1, first, first, own) && isEvent(node.steps[0]?.node, first));
    case 'term':
      return node.key.of === 'session' ? isSession(node, own) : own.some((row) => isEvent(node, row));
  }
}

function follows(
  node: Extract<SearchNode, { type: 'then' }>,
  at: number,
  first: Row,
  before: Row,
  own: readonly Row[],
): boolean {
  const step = node.steps[at];
  if (step === undefined) return true;
  const found = own.some(
    (row) =>
      row !== before &&
      row.at >= before.at &&
      row.at - first.at <= (node.withinMs ?? Number.POSITIVE_INFINITY) &&
      isEvent(step.node, row) &&
      follows(node, at + 1, first, row, own),
  );
  return step.not ? !found : found;
}

/** Whether a line of the session fits: one of its screens, or of any kind. */
function has(own: readonly Row[], asked: SearchTest, kind = ''): boolean {
  const mine = lines.filter((line) => line.session === own[0]?.session && (kind === '' || line.kind === kind));
  return mine.some(({ text }) => holds(text, asked));
}

const placed = (text: string): string => text.replace(/\{[^{}]*\}/g, '{}');
const wordsOf = ({ kind, route, text, name, path }: Row): string =>
  [route, ...(kind === 'vital' ? [] : [text, name, path])].join(' ').toLowerCase();

function isSession({ key, test: asked }: Extract<SearchNode, { type: 'term' }>, own: readonly Row[]): boolean {
  const [first] = own;
  const count = (kind: string): number => own.filter((row) => row.kind === kind).length;
  if (key.name === 'role') return isText(first?.role ?? '', asked);
  if (key.name === 'browser') return isText(first?.browser ?? '', asked);
  if (key.name === 'screen') return has(own, asked, 'screen');
  if (key.name === 'errors') return isNumber(count('error'), asked);
  if (key.name === 'has') return own.some((row) => row.kind === 'resource' && row.status >= 400);
  const times = own.map(({ at }) => at);
  return isNumber(Math.max(...times) - Math.min(...times), asked);
}

function isEvent(node: SearchNode | undefined, row: Row): boolean {
  if (node === undefined || node.type === 'then') return false;
  if ('parts' in node) return node.parts[node.type === 'and' ? 'every' : 'some']((part) => isEvent(part, row));
  if (node.type === 'not') return !isEvent(node.part, row);
  if (node.type === 'word')
    return [row.name, row.text, row.route, row.path].join(' ').toLowerCase().includes(node.text.toLowerCase());
  const { key, test: asked } = node;
  const call = row.kind === 'resource';
  if (key.name === 'route') return row.kind === 'view' && isText(placed(row.route), asked, placed);
  if (key.name === 'action') return row.kind === 'action' && holds(row.name, asked);
  if (key.name === 'call') return call && holds(placed(`${row.method} ${row.path}`), asked, placed);
  if (key.name === 'status') return call && isNumber(row.status, asked);
  if (key.name === 'took') return call && (row.duration_ms ?? 0) > 0 && isNumber(row.duration_ms ?? 0, asked);
  if (key.name === 'code') return call && isText(row.code, asked);
  if (key.name === 'error') return row.kind === 'error' && holds(`${row.name}: ${row.text}`, asked);
  return row.kind === 'vital' && (asked.type === 'exists' || isNumber(row.value, asked));
}

function isNumber(value: number, asked: SearchTest): boolean {
  if (asked.type === 'exists') return value !== 0;
  if (asked.type !== 'between') return false;
  return (
    (asked.fromIncluded ? value >= asked.from : value > asked.from) &&
    (asked.toIncluded ? value <= asked.to : value < asked.to)
  );
}
const patternOf = (like: string): string =>
  like.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`));
function isText(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'exists') return value !== '';
  if (asked.type === 'is') return value.toLowerCase() === read(asked.text).toLowerCase();
  return asked.type === 'like' && new RegExp(`^${patternOf(read(asked.pattern))}$`, 'is').test(value);
}
function holds(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'is') return value.toLowerCase().includes(read(asked.text).toLowerCase());
  return asked.type === 'like' ? new RegExp(patternOf(read(asked.pattern)), 'is').test(value) : isText(value, asked);
}

const eventTerm = fc.constantFrom(
  'route:/orders',
  'route:/orders/{orderId}',
  'route:/par*',
  'action:submit',
  'action:"Submit order"',
  'action:*',
  'action:sub*order',
  'call:"POST /api/orders"',
  'call:/api/orders/{id}',
  'status:5xx',
  'status:404',
  'status:>=404',
  'status:200..404',
  'took:>1.5s',
  'took:<200ms',
  'code:LIMIT',
  'code:limit',
  'code:*',
  'code:?MPTY',
  'error:undefined',
  'error:*',
  'lcp:>2.5s',
  'lcp:*',
  '(code:LIMIT OR status:500)',
  '(action:submit -action:order)',
);
const sessionTerm = fc.constantFrom(
  'role:admin',
  'role:(admin OR member)',
  'role:*',
  'browser:fire*',
  'errors:>0',
  'errors:[1 TO 2]',
  'duration:>2s',
  'has:failed-calls',
  'submit',
  'typeerror',
  'received',
  '"100% of 7_50"',
  'größe',
  '確認',
  'screen:"payment FAILED"',
  'screen:GRÖSSE',
  'screen:GRÖßE',
  'screen:注文',
  'screen:%',
  'screen:7_5',
  'screen:pay*100',
  'screen:(received OR ann)',
  'screen:*',
);
const step = fc.tuple(eventTerm, fc.boolean()).map(([term, not]) => (not ? `NOT ${term}` : term));
const sequence = fc
  .tuple(eventTerm, fc.option(eventTerm), step, fc.constantFrom('', ' within 1s', ' within 2500ms'))
  .map(([first, middle, last, within]) => `${first} then ${middle === null ? '' : `${middle} then `}${last}${within}`);
const { search } = fc.letrec<{ search: string }>((tie) => ({
  search: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    eventTerm,
    sessionTerm,
    sequence,
    fc.tuple(tie('search'), fc.constantFrom(' ', ' AND ', ' OR '), tie('search')).map((parts) => `(${parts.join('')})`),
    tie('search').map((one) => `-(${one})`),
  ),
}));

/** The runs that the suite makes; SEARCH_RUNS asks for more. */
const runs = Number(process.env.SEARCH_RUNS ?? 120);

test('a search finds what a look at every record finds', async () => {
  const bySession = [...Map.groupBy(rows, (row) => row.session)];
  let met = 0;
  await fc.assert(
    fc.asyncProperty(search, async (text) => {
      const { node, error } = parseSearch(text) as { node: SearchNode; error?: { message: string } };
      expect(error).toBeUndefined();
      const expected = bySession.filter(([, own]) => fits(node, own)).map(([session]) => session);
      const { sessions, total } = await listSessions(
        columns(),
        project,
        endpoint.query.parse({ ...span, search: text }),
      );
      expect(sessions.map(({ session }) => session).sort()).toEqual(expected.sort());
      expect(total).toBe(expected.length);
      if (expected.length > 0 && expected.length < bySession.length) met += 1;
    }),
    { numRuns: runs },
  );
  // Questions that all or nobody answers would prove little.
  expect(met).toBeGreaterThan(runs / 3);
}, 120_000);

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
    endpoint.query.parse({ ...span, search: 'method:POST status:>=500' }),
  );
  const fits = ({ kind, method, status }: Row): number =>
    kind === 'resource' ? Number(method === 'POST') + Number(status >= 500) : 0;
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
