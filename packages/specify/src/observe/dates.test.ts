import { expect, test } from 'vitest';
import { formTemplate, withOneDate } from './dates.ts';

test.each([
  ['Opening hours of Sat, {number} Nov {number}, {date}', 'Opening hours of {date}'],
  ['Book {number}. November {number} um {date} Uhr', 'Book {date}'],
  ['Samstag, den {number}. November {number}', '{date}'],
  ['Nov {number}, {number}, {date} PM', '{date}'],
  ['Delivered {number}/{number}/{number} at {date}', 'Delivered {date}'],
  ['from {date}, {date}', 'from {date}'],
  ['{number} Uhr', '{date}'],
  ['Since {date}', 'Since {date}'],
])('a moment is one word: %s', (text, told) => expect(withOneDate(text)).toBe(told));

test.each([
  'Order {number}',
  'At most 30 lines',
  'Show {number} of {number}',
  'You may order 3',
  'May I help',
  'Mars {number}',
  'Item {number}, {number} EUR',
])('what is no moment stays: %s', (text) => expect(withOneDate(text)).toBe(text));

test.each([
  ['booking-2026-11-22', 'booking-{date}'],
  ['booking_22.11.2026', 'booking_{date}'],
  ['Book Sat, {number} Nov', 'Book {date}'],
  ['edit-order-10023', 'edit-order-{integer}'],
  ['comment-6f1c2b4e9d0a', 'comment-{hex}'],
  ['checkout-2', 'checkout-2'],
  ['New order', 'New order'],
])('the form %s is %s', (name, template) => expect(formTemplate(name)).toBe(template));
