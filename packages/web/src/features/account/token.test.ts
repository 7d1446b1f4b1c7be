import { expect, test } from 'vitest';
import { placeAfter, tokenOf } from './token.ts';

test('the secret is read from the fragment first', () => {
  expect(tokenOf('#abc', { token: 'xyz' })).toBe('abc');
  expect(tokenOf('token=abc', {})).toBe('abc');
  expect(tokenOf('', { token: 'xyz' })).toBe('xyz');
  expect(tokenOf('', {})).toBe('');
});

test.each([
  '//evil.example',
  'https://evil.example/p/x',
  '/\\evil.example',
  'javascript:alert(1)',
  '/p//evil',
  undefined,
])('signing in leads nowhere else: %s', (to) => expect(placeAfter(to)).toBe('/'));

test('signing in leads back to where one wanted to go', () =>
  expect(placeAfter('/p/p_abc/sessions?has=errors')).toBe('/p/p_abc/sessions?has=errors'));
