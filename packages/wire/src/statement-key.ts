import type { CallName } from './statement/index.ts';
import { placeOf, singular } from './template.ts';

/**
 * Canonical identities of statements, one function a kind. What sessions show and what code says of the same thing get the same key,
 * in every release; what names are called for reading (variables, capitals, plurals) is no part of it.
 */
export const statementKey = {
  purpose: (): string => 'purpose',
  audience: (): string => 'audience',
  capability: (entity: string): string => `capability ${thing(entity)}`,
  journey: (name: string): string => `journey ${name}`,
  /** @param route - With placeholders: `/orders/{orderId}`; what they are called does not count. */
  screen: (route: string): string => `screen ${placeOf(route)}`,
  link: (from: string, to: string): string => `link ${placeOf(from)} ${placeOf(to)}`,
  entity: (name: string): string => `entity ${thing(name)}`,
  /** @param name - As a path: `deliveryAddress.street`. */
  field: (entity: string, name: string): string => `field ${thing(entity)} ${name}`,
  state: (entity: string, name: string): string => `state ${thing(entity)} ${plain(name)}`,
  transition: (entity: string, from: string, to: string): string =>
    `transition ${thing(entity)} ${plain(from)} ${plain(to)}`,
  /** By its call where that is known, else by its form. */
  rule: (where: { call: CallName | null; form: string | null }, field: string, rule: string): string =>
    `rule ${where.call === null ? `form ${thing(where.form ?? '')}` : callOf(where.call)} ${field} ${rule}`,
  role: (name: string): string => `role ${plain(name)}`,
  /** One cell of the matrix; whether it is allowed is what the statement says of it. */
  permission: (role: string, what: { call: CallName | null; route: string | null; action: string | null }): string => {
    const done = what.call
      ? callOf(what.call)
      : what.route !== null
        ? `route ${placeOf(what.route)}`
        : `action ${what.action ?? ''}`;
    return `permission ${role === '*' ? role : plain(role)} ${done}`;
  },
  call: (method: string, host: string, path: string): string => `call ${method} ${host}${placeOf(path)}`,
  query: (call: CallName, name: string): string => `query ${callOf(call)} ${name}`,
  requestField: (call: CallName, name: string): string => `requestField ${callOf(call)} ${name}`,
  responseField: (call: CallName, status: number, name: string): string =>
    `responseField ${callOf(call)} ${status} ${name}`,
  status: (call: CallName, status: number): string => `status ${callOf(call)} ${status}`,
  /** By code, since one code may come with several statuses; by status, or by message, where there is none. */
  error: (error: { code: string; status: number | null; message: string }): string =>
    error.code !== ''
      ? `error ${error.code}`
      : error.status === null
        ? `error message ${error.message}`
        : `error HTTP ${error.status}`,
  constant: (name: string): string => `constant ${plain(name)}`,
  /** `newCheckout` and `new-checkout` are one: some libraries hand flags on in camel case. */
  flag: (name: string): string => `flag ${plain(name)}`,
  /** Browsers tell `Cart` from `cart`. What a placeholder is called does not count. */
  storage: (area: string | null, name: string): string => `storage ${area ?? 'somewhere'} ${placeOf(name)}`,
} as const;

const callOf = ({ method, path }: CallName): string => `${method} ${placeOf(path)}`;

/** `maxLines`, `max-lines` and `MAX_LINES` are one name. */
function plain(name: string): string {
  return wordsOf(name).join('-');
}

/** The same, and the last word in the singular: `OrderLines` and `order-line` are one thing. */
function thing(name: string): string {
  const words = wordsOf(name);
  const last = words.pop();
  return [...words, singular(last ?? '')].join('-');
}

/** The words of a name in small letters: `freeShippingFromCents` has four, `HTTPStatus` two. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
