import { judged } from './judged.ts';
import { spoken } from './words.ts';

/**
 * What developers call a field that holds a password, a code, a key or the number of a card, written apart: `newPassword` is
 * `new password`. Short names count as words of their own only, since "pin" is in "shipping".
 */
const secretWords =
  /pass.?(key|phr|w|cod|e\b)|kennw|contrase|wachtw|senha|\b(c[sv][cv]2?|totp|iban|pass|pin|ssn|mdp|jwt|otp|tan|pwd?|token|credentials?|bearer|authorization|secrets?|mfa)\b|^(?=.*(n[ruú]|no\b|bleue|ban[ckq]|[ck]r[eé]dit)).*(ka+rt|card|tarj|cart[aeã])|\btarjeta\b|\bcart[aã]o\b|pr(ü|ue)f ?[nz]|^(?=.*(\bkey|phr|word|[ck][oó]d|answ)).*(v[eé]ri|recov|one.?ti|si(ch|cu)|\bpin|s[eé][cg]ur|backup|licen|seed)|cryptog|(encryption|access|private|api|signing).?key/;

const maxDepth = 64;

/** Whether a field, a key of a body or a parameter of that name is to be taken for a secret, whatever it holds. */
export const isSecretName = judged((name) => secretWords.test(spoken(name)));

/**
 * Whether a JSON value holds a secret: under such a name, as a `{ name: 'password', value: … }`, or as a signed token under any name.
 * What lies too deep to be looked through counts as one.
 */
export function holdsSecret(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isSignedToken(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth > maxDepth) return true;
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, depth + 1));
  if ('value' in value && 'name' in value && isSecretName(`${value.name}`)) return true;
  return Object.entries(value).some(([key, inside]) => isSecret(key, inside) || holdsSecret(inside, depth + 1));
}

/** Whether a value under this key is a secret itself. That there is a password, yes or no, is none. */
export function isSecret(key: string, value: unknown): boolean {
  return value !== null && typeof value !== 'boolean' && isSecretName(key);
}

/** A JSON web token. */
export function isSignedToken(text: string): boolean {
  return /^ey[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}
