import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SightglassError } from '@sightglass/wire';

const version = 2;

const schema = `
  CREATE TABLE state (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, open INTEGER NOT NULL,
    -- Batches that this one is a part of, and what it should have written where: JSON.
    ancestors TEXT NOT NULL, atoms TEXT NOT NULL
  );
  CREATE TABLE claims (identity BLOB PRIMARY KEY, sequence INTEGER NOT NULL, content TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX claims_by_time ON claims (at);
  CREATE TABLE outcomes (
    project TEXT NOT NULL, day TEXT NOT NULL, door TEXT NOT NULL, outcome TEXT NOT NULL, items INTEGER NOT NULL,
    PRIMARY KEY (project, day, door, outcome)
  ) WITHOUT ROWID;
`;
const from1to2 = 'CREATE TABLE erased (mark BLOB PRIMARY KEY) WITHOUT ROWID;';

/**
 * Opens `ledger.sqlite`, by the server and by the digest at once. A commit is on the disk when it returns.
 *
 * @throws {SightglassError} `data_newer`
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 10_000 });
  // Deleted rows are overwritten: what is erased is gone from the file.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  transaction(database, () => {
    const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (found > version)
      throw new SightglassError('data_newer', `${file} has version ${found}, this program knows ${version}`);
    if (found === version) return;
    if (found === 0) database.exec(schema);
    database.exec(`${from1to2} PRAGMA user_version = ${version};`);
  });
  return database;
}

/** Writes all of it or nothing. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A failed commit may have ended the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export function readNumber(database: DatabaseSync, name: string): number {
  const value = database.prepare('SELECT value FROM state WHERE name = ?').get(name)?.value;
  return typeof value === 'number' ? value : 0;
}

export function readText(database: DatabaseSync, name: string): string {
  const value = database.prepare('SELECT value FROM state WHERE name = ?').get(name)?.value;
  return typeof value === 'string' ? value : '';
}

export function write(database: DatabaseSync, name: string, value: number | string): void {
  database
    .prepare('INSERT INTO state (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value);
}
