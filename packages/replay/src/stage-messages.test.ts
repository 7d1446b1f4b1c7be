import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswer } from './stage-messages.ts';

const whole = {
  ...{ kind: 'shows', ask: 3, width: 800, height: 600, scale: 0.5, failed: 0, waiting: false },
  stretch: { id: 2, shown: 7, reached: Number.POSITIVE_INFINITY },
};

test('an answer of a stage is taken as it is meant, and nothing that stands beside', () => {
  expect(readAnswer({ ...whole, page: '<img>' })).toEqual(whole);
  expect(readAnswer({ ...whole, stretch: null })).toEqual({ ...whole, stretch: null });
  expect(readAnswer({ kind: 'ready', more: 1 })).toEqual({ kind: 'ready' });
  expect(readAnswer({ kind: 'broken', more: 1 })).toEqual({ kind: 'broken' });
});

test('one part that is no number of its kind, and it is none', () => {
  const parts = ['ask', 'width', 'height', 'scale', 'failed', 'waiting', 'stretch'] as const;
  const odd = fc.constantFrom(undefined, Number.NaN, -1, '1', [], { valueOf: 1 }, Number.NEGATIVE_INFINITY);
  fc.assert(
    fc.property(fc.constantFrom(...parts), odd, (part, value) => {
      expect(readAnswer({ ...whole, [part]: value })).toBeNull();
    }),
    { seed: 7 },
  );
});

test('whatever is sent, an answer is made of finite sizes or is none', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      const answer = readAnswer(given);
      if (answer?.kind === 'shows')
        expect([answer.width, answer.height, answer.scale].every(Number.isFinite)).toBe(true);
    }),
    { seed: 7 },
  );
});
