import { ClickHouseError } from '@clickhouse/client';
import { SightglassError } from '@sightglass/wire';
import type { Columns } from './columns.ts';

/** The embedded engine's own: all that is asked was tried with it, and nothing with an older one. */
export const leastVersion = [26, 7] as const;

/**
 * Makes a database of a ClickHouse server one data folder's own. The rows in it carry numbers that the folder gives out, so that those of another
 * folder would be taken for what was stored already. Safe to repeat.
 *
 * @param folder - The folder's id.
 * @throws {SightglassError} `engine_unavailable` while nobody answers, `clickhouse_refused` where this server, user or database will not do,
 *   `clickhouse_taken` by another folder
 */
export async function claimDatabase(columns: Columns, folder: string): Promise<void> {
  const owner = await understood(async () => {
    const [is] = await columns.ask<{ version: string }>('SELECT version() AS version');
    if (is !== undefined && !isEnough(is.version)) return { tooOld: is.version };
    await columns.command('CREATE TABLE IF NOT EXISTS kept_for (folder String) ENGINE = MergeTree ORDER BY folder');
    await columns.command('INSERT INTO kept_for SELECT {folder:String} WHERE (SELECT count() FROM kept_for) = 0', {
      folder,
    });
    const owners = await columns.ask<{ folder: string }>('SELECT folder FROM kept_for');
    return { folders: owners.map((one) => one.folder) };
  });
  if ('tooOld' in owner)
    throw refused(`It is version ${owner.tooOld}; Sightglass needs ${leastVersion.join('.')} or a newer one`);
  const other = owner.folders.find((one) => one !== folder);
  if (other !== undefined)
    throw new SightglassError('clickhouse_taken', `The ClickHouse database belongs to another data folder, ${other}`);
}

/** What the server says of a wrong password, a missing database or right is for the operator, as it stands. */
async function understood<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof SightglassError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    const kind = cause instanceof ClickHouseError ? `${cause.type ?? ''} (${cause.code}): ` : '';
    throw refused(`It says: ${kind}${said.split('\n')[0]?.slice(0, 300)}`, cause);
  }
}

const refused = (why: string, cause?: unknown): SightglassError =>
  new SightglassError('clickhouse_refused', `The ClickHouse server cannot be used. ${why}`, { cause });

/** `26.7.2.1` */
function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastVersion[0] || (major === leastVersion[0] && minor >= leastVersion[1]);
}
