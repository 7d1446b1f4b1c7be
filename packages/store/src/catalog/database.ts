import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SightglassError } from '@sightglass/wire';
import { Kysely, SqliteDialect } from 'kysely';
import { latestVersion, migrate } from './migrations.ts';
import type { CatalogTables } from './tables.ts';

export type CatalogDatabase = Kysely<CatalogTables>;

/**
 * Opens the catalog's file, made or lifted to the newest version where needed. A commit survives a power cut: WAL with
 * `synchronous=FULL`, since what is kept here (who may do what) is small and must never go back in time.
 *
 * All of it is looked at for damage first, 70 ms of work for 200,000 fingerprints: where pages are damaged that a start does not need, it opens.
 *
 * @param onDamage - Called for damage, also when it is met long after.
 * @throws {SightglassError} `data_newer` when a newer version wrote the file; nothing was touched then. `catalog_damaged`
 */
export async function openDatabase(file: string, onDamage: () => void = () => undefined): Promise<CatalogDatabase> {
  const tell = <Answer>(ask: () => Answer): Answer => tellTrouble(ask, onDamage);
  const sqlite = tell(() => {
    refuseNewer(file);
    const opened = new DatabaseSync(file, { timeout: 5_000 });
    for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON', 'secure_delete=ON'])
      opened.exec(`PRAGMA ${pragma}`);
    if (opened.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') onDamage();
    return opened;
  });
  const database = new Kysely<CatalogTables>({ dialect: new SqliteDialect({ database: forKysely(sqlite, tell) }) });
  await migrate(database);
  return database;
}

/** Reads the version through a connection that cannot write, so that a newer folder stays as it is to the byte. */
function refuseNewer(file: string): void {
  if (!existsSync(file)) return;
  const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const known = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").get();
    const version =
      known === undefined ? 0 : Number(sqlite.prepare('SELECT version FROM schema_version').get()?.version);
    if (version > latestVersion)
      throw new SightglassError(
        'data_newer',
        `${file} has version ${version}, this program knows versions up to ${latestVersion}`,
      );
  } finally {
    sqlite.close();
  }
}

/** node:sqlite in the dress of the interface that Kysely's SQLite dialect asks for. */
function forKysely(sqlite: DatabaseSync, tell: <Answer>(ask: () => Answer) => Answer) {
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = tell(() => sqlite.prepare(sql));
      // Kysely compiles our values only to what SQLite takes; its own type says `unknown`.
      const bound = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      // SQLite itself takes back what it has no room for; taking it back once more would be the error that is told.
      const isOver = () => sql === 'rollback' && !sqlite.isTransaction;
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => tell(() => statement.all(...bound(parameters))),
        run: (parameters: readonly unknown[]) =>
          isOver() ? { changes: 0, lastInsertRowid: 0 } : tell(() => statement.run(...bound(parameters))),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

// https://www.sqlite.org/rescode.html: SQLITE_FULL, and SQLITE_CORRUPT and SQLITE_NOTADB. Those in the upper bits only say more.
const full = 13;
const damaged = [11, 26];

/** @throws {SightglassError} `disk_full`, `catalog_damaged` */
function tellTrouble<Answer>(ask: () => Answer, onDamage: () => void): Answer {
  try {
    return ask();
  } catch (cause) {
    const { errcode = 0 } = cause as { errcode?: number }; // errors of node:sqlite carry one
    if ((errcode & 0xff) === full) throw new SightglassError('disk_full', undefined, { cause });
    if (!damaged.includes(errcode & 0xff)) throw cause;
    onDamage();
    throw new SightglassError('catalog_damaged', 'catalog.sqlite in the data folder is damaged', { cause });
  }
}
