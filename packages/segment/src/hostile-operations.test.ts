import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentReader } from './reader.ts';
import type { Reading } from './reading.ts';
import { createTeller } from './teller.ts';
import { createStrictPlayer } from './testing/strict-player.ts';

const from = 1_790_000_000_000;
const page = { href: 'http://x/', width: 800, height: 600 };
const segment = (events: readonly unknown[], seq = 0) => ({ seq, from, until: from + 60_000, events });

/** Whatever can stand in JSON, and often what an operation could be. */
const { operation } = fc.letrec<{ operation: unknown[]; item: unknown; token: unknown }>((tie) => ({
  token: fc.oneof(
    fc.constantFrom<unknown>('text', -1, -2, -1e9, [8], [9], [11], [10, 'html', '', ''], [7, 'x'.repeat(22)], [12], []),
    fc.constantFrom<unknown>(
      [12, 'div', 'class'],
      [12, 'p', ['class', 'x'], ''],
      [12, 'b', '', [], 'id'],
      [12, 'a', 'id', 'class', ''],
      [12, 7],
      [13],
    ),
    fc.integer({ min: -3, max: 40 }),
    fc.tuple(
      fc.constantFrom('div', 'svg', 'math', 'iframe', 'style', 'textarea', '<img', '__proto__', ''),
      fc.constantFrom(
        'class',
        '__proto__',
        'constructor',
        ':value',
        ':css',
        ':blocked',
        ':adopted',
        ':scroll',
        ':open',
        'rr_width',
      ),
      tie('item'),
    ),
    fc.tuple(fc.constant(1), fc.nat({ max: 4 }), fc.constantFrom('g', 'mi', 'foreignObject')),
    tie('item'),
  ),
  item: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: -5, max: 40 }),
    fc.constantFrom<unknown>(
      null,
      true,
      Number.POSITIVE_INFINITY,
      -0.5,
      1e300,
      '',
      ':css',
      ':value',
      '__proto__',
      'p { a: b',
      { __proto__: null },
    ),
    fc.array(tie('item'), { maxLength: 5 }),
    fc.array(tie('token'), { maxLength: 9 }),
  ),
  operation: fc.oneof(
    fc.tuple(
      fc.nat({ max: 17 }),
      fc.nat({ max: 99 }),
      tie('item'),
      tie('item'),
      tie('item'),
      tie('item'),
    ) as fc.Arbitrary<unknown[]>,
    fc.tuple(
      fc.constant(0),
      fc.nat({ max: 9 }),
      fc.nat({ max: 3 }),
      fc.constant(page),
      fc.array(tie('token'), { maxLength: 30 }),
    ) as fc.Arbitrary<unknown[]>,
    fc.tuple(
      fc.constant(2),
      fc.nat({ max: 99 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(
        fc.tuple(
          fc.nat({ max: 40 }),
          fc.nat({ max: 4 }),
          fc.nat({ max: 4 }),
          fc.array(tie('token'), { maxLength: 12 }),
        ),
        { maxLength: 5 },
      ),
    ) as fc.Arbitrary<unknown[]>,
    fc.tuple(
      fc.constant(4),
      fc.nat({ max: 99 }),
      fc.nat({ max: 40 }),
      fc.constantFrom(':css', ':blocked', ':adopted', 'class', ':open'),
      tie('item'),
    ) as fc.Arbitrary<unknown[]>,
    fc.tuple(
      fc.constant(10),
      fc.nat({ max: 99 }),
      fc.integer({ min: -3, max: 40 }),
      fc.array(fc.tuple(tie('item'), tie('item')), { maxLength: 5 }),
    ) as fc.Arbitrary<unknown[]>,
    fc.constant<unknown[]>([1, 0]),
    tie('item') as fc.Arbitrary<unknown[]>,
  ),
}));

test('whatever operations hold, reading them does not throw, changes no prototype, and tells what can be JSON', () => {
  fc.assert(
    fc.property(fc.array(fc.array(operation, { maxLength: 12 }), { maxLength: 6 }), fc.nat({ max: 3 }), (all, gap) => {
      const reader = createSegmentReader();
      const told: Reading[] = all.map((events, at) => reader.read(segment(events, at * (gap === 0 ? 2 : 1))));
      const player = createStrictPlayer();
      const whole = createStrictPlayer();
      player.apply(JSON.parse(JSON.stringify([...told.flatMap(({ events }) => events), ...reader.rest()])));
      whole.apply(createTeller(reader.model).page(from));
      if (reader.rest().length > 0 || player.page() === null) return;
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(player.page()).toEqual(whole.page());
    }),
    { seed: 5, numRuns: 10_000 },
  );
});

test('the worst that one body can hold costs in step with taking it at all', () => {
  const wide = [
    [0, 0, 1, page, [['html'], ...Array.from({ length: 200_000 }, () => [8])]],
    [1, 0],
  ];
  const attacks: unknown[][] = [
    [...wide, ...Array.from({ length: 40_000 }, (_, at) => [2, 1, 300_000 + at, [[2, 0, 199_999, ['x']]]])],
    [...wide, ...Array.from({ length: 40_000 }, (_, at) => [4, 1, 3 + at * 4, ':blocked', [at, 1]])],
    [
      [0, 0, 1, page, Array.from({ length: 100_000 }, () => ['div'])],
      [1, 0],
      ...Array.from({ length: 10_000 }, (_, at) => [
        2,
        1,
        400_000 + at,
        [
          [900 + at, 0, 0, [['p']]],
          [3, 0, 0, [5]],
        ],
      ]),
    ],
    [
      [0, 0, 1, page, [['style'], `@media all { ${'a{b:c}'.repeat(50_000)} }`]],
      [1, 0],
      ...Array.from({ length: 5_000 }, () => [10, 1, 2, Array.from({ length: 9 }, () => [[0, 1], 'p{}'])]),
    ],
    [
      [0, 0, 1, page, [['p'], 'long'.repeat(120_000)]],
      [1, 0],
      ...Array.from({ length: 40_000 }, (_, at) => [3, 1, 3, [480_000 + at, '.']]),
    ],
    [
      ...wide,
      [9, 0, 'h'.repeat(22), 'data:image/png;base64,AAAA'],
      ...Array.from({ length: 40_000 }, (_, at) => [16, 1, `http://x/${at}`, [7, 'h'.repeat(22)]]),
    ],
    [...wide, ...Array.from({ length: 40_000 }, (_, at) => [11, 1, -1 - at, ';'.repeat(50)])],
    [
      [0, 0, 1, page, [['html'], ['div'], ...Array.from({ length: 20_000 }, () => [8]), -1, ['b']]],
      [1, 0],
      ...Array.from({ length: 5_000 }, (_, at) => [2, 1, 50_000, [[2, 0, 0, at % 2 ? [3, 20_004] : [20_004, 3]]]]),
    ],
  ];
  /** Of this thread alone: others may want the machine as well. */
  function workedMs(work: () => void): number {
    const started = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1_000;
  }
  let [takenMs, readMs] = [0, 0];
  for (const events of attacks) {
    const body = JSON.stringify(events);
    takenMs += workedMs(() => JSON.parse(body));
    readMs += workedMs(() => {
      const { events: told } = createSegmentReader().read(segment(events));
      expect(told.length).toBeLessThan(60_000);
    });
  }
  // Fifty times what it costs to take such bodies at all; with operations that look at all others it would be thousands.
  console.log(`reading the worst bodies costs ${Math.round(readMs / takenMs)} times what parsing them does`);
  expect(readMs / takenMs).toBeLessThan(400);
}, 300_000);
