import { timingSafeEqual } from 'node:crypto';
import { type Catalog, hashOfSecret, newSecret } from '@sightglass/store';
import { limits, SightglassError } from '@sightglass/wire';
import type { Passwords } from './password.ts';

/** @param where - Names the password where the asker may not know which one is meant. @throws {SightglassError} `weak_password` */
export function refuseWeak(password: string, where?: string): void {
  if ([...password].length >= limits.minPasswordChars) return;
  throw new SightglassError('weak_password', where && `${where} is too short`);
}

/** The one-time link by which the first owner claims a fresh server; its secret lives in memory and dies with the process. */
export interface SetupLink {
  /** For the fragment of the link: fragments are not sent, so the secret is in no log (ASVS 14.2.1). */
  secret: string;
  opens(secret: string): boolean;
}

/**
 * Sees to it that the server has an owner or a way to become one.
 *
 * @returns the set-up link while there is no owner, null when there is one.
 */
export async function startWithOwner(
  catalog: Catalog,
  passwords: Passwords,
  given: { email: string; password: string } | undefined,
): Promise<SetupLink | null> {
  if (await catalog.members.hasOwner()) return null;
  if (given !== undefined) {
    refuseWeak(given.password, 'SIGHTGLASS_OWNER_PASSWORD');
    const password = await passwords.hash(given.password);
    await catalog.members.createFirstOwner({
      email: given.email,
      name: given.email.split('@')[0] ?? 'Owner',
      password,
    });
    return null;
  }
  const secret = newSecret('sgo_');
  const expected = Buffer.from(hashOfSecret(secret));
  return { secret, opens: (offered) => timingSafeEqual(Buffer.from(hashOfSecret(offered)), expected) };
}
