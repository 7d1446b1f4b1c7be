import { scrubMessage } from '@sightglass/privacy';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKnownTexts } from './known.ts';

/** What stays though somebody typed it, or something like it: a page without it could not be read, or would be no page. */
beforeEach(() => void vi.stubGlobal('location', { hostname: 'shop.example' }));
afterEach(() => void vi.unstubAllGlobals());

test('with what addresses begin stays, while one is written as well: without it no other is known as an address, nor a picture found', () => {
  const known = createKnownTexts();
  const field = {};
  for (const text of ['http', 'https', 'https:', 'https://', 'https://ottiline.example'])
    known.typed(text, false, field);
  expect(known.hideTyped('https://shop.example/pictures/a.png')).toBe('https://shop.example/pictures/a.png');
  expect(known.hideTyped('of https://ottiline.example')).toBe('of •••••');
  expect(scrubMessage('at https://shop.example/people/umbralfinch', known)).toBe('at {url}');
});

test('what many houses of mail and parts of pages are called alike stays', () => {
  const known = createKnownTexts();
  for (const mail of ['ottiline@mail.example', 'ottiline@t-online.example', 'ottiline@home.example'])
    known.typed(mail, false, {});
  expect(known.hide('home, E-mail of Ottiline, shop online')).toBe('home, E-mail of {text}, shop online');
});

test('single digits stay where a password begins with one, or an address with one was typed', () => {
  const known = createKnownTexts();
  const password = {};
  for (const text of ['4', '4e', '4everYoung']) known.typed(text, true, password);
  known.typed('4 Larkspur Row', false, {});
  expect(known.hideTyped('7')).toBe('7');
  known.typed('471 102', true, {});
  expect(known.hideTyped('7')).toBe('•••••');
});

test('what style sheets call a part of a page stays, though a visitor looks for it, and however much they say before', () => {
  const known = createKnownTexts();
  for (let at = 0; at < 9_000; at++) known.hideTyped(`.rule-${at} { margin: 0 auto; padding: 0 }`, 'odd');
  known.hideTyped('.product-card { top: 0 }', 'odd');
  known.typed('product', false, {});
  expect(known.hideTyped('product-card umbra', 'odd')).toBe('product-card umbra');
  known.typed('umbralfinch', false, {});
  expect(known.hideTyped('card-umbralfinch', 'odd')).toBe('card-•••••');
});

test('what came in hundreds of fields is looked at once, and not anew for each word that may be data', () => {
  const known = createKnownTexts();
  for (let at = 0; at < 300; at++) known.typed(`${at + 100}`, false, {});
  known.isData('first');
  const asked = vi.spyOn(RegExp.prototype, 'test');
  for (let at = 0; at < 100; at++) known.isData(`field${at}`);
  expect(asked.mock.calls.length).toBeLessThan(3_000);
  asked.mockRestore();
  expect(['117', '117.pdf', '1170'].map(known.isData)).toEqual([true, true, false]);
});
