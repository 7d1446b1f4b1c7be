import type { Columns, KeptFingerprint } from '@sightglass/store';

const rowsAtOnce = 5_000;

/** What the engine folds by, as the catalog says it. */
export interface EngineCopy {
  put(project: string, rows: readonly Pick<KeptFingerprint, 'fingerprint' | 'issue'>[]): Promise<void>;
  /** Puts what the engine does not have, after a restart of either. */
  complete(project: string, rows: readonly Pick<KeptFingerprint, 'fingerprint' | 'issue'>[]): Promise<void>;
}

export function createEngineCopy(columns: Columns, now: () => number): EngineCopy {
  let version = 0;

  async function put(project: string, rows: Parameters<EngineCopy['put']>[1]): Promise<void> {
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

  return {
    put,
    async complete(project, rows) {
      const there = await columns.ask<{ fingerprint: string; grouped: string; newest: number }>(
        `SELECT fingerprint, argMax(issue, version) AS grouped, max(version) AS newest FROM issue_groups
         WHERE project = {project:String} GROUP BY fingerprint`,
        { project },
      );
      version = there.reduce((most, { newest }) => Math.max(most, newest), version);
      const known = new Map(there.map(({ fingerprint, grouped }) => [fingerprint, grouped]));
      const missing = rows.filter(({ fingerprint, issue }) => (known.get(fingerprint) ?? fingerprint) !== issue);
      if (missing.length > 0) await put(project, missing);
    },
  };
}
