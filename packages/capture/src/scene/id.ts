/** To ask the browser for a few random bytes costs as much as to ask it for many. */
let digits = '';

/** A random id of `bytes` bytes in hexadecimal digits. */
export function newId(bytes = 8): string {
  const length = bytes * 2;
  if (digits.length < length) digits = toHex(crypto.getRandomValues(new Uint8Array(128)));
  const id = digits.slice(0, length);
  digits = digits.slice(length);
  return id;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
