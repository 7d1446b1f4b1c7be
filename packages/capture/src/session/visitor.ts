import { toHex } from '../scene/id.ts';

const opaque = /^([\da-f]{16,64}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[0-7][\dA-HJKMNP-TV-Z]{25})$/i;

/**
 * The id under which a visitor is known outside this page: the application's own where it is opaque already (UUID, ULID, 16 or more
 * hexadecimal digits), else the first 16 digits of a hash of key and id, so that an e-mail used as an id stays here. SHA-256 where the
 * browser offers it (secure contexts only); a 64-bit hash of our own elsewhere.
 */
export async function visitorIdOf(id: string, key: string): Promise<string> {
  if (opaque.test(id)) return id;
  const text = `${key}:${id}`;
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return smallHash(text, 1) + smallHash(text, 2);
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return toHex(digest.subarray(0, 8));
}

/** FNV-1a with a final mix (the finaliser of MurmurHash3), eight hexadecimal digits. */
function smallHash(text: string, seed: number): string {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
