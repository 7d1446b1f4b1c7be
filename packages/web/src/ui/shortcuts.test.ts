import { expect, test } from 'vitest';
import { createShortcuts, type KeyPress } from './shortcuts.ts';

const key = (name: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

function withKeys(...keys: string[]) {
  const ran: string[] = [];
  const shortcuts = createShortcuts();
  const remove = shortcuts.add({
    name: 'Test',
    shortcuts: keys.map((one) => ({ keys: one, says: one, run: () => ran.push(one) })),
  });
  return { ran, shortcuts, remove };
}

test('two keys in a row make a sequence, unless the second comes late', () => {
  const { ran, shortcuts } = withKeys('g s');
  shortcuts.press(key('g'), 0);
  shortcuts.press(key('s'), 5_000);
  expect(ran).toEqual([]);
  shortcuts.press(key('g'), 6_000);
  shortcuts.press(key('s'), 6_400);
  expect(ran).toEqual(['g s']);
});

test('control and command are the same to us, and option with a letter is never ours', () => {
  const { ran, shortcuts } = withKeys('mod+k', 'k');
  shortcuts.press(key('k', { ctrlKey: true }), 0);
  shortcuts.press(key('K', { metaKey: true }), 2_000);
  expect(shortcuts.press(key('k', { altKey: true }), 4_000)).toBe(false);
  expect(ran).toEqual(['mod+k', 'mod+k']);
});

test('Shift makes another chord of a letter or a named key, and is a part of a sign', () => {
  const { ran, shortcuts } = withKeys('u', 'shift+u', 'arrowleft', 'shift+arrowleft', '?');
  shortcuts.press(key('U', { shiftKey: true }), 0);
  shortcuts.press(key('ArrowLeft', { shiftKey: true }), 2_000);
  shortcuts.press(key('?', { shiftKey: true }), 4_000);
  expect(ran).toEqual(['shift+u', 'shift+arrowleft', '?']);
});

test('Option makes another chord of an arrow', () => {
  const { ran, shortcuts } = withKeys('arrowleft', 'alt+arrowleft');
  shortcuts.press(key('ArrowLeft', { altKey: true }), 0);
  expect(ran).toEqual(['alt+arrowleft']);
});

test('what a screen added goes away with it', () => {
  const { ran, shortcuts, remove } = withKeys('space');
  shortcuts.press(key(' '), 0);
  remove();
  expect(shortcuts.press(key(' '), 2_000)).toBe(false);
  expect(ran).toEqual(['space']);
  expect(shortcuts.groups()).toEqual([]);
});
