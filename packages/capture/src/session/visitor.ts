import { placeholderOf } from '@sightglass/privacy';
import { toHex } from '../scene/id.ts';

/**
 * The id under which a visitor is known outside this page: the application's own where it is opaque already (UUID, ULID, 16 to 64
 * hexadecimal digits of which not all are numbers, as a citizen's is), else the first 16 digits of a hash of key and id, so that an e-mail
 * used as an id stays here. SHA-256 where the browser offers it (secure contexts only) and the page lets it; a 64-bit hash elsewhere.
 */
export async function visitorIdOf(id: string, key: string): Promise<string> {
  if (id[15] && !id[64] && /^{[hu]/.test(placeholderOf(id) as string)) return id;
  const bytes = new TextEncoder().encode(`${key}:${id}`);
  try {
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 8));
  } catch {
    // None, or one of the page's own that fails.
  }
  // FNV-1a.
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
  return hash.toString(16).padStart(16, '0');
}
