import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLetters } from './letters.ts';

test('judges as the pattern does, whatever the text', () => {
  for (const pattern of [/^[A-Za-z0-9-]{8,64}$/, /^[\w.]{0,3}$/, /^[ -~]{2,5}$/]) {
    const fits = compileLetters(pattern) ?? expect.fail('it is of this form');
    const near = fc.string({ unit: fc.constantFrom(...'aZ9-_.~ \n\u0000\u00e9\u{1f600}'), maxLength: 70 });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => fits(text) === pattern.test(text)),
      { seed: 1 },
    );
    for (const length of [0, 2, 3, 5, 8, 64, 65])
      expect(fits('a'.repeat(length))).toBe(pattern.test('a'.repeat(length)));
  }
});

test('leaves patterns of another form alone', () => {
  for (const pattern of [
    /^p_[a-z0-9]{12}$/,
    /[a-z]{1,2}/,
    /^[a-z]{1,2}$/i,
    /^[^a]{1,2}$/,
    /^[a-zé]{1,2}$/,
    /^[a]b]{1,2}$/,
  ])
    expect(compileLetters(pattern)).toBeUndefined();
});
