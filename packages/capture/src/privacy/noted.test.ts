import { expect, test } from 'vitest';
import { createKnownTexts } from './known.ts';
import { createNotedTexts } from './noted.ts';

test('before the means have come, no word is shown that begins one of those typed, or holds one', () => {
  const texts = createNotedTexts();
  texts.typed('Quillon Varga-Ostrander, 4 Li Street');
  texts.chosen('Belgrade');
  expect(texts.hide('Ship to QUILLON Varga-Ostr… at Li Street?')).toBe(
    'Ship to {text} {text}-{text}… at {text} {text}?',
  );
  expect(texts.hide('Belgrade (Serbia)')).toBe('{text} (Serbia)');
  texts.typed('Żółkiewnicka');
  expect(texts.hide('All of ZOLKIEWNICKA, quillonvarga')).toBe('All of {text}, {text}');
  texts.typed('٤٨٢١٣');
  expect(texts.hide('Door ٤٨٢١٣')).toBe('Door {text}');
  const parts = ['quillon-varga', 'orders', 'ostrander', 'quillonvarga', 'zolkiewnicka'];
  expect(parts.map(texts.isData)).toEqual([true, false, true, true, true]);
});

test('before the means have come, what was answered is hidden as a whole, and states and kinds stay', () => {
  const texts = createNotedTexts();
  for (const answer of ['Varga (north)', 'Varga', 'draft', '10023']) texts.answered(answer);
  expect(texts.hide('Open varga (North) draft of Varga')).toBe('Open {text} draft of Varga');
});

test('the means are told all that was noted, in its order', () => {
  const texts = createNotedTexts();
  expect(texts.isData('orders')).toBe(false);
  const field = {};
  texts.found('Dear ', field);
  texts.typed('Dear Quillon Varga', false, field);
  texts.typed('orders');
  texts.typed('kestrel');
  texts.answered('Belgrade 12');
  texts.become(createKnownTexts());
  expect(texts.isData('orders')).toBe(false);
  expect(texts.isData('kestrel')).toBe(true);
  expect(texts.hide('Quillon Varga lives in belgrade 12')).toBe('{text} lives in {text}');
  expect(texts.hideTyped('Quillon Varga, Belgrade 12')).toBe('•••••, Belgrade 12');
  texts.typed('Ostrander');
  expect(texts.hide('Ostrander')).toBe('{text}');
});

test('a page that is never given the means keeps the latest thousands', () => {
  const texts = createNotedTexts();
  for (let i = 0; i < 5_500; i++) texts.typed(`word${i}x`);
  expect([texts.hide('word5499x'), texts.hide('word499x')]).toEqual(['{text}', 'word499x']);
});

test('of thousands of texts that an answer holds each costs the same, also once older ones go', () => {
  const texts = createNotedTexts();
  const { next } = Object.getPrototypeOf(new Set().values());
  let steps = 0;
  Object.getPrototypeOf(new Set().values()).next = function () {
    steps++;
    return next.call(this);
  };
  try {
    for (let at = 0; at < 3_000; at++) texts.answered(`Customer ${at} of them`);
  } finally {
    Object.getPrototypeOf(new Set().values()).next = next;
  }
  expect(steps).toBeLessThan(20_000);
});
