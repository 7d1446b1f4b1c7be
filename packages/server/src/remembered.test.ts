import { expect, test } from 'vitest';
import { createRemembered } from './remembered.ts';

test('of more than it holds, what was set longest ago is forgotten, and what is set again is new', () => {
  const remembered = createRemembered<number>(2);
  remembered.set('one', 1);
  remembered.set('two', 2);
  remembered.set('one', 11);
  remembered.set('three', 3);
  expect(['one', 'two', 'three'].map(remembered.get)).toEqual([11, undefined, 3]);
  remembered.delete('one');
  remembered.set('four', 4);
  expect(['one', 'three', 'four'].map(remembered.get)).toEqual([undefined, 3, 4]);
});
