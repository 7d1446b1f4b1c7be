import { type Columns, isTrouble } from '@sightglass/store';

/** Errors or failed calls of one fingerprint in one release, as far as they came in since the last look. */
export interface SeenTrouble {
  fingerprint: string;
  kind: 'error' | 'call';
  release: string;
  first: number;
  last: number;
}

const mostSeen = 20_000;

/**
 * What was stored of a project after a batch of the digest, and the newest batch there is.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function troubleSince(
  columns: Columns,
  project: string,
  batch: number,
): Promise<{ seen: SeenTrouble[]; newest: number }> {
  const rows = await columns.ask<SeenTrouble & { newest: number }>(
    `SELECT toString(issue) AS fingerprint, if(kind = 'error', 'error', 'call') AS kind, toString(release) AS release,
       toUnixTimestamp64Milli(min(at)) AS first, toUnixTimestamp64Milli(max(at)) AS last, max(_batch) AS newest
     FROM (SELECT issue, kind, release, at, _batch FROM records WHERE project = {project:String} AND _batch > {batch:UInt64} AND ${isTrouble})
     GROUP BY fingerprint, kind, release ORDER BY newest DESC, fingerprint, release LIMIT ${mostSeen}`,
    { project, batch },
    { timeoutMs: 30_000 },
  );
  return {
    seen: rows.map(({ newest: _, ...row }) => row),
    newest: rows.reduce((most, row) => Math.max(most, row.newest), batch),
  };
}

/** The latest of each of these fingerprints, as JSON of the record, with the release that it came from. */
export function troubleSamples(
  columns: Columns,
  project: string,
  fingerprints: readonly string[],
): Promise<{ fingerprint: string; record: string; release: string }[]> {
  return columns.ask(
    `SELECT toString(issue) AS fingerprint, argMax(record, told) AS record, argMax(toString(release), told) AS release
     FROM (
       SELECT issue, record, release, at AS told FROM records
       WHERE project = {project:String} AND ${isTrouble} AND issue IN {fingerprints:Array(String)}
     )
     GROUP BY fingerprint ORDER BY fingerprint`,
    { project, fingerprints },
    { timeoutMs: 30_000 },
  );
}

/** When each release was first used. */
export async function releaseBeginnings(columns: Columns, project: string): Promise<Map<string, number>> {
  const rows = await columns.ask<{ release: string; began: number }>(
    `SELECT toString(release) AS release, toUnixTimestamp64Milli(min(start)) AS began FROM sessions
     WHERE project = {project:String} GROUP BY release LIMIT 10000`,
    { project },
  );
  return new Map(rows.map(({ release, began }) => [release, began]));
}

/** Projects with errors or failed calls. */
export async function troubledProjects(columns: Columns): Promise<string[]> {
  const rows = await columns.ask<{ project: string }>(
    `SELECT toString(project) AS project FROM (SELECT project FROM records WHERE ${isTrouble}) GROUP BY project`,
  );
  return rows.map(({ project }) => project);
}
