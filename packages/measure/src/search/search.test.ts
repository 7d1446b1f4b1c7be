import { ndjson } from '@sightglass/store/contract';
import { listSessions as endpoint, parseSearch, type SearchNode, type SearchTest } from '@sightglass/wire';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { calls, facets, issueFiguresOf, listSessions, sessionTrend, vitals } from '../index.ts';
import { engineForTests, noon, project, span, type Told } from '../testing/engine.ts';

const { columns, store } = engineForTests();

/** Few names, so that random questions meet random records often. */
const roles = ['admin', 'member', ''];
const routes = ['/orders', '/orders/{integer}', '/parts'];
const names = [
  'Submit order',
  'Cancel',
  'submit',
  'ΟΔΟΣ ΣΟΥ',
  'İzmir',
  `O'Brien "x" \\ 100%_ (a:b)`,
  `long ${'wörd'.repeat(60)}`,
];
const codes = ['LIMIT', 'EMPTY', ''];
const plans = ['gold', 'Gold Plus', ''];
const statuses = [200, 404, 422, 500];
type Row = Required<
  Pick<Told, 'session' | 'kind' | 'at' | 'role' | 'route' | 'name' | 'text' | 'path' | 'status' | 'code' | 'value'>
> &
  Told;

const told = <Value>(value: Value | undefined): Value => value as Value; // each row has one
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
    const about = {
      ...{ session, role, browser: pick(['Firefox', 'Chrome'], random), os: pick(['Windows', 'macOS'], random) },
      ...{ device: pick(['desktop', 'mobile'], random), release: pick(['1.0.0', '1.10.2'], random) },
      visitor: pick(['ann', 'Bo Σ', ''], random),
    };
    for (let number = 0; number < 1 + random() * 11; number++) {
      const tab = random() < 0.8 ? 't' : 'u';
      const when = { at: noon + at * 10_000 + Math.floor(random() * 5) * 1_000, number, tab };
      const route = pick(routes, random);
      const call: Partial<Row> = {
        kind: 'resource',
        type: 'fetch',
        method: pick(['GET', 'POST'], random),
        path: `/api${route}`,
        host: pick(['', 'https://pay.example'], random),
        status: pick(statuses, random),
        code: pick(codes, random),
        duration_ms: Math.floor(random() * 3_000),
        record_id: `r${number}`,
      };
      const more: Partial<Row> = pick(
        [
          { kind: 'view', type: 'load', text: route === '/parts' ? 'Parts' : 'Orders' },
          {
            ...{ kind: 'action', type: 'click', name: pick(names, random), record_id: `a${number}` },
            ...{
              text: pick(['button', 'link'], random),
              frustrations: random() < 0.3 ? [pick(['rage', 'dead'], random)] : [],
            },
          },
          { kind: 'console', type: pick(['warn', 'error'], random), text: pick(names, random) },
          { kind: 'custom', name: pick(names, random), attributes: { plan: pick(plans, random) } },
          { kind: 'form', type: pick(['submitted', 'refused'], random), name: pick(names, random) },
          { kind: 'longtask', type: 'longtask', duration_ms: Math.floor(random() * 400) },
          ...[call, call, call],
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
  'Η ΟΔΟΣ ΜΟΥ',
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
        own.some((row) => wordsOf(row).includes(small(node.text))) ||
        own[0]?.session === node.text ||
        has(own, { type: 'is', text: node.text })
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

/** Alike whatever the case, and wherever in a word a sigma stands. */
const small = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
const placed = (text: string): string => text.replace(/\{[^{}]*\}/g, '{}');
/** What of a row the session's own words have. */
const wordsOf = ({ kind, route, text, name, visitor = '' }: Row): string =>
  small(
    [
      ...[route, visitor],
      ...(kind === 'view' || kind === 'error' ? [text] : []),
      ...(kind === 'action' || kind === 'error' ? [name] : []),
    ].join('\n'),
  );
const isCall = ({ kind }: Row): boolean => kind === 'resource';
const inOrder = (own: readonly Row[]): readonly Row[] =>
  own.toSorted(
    (one, other) =>
      one.at - other.at || (told(one.tab) < told(other.tab) ? -1 : 1) || told(one.number) - told(other.number),
  );

const textsOf: Record<string, (own: readonly Row[]) => string> = {
  ...Object.fromEntries(
    (['role', 'browser', 'os', 'device', 'release', 'visitor', 'session'] as const).map((name) => [
      name,
      (own: readonly Row[]) => own[0]?.[name] ?? '',
    ]),
  ),
  entry: (own) => placed(entered(own)[0]?.route ?? ''),
  exit: (own) => placed(entered(own).at(-1)?.route ?? ''),
};
/** Screens that were visited, or else all that is told of any screen. */
function entered(own: readonly Row[]): readonly Row[] {
  const views = inOrder(own).filter(({ kind }) => kind === 'view');
  return views.length > 0 ? views : inOrder(own);
}
const countsOf: Record<string, (own: readonly Row[]) => number> = {
  views: (own) => own.filter(({ kind }) => kind === 'view').length,
  actions: (own) => own.filter(({ kind }) => kind === 'action').length,
  calls: (own) => own.filter(isCall).length,
  failed: (own) => own.filter((row) => isCall(row) && row.status >= 400).length,
  errors: (own) => own.filter(({ kind }) => kind === 'error').length,
  frustrations: (own) => own.reduce((sum, { frustrations = [] }) => sum + frustrations.length, 0),
  tabs: (own) => new Set(own.map(({ tab }) => tab)).size,
  duration: (own) => Math.max(...own.map(({ at }) => at)) - Math.min(...own.map(({ at }) => at)),
};

function isSession({ key, test: asked }: Extract<SearchNode, { type: 'term' }>, own: readonly Row[]): boolean {
  if (key.name === 'screen') return has(own, asked, 'screen');
  if (key.name === 'has') {
    const had = {
      errors: countsOf.errors?.(own),
      frustrations: countsOf.frustrations?.(own),
      'failed-calls': countsOf.failed?.(own),
    };
    return Object.entries(had).some(([name, times = 0]) => times > 0 && (asked.type !== 'is' || asked.text === name));
  }
  const count = countsOf[key.name];
  if (count) return isNumber(count(own), asked);
  const read = key.name === 'entry' || key.name === 'exit' ? placed : undefined;
  return isText(textsOf[key.name]?.(own) ?? '', asked, read);
}

const ofEvents: Record<string, (row: Row, asked: SearchTest) => boolean> = {
  route: (row, asked) => row.kind === 'view' && isText(placed(row.route), asked, placed),
  title: (row, asked) => row.kind === 'view' && holds(row.text, asked),
  action: (row, asked) => row.kind === 'action' && holds(row.name, asked),
  control: (row, asked) => row.kind === 'action' && isText(row.text, asked),
  frustration: ({ kind, frustrations = [] }, asked) =>
    kind === 'action' && (asked.type === 'is' ? frustrations.includes(asked.text) : frustrations.length > 0),
  call: (row, asked) => isCall(row) && holds(placed(`${row.method} ${row.host}${row.path}`), asked, placed),
  method: (row, asked) => isCall(row) && isText(row.method ?? '', asked),
  host: (row, asked) => isCall(row) && isText(row.host ?? '', asked),
  status: (row, asked) => isCall(row) && isNumber(row.status, asked),
  took: (row, asked) => isCall(row) && (row.duration_ms ?? 0) > 0 && isNumber(row.duration_ms ?? 0, asked),
  code: (row, asked) => isCall(row) && isText(row.code, asked),
  error: (row, asked) => row.kind === 'error' && holds(`${row.name}: ${row.text}`, asked),
  console: (row, asked) => row.kind === 'console' && holds(row.text, asked),
  level: (row, asked) => row.kind === 'console' && isText(row.type ?? '', asked),
  form: (row, asked) => row.kind === 'form' && holds(row.name, asked),
  refused: (row, asked) => row.kind === 'form' && row.type === 'refused' && holds(row.name, asked),
  event: (row, asked) => row.kind === 'custom' && holds(row.name, asked),
  longtask: (row, asked) => row.kind === 'longtask' && isNumber(row.duration_ms ?? 0, asked),
  lcp: (row, asked) => row.kind === 'vital' && (asked.type === 'exists' || isNumber(row.value, asked)),
  'trait.plan': (row, asked) => row.kind === 'custom' && isText(row.attributes?.plan ?? '', asked),
};

function isEvent(node: SearchNode | undefined, row: Row): boolean {
  if (node === undefined || node.type === 'then') return false;
  if ('parts' in node) return node.parts[node.type === 'and' ? 'every' : 'some']((part) => isEvent(part, row));
  if (node.type === 'not') return !isEvent(node.part, row);
  if (node.type === 'word')
    return small([row.name, row.text, row.route, row.path].join(' ')).includes(small(node.text));
  return ofEvents[node.key.name]?.(row, node.test) ?? false;
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
  small(like).replace(/[.*+?^${}()|[\]\\/]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`));
function isText(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'exists') return value !== '';
  if (asked.type === 'is') return small(value) === small(read(asked.text));
  return asked.type === 'like' && new RegExp(`^${patternOf(read(asked.pattern))}$`, 'su').test(small(value));
}
function holds(value: string, asked: SearchTest, read = (text: string) => text): boolean {
  if (asked.type === 'is') return small(value).includes(small(read(asked.text)));
  return asked.type === 'like'
    ? new RegExp(patternOf(read(asked.pattern)), 'su').test(small(value))
    : isText(value, asked);
}

/** A value as somebody may write it: whole, a part of it, with other letters, with patterns, or something that is nowhere. */
const written = (values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...values, ...hostile), fc.nat(9), fc.nat(40), fc.integer({ min: 1, max: 12 }))
    .map(([value, form, from, length]) => {
      const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
      const part = [...value].slice(from % Math.max(1, value.length - 2)).slice(0, length);
      const plain = value.replace(/[\s()"\\:[\]*?!-]/g, '?') || '*';
      if (form < 3) return quoted(value || 'x');
      if (form < 5) return quoted(part.join('') || 'x');
      if (form < 6) return quoted(value.toUpperCase() || 'X');
      if (form < 7) return quoted(value.toLowerCase() || 'x');
      if (form < 8) return `${[...plain].slice(0, 3).join('')}*`;
      if (form < 9) return `*${[...plain].slice(-3).join('')}`;
      return '*';
    });
const hostile = ["'; DROP TABLE records --", '%', '_', '{project:String}', '\\', '\u0000', '💥', 'a'.repeat(400), '*'];

const numbers = (most: number, units: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(most), fc.nat(most), fc.constantFrom(...units), fc.nat(8)).map(([one, other, unit, form]) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const scaled = (ms: number): string =>
      unit === 's' ? `${ms / 1_000}s` : unit === 'm' ? `${ms / 60_000}m` : `${ms}${unit}`;
    const forms = [
      ...[`>${scaled(one)}`, `>=${scaled(one)}`, `<${scaled(one)}`, `<=${scaled(one)}`, scaled(one)],
      ...[`${scaled(low)}..${scaled(high)}`, `[${scaled(low)} TO ${scaled(high)}]`, `${scaled(low)}..`, '*'],
    ];
    return forms[form] ?? '*';
  });

const ofTexts = (keys: readonly string[], values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom('', '@'), written(values))
    .map((parts) => parts[1] + parts[0] + parts[2]);
const ofNumbers = (keys: readonly string[], most: number, units: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...keys), numbers(most, units)).map((parts) => parts.join(''));

const anyEvent = fc.oneof(
  ofTexts(['action:', 'action.name:', 'console:', 'form:', 'refused:', 'event:'], names),
  ofTexts(['route:', 'view.url_path:', 'title:'], [...routes, 'Orders', 'Parts']),
  ofTexts(
    ['call:', 'resource.url_path:', 'host:', 'method:'],
    ['GET /api/orders', 'POST', 'https://pay.example', '/parts'],
  ),
  ofTexts(['code:', 'control:'], [...codes, 'button']),
  fc.constantFrom('level:warn', 'console.level:ERROR', 'level:*'),
  ofTexts(['trait.plan:', 'usr.plan:'], plans),
  ofTexts(['error:', 'error.message:'], ['TypeError: x is undefined', 'undefined']),
  ofNumbers(['status:', 'resource.status_code:'], 600, ['']),
  ofNumbers(['took:', 'longtask:', 'lcp:'], 5_000, ['', 'ms', 's', 'm']),
  fc.constantFrom('frustration:rage', 'frustration:DEAD', 'frustration:*', '@action.frustration.type:rage'),
);
const anySession = fc.oneof(
  ofTexts(['role:', 'usr.role:'], roles),
  ofTexts(['visitor:', 'usr.id:'], ['ann', 'Bo Σ']),
  ofTexts(['browser:', 'os:', 'device:', 'release:', 'version:'], ['Firefox', 'Windows', 'mobile', '1.0.0', '1.10.2']),
  ofTexts(['entry:', 'exit:'], routes),
  ofTexts(['screen:', 'text:'], texts),
  ofTexts(['session:'], ['session-07', 'session-1']),
  ofNumbers(['views:', 'actions:', 'calls:', 'failed:', 'errors:', 'frustrations:', 'tabs:', 'pages:'], 4, ['']),
  ofNumbers(['duration:', 'session.time_spent:'], 5_000, ['', 'ms', 's']),
  fc.constantFrom('has:errors', 'is:frustrations', 'has:replay', 'has:*'),
  fc
    .constantFrom(...names, ...texts, ...hostile.filter((text) => text !== '\\'))
    .map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`),
);

const fixedEvent = fc.constantFrom(
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
const fixedSession = fc.constantFrom(
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
const eventTerm = fc.oneof(fixedEvent, anyEvent);
const sessionTerm = fc.oneof(fixedSession, anySession);
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

/** The runs that the suite makes; SEARCH_RUNS asks for more, SEARCH_SEED for others. */
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
    { numRuns: runs, ...(process.env.SEARCH_SEED && { seed: Number(process.env.SEARCH_SEED) }) },
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
