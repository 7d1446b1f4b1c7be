import { judged } from './judged.ts';
import { spoken } from './words.ts';

/**
 * What developers call a field that holds a password, a code, a key or the number of a card, written apart: `newPassword` is
 * `new password`. Short names count as words of their own only, since "pin" is in "shipping".
 */
const secretWords =
  /pass.?(w|phr|cod|key|e\b)|kennw|contrase|wachtw|senha|\b(pwd?|pass|mdp|pin|otp|totp|mfa|tan|c[sv][cv]2?|ssn|iban|secrets?|token|jwt|credentials?|authorization|bearer)\b|^(?=.*(n[ruú]|no\b|[ck]r[eé]dit|ban[ckq]|bleue)).*(card|cart[aeã]|ka+rt|tarj)|\btarjeta\b|\bcart[aã]o\b|pr(ü|ue)f ?[nz]|^(?=.*([ck][oó]d|answ|phr|word|\bkey)).*(\bpin|seed|licen|s[eé][cg]ur|si(ch|cu)|v[eé]ri|one.?ti|recov|backup)|cryptog|(encryption|access|private|signing|api).?key/;

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
