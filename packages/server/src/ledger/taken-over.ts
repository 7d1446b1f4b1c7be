import type { DatabaseSync } from 'node:sqlite';
import { readNumber, write } from './schema.ts';

const name = 'taken over';

/** A folder that was restored has taken erasures over from the one whose place it takes, and they are not carried out in it yet. */
export const hasTakenOver = (database: DatabaseSync): boolean => readNumber(database, name) > 0;

export const setTakenOver = (database: DatabaseSync): void => write(database, name, 1);

export function endTakenOver(database: DatabaseSync): void {
  database.prepare('DELETE FROM state WHERE name = ?').run(name);
}
