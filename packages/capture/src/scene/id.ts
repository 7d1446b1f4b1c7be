/** A random id of `bytes` bytes in hexadecimal digits. */
export function newId(bytes = 8): string {
  const random = new Uint8Array(bytes);
  if (typeof crypto === 'object') crypto.getRandomValues(random);
  else for (let i = 0; i < bytes; i++) random[i] = Math.random() * 256;
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
