import type { DatabaseSync } from 'node:sqlite';
import { SightglassError } from '@sightglass/wire';

/** SQLITE_FULL, and SQLITE_CORRUPT and SQLITE_NOTADB (https://www.sqlite.org/rescode.html); those in the upper bits only say more. */
const full = 13;
const damaged = [11, 26];

/** @throws {SightglassError} `disk_full`; `ledger_damaged` where a page of the file cannot be read; whatever else is thrown stays as it is */
export function tellDamage<Answer>(ask: () => Answer, onDamage: () => void): Answer {
  try {
    return ask();
  } catch (cause) {
    const { errcode = 0 } = cause as { errcode?: number }; // errors of node:sqlite carry one
    if ((errcode & 0xff) === full)
      throw new SightglassError('disk_full', 'There is no room for ledger.sqlite in the data folder', { cause });
    if (!damaged.includes(errcode & 0xff)) throw cause;
    onDamage();
    throw new SightglassError('ledger_damaged', 'ledger.sqlite in the data folder is damaged', { cause });
  }
}

/** The same face, of which each method tells of damage so. */
export function tellingDamage<Face extends object>(face: Face, onDamage: () => void): Face {
  const told = Object.entries(face).map(([name, method]) => [
    name,
    (...given: unknown[]) => tellDamage(() => (method as (...given: unknown[]) => unknown)(...given), onDamage),
  ]);
  return Object.fromEntries(told) as Face; // the same methods, which take and give the same
}

/** @throws as a page does that cannot be read */
export function mustBeSound(database: DatabaseSync): void {
  if (!isSound(database)) throw Object.assign(new Error('It holds pages that cannot be read'), { errcode: damaged[0] });
}

/** Looks at every page: 0.1 s for each 50 MB. */
export function isSound(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok';
}
