/** A random id of `bytes` bytes in hexadecimal digits. */
export const newId = (bytes = 8): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

export function toHex(bytes: Uint8Array): string {
  return bytes.reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
}
