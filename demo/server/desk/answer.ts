import { numbersOf } from './numbers.ts';
import type { Release } from './shapes.ts';

/** What a call answers: a status and, save for 204, a body. Refusals are answers too; nothing here throws. */
export interface Answer {
  status: number;
  body?: unknown;
}

const refusals = {
  BAD_CREDENTIALS: [401, 'E-mail or password is wrong'],
  SESSION_EXPIRED: [401, 'Your session has ended, please sign in again'],
  FORBIDDEN: [403, 'Your role does not allow this'],
  TOO_MANY_ATTEMPTS: [429, 'Too many wrong sign-ins, try again in 15 minutes'],
  PART_NOT_FOUND: [404, 'There is no part with that number'],
  PART_DISCONTINUED: [409, 'That part is no longer made'],
  STOCK_TOO_LOW: [409, 'There are not enough pieces in stock'],
  ORDER_NOT_FOUND: [404, 'There is no such order'],
  ORDER_NOT_EDITABLE: [409, 'This order can no longer be changed'],
  ORDER_EMPTY: [422, 'An order needs at least one line'],
  ORDER_LINE_LIMIT: [422, ''],
  ORDER_TOTAL_LIMIT: [422, 'An order may not exceed 15,000.00 EUR'],
  ORDER_NOT_CANCELLABLE: [409, 'Only a draft or a submitted order can be cancelled'],
  ORDER_LOCKED: [423, 'Someone else is editing this order'],
  VALIDATION_FAILED: [422, 'Please check the marked fields'],
  LAST_ADMIN: [409, 'The last admin can not lose the role'],
} as const satisfies Record<string, readonly [number, string]>;

export type Refusal = keyof typeof refusals;

export interface FieldRefusal {
  field: string;
  rule: string;
  message: string;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };

/** `{error: {code, message}}`, with `fields` where single fields were refused. */
export function refuse(release: Release, code: Refusal, fields?: FieldRefusal[]): Answer {
  const [status, text] = refusals[code];
  const message =
    code === 'ORDER_LINE_LIMIT' ? `An order holds at most ${numbersOf(release).maxLinesPerOrder} lines` : text;
  return { status, body: { error: { code, message, ...(fields ? { fields } : {}) } } };
}
