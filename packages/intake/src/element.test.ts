import { expect, test } from 'vitest';
import { nameOf } from './element.ts';

test('a field that has no words is called as code calls it, small numbers included, as our own SDK tells it', () => {
  expect(nameOf({ name: 'question_12', id: 'mat-input-3' }, '')).toBe('question_12');
  expect(nameOf({ name: 'lines[0][quantity]' }, undefined)).toBe('lines[].quantity');
  expect(nameOf({ name: 'quantity_10023' }, '•••')).toBe('{code}');
  expect(nameOf({ name: 'Home town of q@canary.invalid' }, undefined)).toBe('Home town of {email}');
  expect(nameOf({ name: 'question_12', placeholder: 'How old are you?' }, undefined)).toBe('How old are you?');
  expect(nameOf({ name: '***', id: 'note' }, '***')).toBe('note');
});
