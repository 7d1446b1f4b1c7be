import type { Statement } from '@sightglass/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { make, orders, specificationOf } from '../testing/statements.ts';
import { diffSpecifications } from './diff.ts';

function told(from: Statement[], to: Statement[], laterSessions = 200): string[] {
  const after = specificationOf(to, { release: '1.1.0', sessions: laterSessions });
  return diffSpecifications(specificationOf(from), after).items.map(
    ({ key, change, severity }) => `${change}, ${severity}: ${key}`,
  );
}

test('a specification differs in nothing from itself', () => {
  const statements = [make.screen(), make.field(), make.rule(), make.call(), make.error(), make.constant()];
  expect(told(statements, statements)).toEqual([]);
});

describe('what is not seen any more', () => {
  const call = make.call({ path: '/api/categories/{slug}/parts', method: 'GET', support: { sessions: 30 } });

  test('is removed when it had occasion enough to be seen', () =>
    expect(told([call], [])).toEqual(['removed, breaking: call GET /api/categories/{}/parts']));

  test('is not exercised when too few sessions of the later release could have shown it', () => {
    const rare = make.call({ support: { sessions: 4 } });
    expect(told([rare], [])).toEqual(['not exercised, cosmetic: call POST /api/orders']);
    expect(told([call], [], 20)).toEqual(['not exercised, cosmetic: call GET /api/categories/{}/parts']);
  });

  test('is judged among the sessions that came to where it stood', () => {
    const answer = make.responseField({ name: 'discount', support: { sessions: 90 } });
    const seldom = make.call({ support: { sessions: 4 } });
    expect(told([make.call(), answer], [seldom])).toEqual([
      'not exercised, cosmetic: responseField POST /api/orders 201 discount',
    ]);
    expect(told([make.call(), answer], [make.call()])).toEqual([
      'removed, breaking: responseField POST /api/orders 201 discount',
    ]);
  });

  test('is gone from the code where both releases were read', () => {
    const evidence = [{ type: 'code' as const, file: 'app.js', line: 1, column: 7, release: '1.0.0' }];
    const [one, other] = [make.error({ evidence, support: { sessions: 2 } }), make.error({ code: 'OTHER', evidence })];
    expect(told([one, other], [other])).toEqual(['removed, loosened: error ORDER_TOO_LARGE']);
    expect(told([one], [make.error({ code: 'OTHER' })])).toContain('not exercised, cosmetic: error ORDER_TOO_LARGE');
  });

  test('is missed only if it was more than suspected', () =>
    expect(told([make.screen({ tier: 'suspected' })], [])).toEqual([]));
});

describe('a change of a value', () => {
  const severity = (from: Statement, to: Statement, others: Statement[] = []) =>
    told([from, ...others], [to, ...others]).map((line) => line.split(':')[0]);
  const shown = { seenBy: { 'type:null': 20, optional: 20, 'value:gone': 20 } };

  test('breaks where a request may hold less, and is harmless where an answer does', () => {
    expect(severity(make.requestField({ nullable: true, ...shown }), make.requestField())).toEqual([
      'changed, breaking',
    ]);
    expect(severity(make.responseField({ nullable: true, ...shown }), make.responseField())).toEqual([
      'changed, tightened',
    ]);
    expect(severity(make.requestField({ required: false, ...shown }), make.requestField())).toEqual([
      'changed, breaking',
    ]);
    expect(
      severity(make.requestField({ values: ['a', 'gone'], ...shown }), make.requestField({ values: ['a'] })),
    ).toEqual(['changed, breaking']);
    expect(
      severity(make.responseField({ values: ['a', 'gone'], ...shown }), make.responseField({ values: ['a'] })),
    ).toEqual(['changed, tightened']);
  });

  test('breaks where an answer may hold more, and is harmless where a request may', () => {
    expect(severity(make.responseField(), make.responseField({ nullable: true, ...shown }))).toEqual([
      'changed, breaking',
    ]);
    expect(severity(make.requestField(), make.requestField({ nullable: true, ...shown }))).toEqual([
      'changed, loosened',
    ]);
    expect(severity(make.responseField({ type: 'integer' }), make.responseField({ type: 'number' }))).toEqual([
      'changed, breaking',
    ]);
    expect(severity(make.requestField({ type: 'integer' }), make.requestField({ type: 'number' }))).toEqual([
      'changed, loosened',
    ]);
  });

  test('is chance, and no change, where few showed it', () => {
    const few = { seenBy: { 'type:null': 2, 'value:gone': 1 } };
    expect(severity(make.responseField({ nullable: true, ...few }), make.responseField())).toEqual([]);
    expect(
      severity(make.responseField({ values: ['a', 'gone'], ...few }), make.responseField({ values: ['a'], ...few })),
    ).toEqual([]);
  });

  test('of a limit breaks when it gets closer', () => {
    expect(severity(make.rule({ rule: 'maxLength', value: 40 }), make.rule({ rule: 'maxLength', value: 30 }))).toEqual([
      'changed, breaking',
    ]);
    expect(severity(make.rule({ rule: 'maxLength', value: 40 }), make.rule({ rule: 'maxLength', value: 50 }))).toEqual([
      'changed, loosened',
    ]);
    expect(severity(make.constant({ value: 30 }), make.constant({ value: 50 }))).toEqual(['changed, loosened']);
    expect(severity(make.constant({ value: 50 }), make.constant({ value: 30 }))).toEqual(['changed, breaking']);
  });

  test('of a clock is none where it was only seen to keep to a little more or less; where code says it, it is one', () => {
    const pause = (value: number, evidence = make.constant().evidence) =>
      make.constant({ name: 'partsDebounceMilliseconds', value, unit: 'milliseconds', evidence });
    const written = [{ type: 'code' as const, release: '1.0.0', file: 'parts.ts', line: 1, column: 1 }];
    expect(severity(pause(300), pause(320))).toEqual([]);
    expect(severity(pause(300), pause(500))).toHaveLength(1);
    expect(severity(pause(300, written), pause(320, written))).toHaveLength(1);
  });

  test('is cosmetic where only its words are others', () =>
    expect(severity(make.error({ message: 'Too much' }), make.error({ message: 'Too many' }))).toEqual([
      'changed, cosmetic',
    ]));
});

describe('a request that asks for more', () => {
  test('breaks at a call that was there, and not at a new one', () => {
    const added = [make.requestField({ name: 'costCentre' })];
    expect(told([make.call()], [make.call(), ...added])).toEqual([
      'added, breaking: requestField POST /api/orders costCentre',
    ]);
    expect(told([], [make.call(), ...added])).toEqual(['added, loosened: call POST /api/orders']);
  });

  test('is told once, as its rule', () => {
    const optional = make.requestField({ required: false, seenBy: { optional: 20 } });
    expect(told([make.call(), optional], [make.call(), make.requestField(), make.rule()])).toEqual([
      'added, breaking: rule POST /api/orders reference required',
    ]);
  });
});

describe('what one change brings with it is told with it', () => {
  test('a state: its transitions and the value of its field', () => {
    const field = (values: string[]) => make.field({ name: 'state', values, seenBy: { 'value:parked': 20 } });
    const from = [make.entity(), field(['draft', 'submitted'])];
    const to = [
      make.entity(),
      field(['draft', 'submitted', 'parked']),
      make.state({ name: 'parked' }),
      make.transition({ to: 'parked' }),
    ];
    expect(told(from, to)).toEqual(['added, loosened: state order parked']);
  });

  test('a field of which no entity is known: the other answers in which it stands', () => {
    const call = (path: string) => ({ method: 'GET', path });
    const answers = [make.call(), make.call(call('/api/orders'))];
    const fields = [
      make.responseField({ name: 'eta' }),
      make.responseField({ call: call('/api/orders'), status: 200, name: 'items[].eta' }),
    ];
    expect(told(answers, [...answers, ...fields])).toEqual([
      'added, loosened: responseField GET /api/orders 200 items[].eta',
    ]);
  });

  test('a permission that is taken away: the status that says so', () => {
    const may = (allowed: boolean) => make.permission({ call: orders, allowed });
    expect(told([make.call(), may(true)], [make.call(), may(false), make.status({ status: 403 })])).toEqual([
      'changed, breaking: permission member POST /api/orders',
    ]);
  });
});

test('sessions of one release, parted by visitor into two, differ in nothing', () => {
  const kinds = [make.screen, make.error, make.constant] as const;
  const visitors = 120;
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.15, max: 1, noNaN: true }), { minLength: 20, maxLength: 40 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (rates, chances) => {
        const draw = () => chances.next().value as number; // the stream has no end
        const half = () => {
          const statements = rates.flatMap((rate, index) => {
            const seen = Array.from({ length: visitors }, draw).filter((chance) => chance < rate).length;
            const name = `thing ${index}`;
            const nulls = Array.from({ length: seen }, draw).filter((chance) => chance < rate / 4).length;
            const support = { sessions: seen, visitors: seen };
            const one = kinds[index % kinds.length]?.({ support, ...{ route: `/${name}`, code: name, name } } as never); // each takes its own
            const field = make.responseField({ name, nullable: nulls > 0, seenBy: { 'type:null': nulls }, support });
            return seen === 0 || one === undefined ? [] : [one, field];
          });
          return specificationOf([make.call({ support: { sessions: visitors } }), ...statements], {
            sessions: visitors,
            visitors,
          });
        };
        const found = diffSpecifications(half(), half()).items.filter(({ change }) => change !== 'not exercised');
        expect(found.map(({ text }) => text)).toEqual([]);
      },
    ),
    { seed: 11, numRuns: 100 },
  );
});
