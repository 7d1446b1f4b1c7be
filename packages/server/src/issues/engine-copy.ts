import type { Columns, KeptFingerprint } from '@sightglass/store';

const rowsAtOnce = 5_000;
/** The engine keeps a row of each fingerprint that there ever was; so many more than there are now may lie there until they are cleared. */
const spareRows = 1_000;

type Grouped = Pick<KeptFingerprint, 'fingerprint' | 'issue'>;

/** What the engine folds by, as the catalog says it. */
export interface EngineCopy {
  put(project: string, rows: readonly Grouped[]): Promise<void>;
  /**
   * Puts what the engine does not have, after a restart of either, and clears what it has too much of: fingerprints that nobody meets any more.
   *
   * @param rows - All that there are of the project.
   */
  complete(project: string, rows: readonly Grouped[]): Promise<void>;
}

/** @param spare - Rows that are not worth being cleared, beside as many as there are. */
export function createEngineCopy(columns: Columns, now: () => number, spare = spareRows): EngineCopy {
  let version = 0;

  async function put(project: string, rows: readonly Grouped[]): Promise<void> {
    // Rises also when the clock does not.
    version = Math.max(version + 1, now());
    for (let first = 0; first < rows.length; first += rowsAtOnce) {
      const some = rows.slice(first, first + rowsAtOnce);
      await columns.insert(
        'issue_groups',
        some.map(({ fingerprint, issue }) => `${JSON.stringify({ project, fingerprint, issue, version })}\n`).join(''),
      );
    }
  }

  /** All rows anew, and then what is older goes: whoever asks meanwhile finds the same. */
  async function putAnew(project: string, rows: readonly Grouped[]): Promise<void> {
    // Those that stand for themselves as well: older rows go part by part, and one of them may have stood for another.
    await put(project, rows);
    // Begun, and not waited for: an engine without room for it would hold up whoever stops.
    await columns.command(
      `ALTER TABLE issue_groups DELETE WHERE project = {project:String} AND version < {version:UInt64} SETTINGS mutations_sync = 0`,
      { project, version },
    );
  }

  return {
    put,
    async complete(project, rows) {
      const [held] = await columns.ask<{ count: number; newest: number }>(
        'SELECT count() AS count, max(version) AS newest FROM issue_groups WHERE project = {project:String}',
        { project },
      );
      version = Math.max(version, held?.newest ?? 0);
      if ((held?.count ?? 0) > 2 * rows.length + spare) return putAnew(project, rows);
      const there = await columns.ask<{ fingerprint: string; grouped: string }>(
        `SELECT fingerprint, argMax(issue, version) AS grouped FROM issue_groups
         WHERE project = {project:String} GROUP BY fingerprint`,
        { project },
      );
      const known = new Map(there.map(({ fingerprint, grouped }) => [fingerprint, grouped]));
      const missing = rows.filter(({ fingerprint, issue }) => (known.get(fingerprint) ?? fingerprint) !== issue);
      if (missing.length > 0) await put(project, missing);
    },
  };
}
