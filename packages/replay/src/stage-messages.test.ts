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

const element = {
  ...{
    selector: '#a > b',
    label: 'b',
    tag: 'b',
    attributes: [['class', 'x']],
    more: { attributes: 0, inside: 2 },
    states: ['focus'],
  },
  ...{
    role: 'button',
    name: 'Buy',
    text: 'Buy',
    box: { x: -1, y: 2.5, width: 3, height: 4 },
    style: [['display', 'block']],
  },
  ...{
    above: ['html'],
    inside: [],
    place: { number: 1, of: 1 },
    control: { is: 'itself', role: 'button', name: 'Buy', path: 'b', isAlone: true },
  },
};

test('of an element short texts are taken, without what could lead astray where they are pasted, and nothing else', () => {
  const found = (given: unknown) => readAnswer({ kind: 'inspects', ask: 4, found: given });
  const taken = { kind: 'inspects', ask: 4, found: element };
  expect(found({ ...element, page: '<img>', states: ['focus', 'haunted', {}] })).toEqual(taken);
  expect(found({ ...element, name: ' Buy\u0000\u2028\u202e', tag: 'b\n' })).toEqual(taken);
  expect(found({ ...element, name: { toString: () => 'Buy' } })).toMatchObject({ found: { name: '' } });
  const long = { ...element, text: 'x'.repeat(5_000), above: Array.from({ length: 500 }, () => 'div') };
  const judged = found(long);
  expect(judged?.kind === 'inspects' && [judged.found?.text.length, judged.found?.above.length]).toEqual([600, 60]);
  for (const box of [null, { ...element.box, x: Number.NaN }, { ...element.box, width: '3' }])
    expect(found({ ...element, box })).toMatchObject({ found: null });
  expect(readAnswer({ kind: 'inspects', ask: -1, found: null })).toBeNull();
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
      const told = readAnswer({ kind: 'inspects', ask: 1, found: { ...element, ...(given as object) } });
      expect(told === null || JSON.stringify(told).length < 200_000).toBe(true);
    }),
    { seed: 7 },
  );
});
