import type { FieldRefusal } from './answer.ts';
import { numbersOf } from './numbers.ts';
import type { Release } from './shapes.ts';

/** A body as it came: nothing in it is believed yet. */
export type Body = Record<string, unknown>;

const dayMs = 24 * 3_600_000;
const countries = ['DE', 'AT', 'CH', 'NL'];
const roles = ['admin', 'member', 'viewer'];
const email = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const date = /^\d{4}-\d{2}-\d{2}$/;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export const asBody = (value: unknown): Body =>
  // A JSON object is a record of unknown values; arrays and scalars are read as empty.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};

/** The first refusal of each field, as the forms show them. */
function firstOfEach(refusals: (FieldRefusal | false)[]): FieldRefusal[] {
  const seen = new Map<string, FieldRefusal>();
  for (const refusal of refusals) if (refusal && !seen.has(refusal.field)) seen.set(refusal.field, refusal);
  return [...seen.values()];
}

const when = (wrong: boolean, field: string, rule: string, message: string): FieldRefusal | false =>
  wrong && { field, rule, message };

export function checkSignIn(body: Body): FieldRefusal[] {
  return firstOfEach([
    when(!email.test(textOf(body.email)), 'email', 'format', 'That is not an e-mail address'),
    when(typeof body.password !== 'string', 'password', 'required', 'Enter your password'),
  ]);
}

function isDate(text: string): boolean {
  return date.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

export function checkOrder(release: Release, now: number, body: Body): FieldRefusal[] {
  const reference = textOf(body.reference);
  const neededBy = textOf(body.neededBy);
  const address = asBody(body.deliveryAddress);
  const { minLeadDays } = numbersOf(release);
  const earliest = Math.floor(now / dayMs) * dayMs + minLeadDays * dayMs;
  const hasDate = neededBy !== '';
  return firstOfEach([
    when(reference === '', 'reference', 'required', 'Give the order a reference'),
    when(reference.length < 3, 'reference', 'minLength', 'A reference has at least 3 characters'),
    when(reference.length > 40, 'reference', 'maxLength', 'A reference has at most 40 characters'),
    when(!/^[A-Za-z0-9 /-]+$/.test(reference), 'reference', 'pattern', 'Use letters, digits, spaces, / and - only'),
    when(release === '1.1.0' && !hasDate, 'neededBy', 'required', 'Say when you need it'),
    when(hasDate && !isDate(neededBy), 'neededBy', 'format', 'That is not a date'),
    when(
      hasDate && Date.parse(`${neededBy}T00:00:00Z`) < earliest,
      'neededBy',
      'compare',
      'The earliest date is in 2 days',
    ),
    when(textOf(address.street) === '', 'deliveryAddress.street', 'required', 'Enter a street'),
    when(textOf(address.city) === '', 'deliveryAddress.city', 'required', 'Enter a city'),
    when(!/^\d{5}$/.test(textOf(address.postcode)), 'deliveryAddress.postcode', 'pattern', 'A postcode has 5 digits'),
    when(!countries.includes(textOf(address.country)), 'deliveryAddress.country', 'enum', 'Choose a country'),
    when(textOf(body.note).length > 500, 'note', 'maxLength', 'A note has at most 500 characters'),
  ]);
}

export function checkQuantity(release: Release, quantity: unknown): FieldRefusal[] {
  const { maxQuantityPerLine } = numbersOf(release);
  const pieces = Number.isInteger(quantity) ? Number(quantity) : 0;
  return firstOfEach([
    when(pieces < 1, 'quantity', 'minimum', 'Order at least 1'),
    when(pieces > maxQuantityPerLine, 'quantity', 'maximum', `Order at most ${maxQuantityPerLine}`),
  ]);
}

export function checkLine(release: Release, body: Body): FieldRefusal[] {
  const partNo = textOf(body.partNo);
  return firstOfEach([
    when(partNo === '', 'partNo', 'required', 'Enter a part number'),
    when(!/^[A-Z]{3}-\d{4}$/.test(partNo), 'partNo', 'pattern', 'A part number looks like HNG-0412'),
    ...checkQuantity(release, body.quantity),
  ]);
}

export const notInPairs: FieldRefusal = {
  field: 'quantity',
  rule: 'multipleOf',
  message: 'Parts sold in pairs come in even numbers',
};

export function checkDecision(body: Body): FieldRefusal[] {
  const reason = textOf(body.reason);
  const rejects = body.decision === 'reject';
  return firstOfEach([
    when(body.decision !== 'approve' && !rejects, 'decision', 'enum', 'Approve or reject'),
    when(rejects && reason === '', 'reason', 'requiredIf', 'Say why the order is rejected'),
    when(reason !== '' && reason.length < 10, 'reason', 'minLength', 'A reason has at least 10 characters'),
  ]);
}

export function checkPart(release: Release, body: Body): FieldRefusal[] {
  const { maxPriceCents } = numbersOf(release);
  const { priceCents, stock } = body;
  const price = Number.isInteger(priceCents) ? Number(priceCents) : 0;
  const pieces = Number.isInteger(stock) ? Number(stock) : -1;
  return firstOfEach([
    when(priceCents !== undefined && price < 1, 'priceCents', 'minimum', 'A price is at least 1 cent'),
    when(priceCents !== undefined && price > maxPriceCents, 'priceCents', 'maximum', 'A price is at most 5,000.00 EUR'),
    when(stock !== undefined && pieces < 0, 'stock', 'minimum', 'Stock can not be negative'),
  ]);
}

export function checkUser(body: Body): FieldRefusal[] {
  return firstOfEach([
    when(body.role !== undefined && !roles.includes(textOf(body.role)), 'role', 'enum', 'Choose a role'),
    when(body.active !== undefined && typeof body.active !== 'boolean', 'active', 'type', 'Say yes or no'),
  ]);
}
