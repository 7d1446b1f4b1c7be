import { createHash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits behind a prefix that tells what leaked, should one ever leak. */
export function newSecret(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** Our secrets are random and long, so one fast hash is enough: nobody guesses 256 bits. Passwords are another matter. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `p_` and 12 lower-case letters or digits: 62 bits, so ids cannot be walked through. */
export function newId(prefix: string): string {
  let id = `${prefix}_`;
  for (let index = 0; index < 12; index += 1) id += alphabet[randomInt(alphabet.length)];
  return id;
}
