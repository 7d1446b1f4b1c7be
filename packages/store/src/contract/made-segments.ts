import type { ReplayEvent, Segment, SegmentOperation } from '@sightglass/wire';
import fc from 'fast-check';
import { noon } from './rows.ts';

/** As rrweb sends it. */
export function segment(events: ReplayEvent[]): Segment {
  return {
    ...{ v: 1, format: 'rrweb/2', session: 'session-1', tab: 'tab-00001', page: 'page-0001', seq: 3, anchor: true },
    ...{ from: events[0]?.timestamp ?? 0, until: events.at(-1)?.timestamp ?? 0, sentAt: 0, events },
  };
}

/** In our own format. */
export function native(events: SegmentOperation[]): Segment {
  return { ...segment([]), format: 'sightglass/1', events };
}

export function event(timestamp: number, data: unknown = {}): ReplayEvent {
  return { type: 3, timestamp, data };
}

/** A segment such as a page makes: much of it repeats from one to the next. */
export function talk(seed: number): ReplayEvent[] {
  return Array.from({ length: 30 }, (_, index) =>
    event(noon + seed * 1_000 + index * 33, {
      source: 0,
      adds: [
        {
          parentId: 40 + index,
          nextId: null,
          node: { type: 2, tagName: 'td', id: 100 + index + seed, attributes: { class: 'cell' } },
        },
      ],
      texts: [{ id: 100 + index, value: `order ${(seed * 7919 + index * 104_729) % 99_991}` }],
    }),
  );
}

export function bytes(rows: readonly { length: number }[]): number {
  return rows.reduce((sum, row) => sum + row.length, 0);
}

export function never(): never {
  throw new Error('The list is shorter than it was made');
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ maxLength: 8 }).map((rest) => `¤${rest}`),
  fc.constantFrom('¤', '¤¤', '¤b0.0.aaaaaaaaaaaaaaaaaaaaaa', '\u{d800}', '__proto__'),
  fc.string({ minLength: 1_024, maxLength: 1_400 }),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.maxSafeInteger(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom('id', 'parentId', 'nextId', '__proto__'), text), tie('value')), {
        maxLength: 4,
      })
      .map(
        // As JSON.parse makes it: `__proto__` is a property like any other.
        (entries) =>
          JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`),
      ),
  ),
}));
/** Whatever may stand in one. */
export const anyEvent: fc.Arbitrary<ReplayEvent> = fc.record({
  type: fc.integer({ min: 0, max: 20 }),
  timestamp: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  data: anyValue,
});
