import { type Fact, type Statement, type StatementOf, statementKey } from '@sightglass/wire';
import { expect, test } from 'vitest';
import { specifyVisits, visit } from '../testing/visits.ts';
import { joinLegs } from './join.ts';
import { statesReached } from './seldom.ts';
import { specifyWithCode } from './specify-with-code.ts';

const moment = { type: 'moment', session: 's-0000001', at: 5, release: '1.0.0', note: 'seen' } as const;
const place = { type: 'code', file: 'src/app.ts', line: 3, column: 2, release: '1.0.0' } as const;
const support = { sessions: 3, visitors: 3, observations: 3, against: 0, first: 1, last: 9, releases: ['1.0.0'] };
const seen = { support, confidence: 0.6, tier: 'likely', evidence: [moment] } as const;
const written = {
  support: { ...support, sessions: 0, visitors: 0, observations: 0 },
  confidence: 0.9,
  tier: 'firm',
  evidence: [place],
} as const;
type Ground = typeof seen | typeof written;

function call(ground: Ground, method: string, path: string): StatementOf<'call'> {
  return {
    ...{ key: statementKey.call(method, '', path), point: 7, kind: 'call', text: `${method} ${path}` },
    ...{ ...ground, evidence: [...ground.evidence] },
    ...{ method, host: '', path, calls: 1, p75Ms: null, failed: 0, statuses: [], query: [] },
    ...{ request: null, response: null, screens: [] },
  };
}

function rule(ground: Ground, where: Pick<StatementOf<'rule'>, 'form' | 'call'>, value: number): StatementOf<'rule'> {
  return {
    ...{ key: statementKey.rule(where, 'note', 'maxLength'), point: 5, kind: 'rule', text: 'note' },
    ...{ ...ground, evidence: [...ground.evidence] },
    ...{
      ...where,
      field: 'note',
      rule: 'maxLength',
      value,
      message: null,
      from: ground === seen ? ['server'] : ['code'],
    },
  };
}

const kindsOf = ({ evidence }: Statement) => evidence.map(({ type }) => type);

test('what both show has both kinds of evidence and is surer than either', () => {
  const { statements, findings } = joinLegs(
    [call(seen, 'GET', '/api/orders/{orderId}')],
    [call(written, 'GET', '/api/orders/{id}')],
    '1.0.0',
  );
  expect(statements).toHaveLength(1);
  expect(statements[0]).toMatchObject({ path: '/api/orders/{orderId}', tier: 'firm', confidence: 0.96 });
  expect(kindsOf(statements[0] as Statement)).toEqual(['moment', 'code']);
  expect(findings).toEqual([]);
});

test('what people are told of a field is one rule, and the code knows which', () => {
  const call = { method: 'PUT', path: '/api/vessels/{vesselId}' };
  const message = 'A vessel needs a name';
  const asked = rule(seen, { form: 'Vessel', call }, 0);
  const shown = {
    ...asked,
    key: statementKey.rule({ form: null, call }, 'note', 'required'),
    rule: 'required',
    value: null,
    message,
  } as const;
  const says = { ...rule(written, { form: 'vessel', call: null }, 2), rule: 'minLength', message } as const;
  const key = statementKey.rule({ form: 'vessel', call: null }, 'note', 'minLength');
  const { statements } = joinLegs([shown], [{ ...says, key }], '1.0.0');
  expect(statements).toMatchObject([{ rule: 'minLength', value: 2, message, call, tier: 'firm' }]);
  // Without the message nothing says that both are one.
  expect(joinLegs([{ ...shown, message: null }], [{ ...says, key }], '1.0.0').statements).toHaveLength(2);
});

test('a procedure that may have been called with others is none that nobody reached', () => {
  const batch = call(seen, 'GET', '/api/trpc/{trpcId}');
  const { findings } = joinLegs(
    [batch],
    [call(written, 'GET', '/api/trpc/animals.byId'), call(written, 'GET', '/api/x')],
    '1.0.0',
  );
  expect(findings.filter(({ sort }) => sort === 'in code, never reached').map(({ text }) => text)).toEqual([
    'GET /api/x is in the code, and no session of 1.0.0 reached it.',
  ]);
});

test('the only function of the server that a page calls is what was sent to it; of several, none is said to be it', () => {
  const sent = call(seen, 'POST', '/bookings/new');
  const other = call(written, 'GET', '/api/x');
  const one = joinLegs([sent], [call(written, 'POST', '/bookings/new#bookRoom'), other], '1.0.0');
  expect(one.statements.map((told) => [told.kind === 'call' && told.path, kindsOf(told)])).toEqual([
    ['/bookings/new', ['moment', 'code']],
    ['/api/x', ['code']],
  ]);
  const calls = ['bookRoom', 'holdRoom'].map((name) => call(written, 'POST', `/bookings/new#${name}`));
  const several = joinLegs([sent], [...calls, other], '1.0.0');
  expect(several.statements).toHaveLength(4);
  expect(several.findings.map(({ text }) => text)).toEqual([
    'GET /api/x is in the code, and no session of 1.0.0 reached it.',
  ]);
});

test('a call whose base only running tells is the one that ends like it', () => {
  const { statements } = joinLegs([call(seen, 'GET', '/api/v2/orders')], [call(written, 'GET', '/orders')], '1.0.0');
  expect(statements.map((one) => one.kind === 'call' && one.path)).toEqual(['/api/v2/orders']);
});

test('code that nobody reached, and calls that the code does not have, are told', () => {
  const { statements, findings } = joinLegs(
    [call(seen, 'GET', '/api/orders'), call(seen, 'GET', '/api/legacy')],
    [call(written, 'GET', '/api/orders'), call(written, 'DELETE', '/api/orders/{orderId}')],
    '1.0.0',
  );
  expect(statements).toHaveLength(3);
  expect(findings.map(({ sort, text }) => [sort, text])).toEqual([
    ['in code, never reached', 'DELETE /api/orders/{orderId} is in the code, and no session of 1.0.0 reached it.'],
    ['seen running, not in this code', 'GET /api/legacy was seen running, and the code of 1.0.0 does not show it.'],
  ]);
});

test('a way that one session took, too few for a statement, was reached', () => {
  const way = (ground: Ground, from: string, to: string): StatementOf<'transition'> => ({
    ...{ key: statementKey.transition('order', from, to), point: 4, kind: 'transition', text: `${from} ${to}` },
    ...{ ...ground, evidence: [...ground.evidence] },
    ...{ entity: 'order', field: 'state', from, to, by: null, roles: [], times: 1 },
  });
  const change = JSON.stringify(['GET /api/orders', '$', 'state', 'REJECTED', 'SUBMITTED']);
  const fact = { kind: 'change', key: change } as Fact; // as much of it as is looked at
  const code = [way(written, 'rejected', 'submitted'), way(written, 'draft', 'cancelled')];
  const { findings } = joinLegs([way(seen, 'draft', 'submitted')], code, '1.0.0', statesReached([fact]));
  expect(findings.map(({ key }) => key)).toEqual(['transition order draft cancelled']);
});

test('a sighting of another release does not say that this code lacks it', () => {
  const other = { ...call(seen, 'GET', '/api/old'), support: { ...support, releases: ['0.9.0'] } };
  expect(joinLegs([other], [call(written, 'GET', '/api/new')], '1.0.0').findings.map(({ sort }) => sort)).toEqual([
    'in code, never reached',
  ]);
});

test('another limit is a disagreement, and the statement is no surer than the less sure side', () => {
  const where = { form: 'order', call: { method: 'POST', path: '/api/orders' } };
  const { statements, findings } = joinLegs(
    [rule(seen, where, 30)],
    [rule(written, { form: 'order', call: null }, 40)],
    '1.0.0',
  );
  expect(findings.map(({ sort, text }) => [sort, text])).toEqual([
    ['disagreement', 'note, maxLength: sessions show 30, the code says 40.'],
  ]);
  expect(statements).toMatchObject([{ confidence: 0.6, tier: 'likely', value: 30 }]);
  expect(statements.map(kindsOf)).toEqual([['moment']]);
});

test('what sessions of another release kept to is no disagreement with the code of this one', () => {
  const where = { form: 'order', call: { method: 'POST', path: '/api/orders' } };
  const before = { ...rule(seen, where, 30), support: { ...support, releases: ['0.9.0', '1.0.0'] } };
  expect(joinLegs([before], [rule(written, where, 40)], '1.0.0').findings).toEqual([]);
});

test('what is only suspected does not speak against the code', () => {
  const where = { form: 'order', call: { method: 'POST', path: '/api/orders' } };
  const seldom = { ...rule(seen, where, 30), tier: 'suspected' as const, confidence: 0.4 };
  const { statements, findings } = joinLegs([seldom], [rule(written, where, 40)], '1.0.0');
  expect(findings).toEqual([]);
  expect(statements).toMatchObject([{ value: 40, tier: 'firm', support: { sessions: 0 } }]);
});

test('a rule is the same whether it is known by its call or by its form', () => {
  const where = { form: 'order', call: { method: 'POST', path: '/api/orders' } };
  const { statements } = joinLegs(
    [rule(seen, where, 30)],
    [rule(written, { form: 'orders', call: null }, 30)],
    '1.0.0',
  );
  expect(statements).toMatchObject([{ from: ['server', 'code'], tier: 'firm' }]);
});

function constant(
  ground: Ground,
  name: string,
  value: number,
  unit: string | null = null,
  meaning = name,
): StatementOf<'constant'> {
  return {
    ...{ key: statementKey.constant(name), point: 9, kind: 'constant', text: name, name, value, unit, meaning },
    ...{ ...ground, evidence: [...ground.evidence] },
  };
}

const disagreements = (one: Statement[], other: Statement[]) =>
  joinLegs(one, other, '1.0.0').findings.filter(({ sort }) => sort === 'disagreement');

test('another number under another name of the same limit is a disagreement, with both kinds of evidence', () => {
  const found = disagreements(
    [constant(seen, 'maxOrderLine', 150, 'lines'), constant(seen, 'orderPollSeconds', 20, 'seconds')],
    [constant(written, 'maxLinesPerOrder', 200, 'lines'), constant(written, 'ORDER_POLL_MS', 60_000, 'milliseconds')],
  );
  expect(found.map(({ key, text }) => [key, text])).toEqual([
    ['constant max-order-line', 'maxOrderLine: sessions show 150 lines, the code says 200 lines.'],
    ['constant order-poll-seconds', 'orderPollSeconds: sessions show 20 seconds, the code says 60000 milliseconds.'],
  ]);
  expect(found.map(({ evidence }) => evidence.map(({ type }) => type))).toEqual([
    ['moment', 'code'],
    ['moment', 'code'],
  ]);
});

test('the same time in another unit, or as clocks show it, is one constant and no disagreement', () => {
  const { statements, findings } = joinLegs(
    [
      constant(seen, 'orderPollSeconds', 20, 'seconds'),
      constant(seen, 'partsDebounceMilliseconds', 290, 'milliseconds'),
    ],
    [constant(written, 'POLL_INTERVAL', 20_000), constant(written, 'partsDebounce', 300, null)],
    '1.0.0',
  );
  expect(findings).toEqual([]);
  expect(statements.map((one) => [one.kind === 'constant' && one.name, one.tier, kindsOf(one)])).toEqual([
    ['orderPollSeconds', 'firm', ['moment', 'code']],
    ['partsDebounceMilliseconds', 'firm', ['moment', 'code']],
  ]);
});

test('limits of other things, or of which there are two, say nothing of each other', () => {
  const lines = constant(seen, 'maxOrderLine', 150, 'lines');
  expect(disagreements([lines], [constant(written, 'maxUsers', 20), constant(written, 'minLines', 2)])).toEqual([]);
  expect(
    disagreements(
      [constant(seen, 'maxLine', 150)],
      [constant(written, 'maxCodeLine', 9), constant(written, 'maxTextLine', 8)],
    ),
  ).toEqual([]);
  expect(disagreements([constant(seen, 'partsPageSize', 25)], [constant(written, 'maxPageSize', 100)])).toEqual([]);
});

test('a rule of a field is held against the number that the code has for it, and the other way round', () => {
  const where = { form: 'order', call: { method: 'POST', path: '/api/orders' } };
  expect(
    disagreements([rule(seen, where, 400)], [constant(written, 'MAX_NOTE_LENGTH', 500)]).map(({ text }) => text),
  ).toEqual(['note, maxLength: sessions show 400, the code says 500 (MAX_NOTE_LENGTH).']);
  expect(disagreements([rule(seen, where, 500)], [constant(written, 'MAX_NOTE_LENGTH', 500)])).toEqual([]);
  expect(
    disagreements([constant(seen, 'maxNoteCharacters', 400)], [rule(written, where, 500)]).map(({ text }) => text),
  ).toEqual(['maxNoteCharacters: sessions show 400, the code says 500 (note, maxLength).']);
});

test('a point that neither shows says why of both, and what would show it once', () => {
  const about = {
    ...{ project: { id: 'p', name: 'Desk' }, span: { from: 1, until: 2 }, environment: null, release: null },
    basis: { sessions: 0, visitors: 0, releases: [] },
  };
  const whyNot = new Map([[7, 'Telemetry was left out: 2 places (sentry). Sessions would show it: a fetch.']]);
  const { points } = specifyWithCode([], about, [], '1.0.0', whyNot);
  expect(points[6]?.reason).toBe(
    'No session lies in this time range. Telemetry was left out: 2 places (sentry). Sessions would show it: a fetch.',
  );
});

test('a flag that sessions had on and off is the one that code asks for; one that none had was never reached', () => {
  const inCode = (name: string, provider: string | null = 'Unleash'): StatementOf<'flag'> => ({
    ...{ key: statementKey.flag(name), point: 9, kind: 'flag', text: `The flag ${name} is off by default.` },
    ...{ ...written, evidence: [...written.evidence] },
    ...{ name, default: false, provider, gates: [{ what: 'screen', name: '/checkout/v2' }] },
    seen: { on: 0, off: 0, variant: 0 },
  });
  const having = (number: number, newCheckout: boolean | string) =>
    visit(number, [{ screen: '/' }, { context: { 'feature_flags.newCheckout': newCheckout, plan: 'team' } }]);
  const sessions = [having(1, true), having(2, true), having(3, 'off')];
  const seen = specifyVisits(sessions).points.flatMap(({ statements }) => statements);
  // Of what the product keeps itself no service tells.
  const code = [inCode('new-checkout'), inCode('dark-mode'), inCode('night', null), inCode('a-b', 'Split')];
  const { statements, findings } = joinLegs(seen, code, '1.0.0');
  const [flag] = statements.filter((one) => one.kind === 'flag');
  expect(flag).toMatchObject({
    text: 'The flag new-checkout is off by default. It was on in 2 sessions and off in 1.',
    ...{ tier: 'firm', default: false, provider: 'Unleash', seen: { on: 2, off: 1, variant: 0 } },
  });
  expect(flag && [...new Set(kindsOf(flag))]).toEqual(['moment', 'code']);
  const unreached = findings.filter(({ point, sort }) => point === 9 && sort === 'in code, never reached');
  expect(unreached.map(({ text }) => text)).toEqual([
    'The flag dark-mode is in the code, and no session of 1.0.0 asked for it.',
  ]);
});

test('whose cart it is, or which account, is no part of a flag’s name', () => {
  const sessions = [1, 2].map((number) => visit(number, [{ context: { 'feature_flags.beta-10023': true } }]));
  const said = specifyVisits(sessions).points.flatMap(({ statements }) => statements);
  expect(said.flatMap((one) => (one.kind === 'flag' ? [one.name] : []))).toEqual(['beta-{integer}']);
  expect(JSON.stringify(said)).not.toContain('10023');
});
