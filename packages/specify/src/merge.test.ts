import { type Observation, observationKinds } from '@sightglass/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeObservations } from './merge.ts';

const row: fc.Arbitrary<Observation> = fc.record({
  kind: fc.constantFrom(...observationKinds.slice(0, 2)),
  key: fc.constantFrom('/orders', '/orders/{integer}'),
  session: fc.constantFrom('one', 'two', 'three', 'four', 'five', 'six', 'seven'),
  visitor: fc.constantFrom('', 'ann', 'bob'),
  role: fc.constantFrom('', 'buyer'),
  release: fc.constantFrom('', '1.0.0', '1.1.0'),
  environment: fc.constant('production'),
  at: fc.nat(99),
  quality: fc.constantFrom(1 as const, 2 as const, 3 as const),
  note: fc.constantFrom('', 'seen'),
  first: fc.nat(99),
  last: fc.nat(99),
  n: fc.nat(9),
  against: fc.nat(2),
  counts: fc.dictionary(fc.constantFrom('status:200', '__proto__', 'title:Orders'), fc.integer({ min: 1, max: 5 })),
});
const rows = fc.array(row, { maxLength: 30 });
const runs = { seed: 7, numRuns: 300 };

test('the order and the repetition of rows do not matter', () =>
  fc.assert(
    fc.property(
      rows.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray([...some, ...some], { minLength: 0 }))),
      ([some, others]) => {
        const all = [...some, ...others];
        expect(mergeObservations(all)).toEqual(mergeObservations(some));
        expect(mergeObservations(all.toReversed())).toEqual(mergeObservations(some));
      },
    ),
    runs,
  ));

test('sums are those of the rows, each session once', () => {
  const [fact] = mergeObservations(
    ['a', 'b', 'b'].map((session, index) => ({
      ...{ kind: 'screen', key: '/orders', session, visitor: 'ann', role: 'buyer', release: '1.0.0', environment: '' },
      ...{
        at: 5,
        quality: 1,
        note: 'x',
        first: 5,
        last: 5 + index,
        n: 2 + index,
        against: 0,
        counts: { views: 3, 'status:200': 1 },
      },
    })),
  );
  expect(fact).toMatchObject({
    ...{ sessions: 2, visitors: 1, n: 6, last: 7, releases: ['1.0.0'], roles: { buyer: 2 } },
    ...{ counts: { views: 6, 'status:200': 2 }, visitorsOf: { 'status:200': 1 } },
  });
  expect(fact?.sample.map(({ session }) => session).sort()).toEqual(['a', 'b']);
});
