import { expect, test } from 'vitest';
import { type FieldKind, ruleNamed, rulesTold } from './message-rule.ts';
import { numberOf } from './sentence.ts';

const text: FieldKind = { number: false, whole: true, date: false, list: false, choice: false, minor: false };
const number = { ...text, number: true };
const date = { ...text, date: true };
const choice = { ...text, choice: true };
const list = { ...text, list: true };
const price = { ...number, minor: true };

test.each<[message: string, field: FieldKind, rule: string, value: unknown]>([
  ['Enter your name', text, 'required', null],
  ['Give the booking a title', text, 'required', null],
  ['This field is required.', text, 'required', null],
  ["can't be blank", text, 'required', null],
  ['Please fill out this field.', text, 'required', null],
  ['Bitte geben Sie einen Namen ein', text, 'required', null],
  ['Darf nicht leer sein', text, 'required', null],
  ['A reason is required when you decline', text, 'requiredIf', null],
  ['A title has at least 3 characters', text, 'minLength', 3],
  ['must be at least 3', text, 'minimum', 3],
  ['Must be 8 characters or more', text, 'minLength', 8],
  ['Please lengthen this text to 10 characters or more', text, 'minLength', 10],
  ['is too short (minimum is 5 characters)', text, 'minLength', 5],
  ['No more than 40 characters', text, 'maxLength', 40],
  ['Der Titel darf höchstens 40 Zeichen haben', text, 'maxLength', 40],
  ['Mindestens 2 Zeichen', text, 'minLength', 2],
  ['Book at most 12 seats', number, 'maximum', 12],
  ['must be less than or equal to 99', number, 'maximum', 99],
  ['Value must be greater than or equal to 1', number, 'minimum', 1],
  ['must be greater than 0', number, 'minimum', 1],
  ['must not be more than 7', number, 'maximum', 7],
  ['A price is at most 5,000.00 EUR', price, 'maximum', 500_000],
  ['A price is at most 5,000.00 EUR', number, 'maximum', 5_000],
  ['A stock can not be negative', number, 'minimum', 0],
  ['Seats come in multiples of 4', number, 'multipleOf', 4],
  ['No {text} holds more than 80 pieces', number, 'maximum', 80],
  ['A hive needs a label', text, 'required', null],
  ['That is not an e-mail address', text, 'format', 'email'],
  ['Invalid email', text, 'format', 'email'],
  ['Keine gültige E-Mail-Adresse', text, 'format', 'email'],
  ['That is not a date', text, 'format', 'date'],
  ['A postcode has 5 digits', text, 'pattern', String.raw`^\d{5}$`],
  ['Use letters and digits only', text, 'pattern', null],
  ['A number looks like {code}', text, 'pattern', null],
  ['Choose a room', choice, 'enum', null],
  ['Choose a room', text, 'required', null],
  ['must be one of the following', text, 'enum', null],
  ['The earliest date is in 2 days', text, 'compare', 'at least today + 2 days'],
  ['The date must be in the future', date, 'compare', 'after today'],
  ['The end must be after the start', date, 'compare', 'after start'],
  ['The passwords do not match', text, 'equals', null],
  ['The end comes after the start', text, 'compare', 'after start'],
  ['A visit is at least 2 days ahead', text, 'compare', 'at least today + 2 days'],
  ['That name is already taken', text, 'unique', null],
  ['You must accept the terms', text, 'required', null],
  ['Choose at most 3 tags', list, 'maxItems', 3],
  ['Pick a number up to {number}', number, 'maximum', null],
  ['must match {text}', text, 'pattern', null],
  ['must contain at least 1 digit', text, 'pattern', null],
  ['String must contain at least 3 character(s)', text, 'minLength', 3],
  ['Ensure this value has at most 40 characters (it has {number}).', text, 'maxLength', 40],
  ['The selected room is invalid.', text, 'enum', null],
  ['Please enter a valid phone number', text, 'format', 'phone'],
  ['Pick a start time', text, 'required', null],
  ['Nobody picks for more than 9 hours', number, 'maximum', 9],
  ['Nothing above {number} kg fits our scales', number, 'maximum', null],
  ['No permit covers more than 5,000 tonnes', number, 'maximum', 5_000],
  ['More than 500 mg needs a second vet', number, 'maximum', 500],
  ['Less than 5 kg is not shipped', number, 'minimum', 5],
  ['More than 3 letters are required', text, 'minLength', 4],
  ['Say a little more, 10 letters at least', text, 'minLength', 10],
  ['40 Zeichen höchstens', text, 'maxLength', 40],
  ['At least one person', number, 'minimum', 1],
  ['How many people?', number, 'required', null],
  ['Who is it for?', text, 'required', null],
  ['A password is needed', text, 'required', null],
])('%j of %o tells %s %j', (message, field, rule, value) =>
  expect(rulesTold(message, field)).toEqual([{ rule, value }]),
);

test('a range tells two rules', () => {
  expect(rulesTold('Must be between 1 and 200', number)).toEqual([
    { rule: 'minimum', value: 1 },
    { rule: 'maximum', value: 200 },
  ]);
  expect(rulesTold('size must be between 3 and 40', text)).toEqual([
    { rule: 'minLength', value: 3 },
    { rule: 'maxLength', value: 40 },
  ]);
});

test.each(['There is no room with that number', 'Something went wrong', 'Only 3 seats left'])(
  '%j tells of no rule',
  (message) => expect(rulesTold(message, text)).toEqual([]),
);

test.each([
  ['too_small', text, 'minLength'],
  ['too_small', number, 'minimum'],
  ['string.max', text, 'maxLength'],
  ['isNotEmpty', text, 'required'],
  ['any.only', text, 'enum'],
  ['blank', text, 'required'],
  ['unlucky', text, undefined],
] as const)('an answer that names %j means a rule that we know', (name, field, rule) =>
  expect(ruleNamed(name, field)).toBe(rule),
);

test.each([
  ['15,000.00', 15_000],
  ['15.000,00', 15_000],
  ["15'000", 15_000],
  ['1,000', 1_000],
  ['1.5', 1.5],
  ['0,75', 0.75],
  ['200', 200],
  ['1,234,567', 1_234_567],
])('%j is %d', (written, value) => expect(numberOf(written)).toBe(value));

test('of two numbers both are told, and of which one was taken out the other', () => {
  expect(rulesTold('Doses are 5 to 250 ml', number)).toEqual([
    { rule: 'minimum', value: 5 },
    { rule: 'maximum', value: 250 },
  ]);
  expect(rulesTold('A name has {number} to 60 letters', text)).toEqual([
    { rule: 'minLength', value: null },
    { rule: 'maxLength', value: 60 },
  ]);
});
