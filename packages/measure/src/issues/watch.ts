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
/** Names travel in the URL. */
const releasesAtOnce = 50;

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

/** A fingerprint that the engine holds, with the first time that it was met. */
export interface LeftTrouble {
  fingerprint: string;
  first: number;
  firstRelease: string;
}

/** All fingerprints of a project of which anything is left. */
export function troubleLeft(columns: Columns, project: string): Promise<LeftTrouble[]> {
  return columns.ask(
    `SELECT toString(issue) AS fingerprint, toUnixTimestamp64Milli(min(told)) AS first, argMin(toString(release), told) AS firstRelease
     FROM (SELECT issue, release, at AS told FROM records WHERE project = {project:String} AND ${isTrouble})
     GROUP BY fingerprint`,
    { project },
    { timeoutMs: 60_000 },
  );
}

/** Those of these releases of which any session is left. */
export async function releasesLeft(
  columns: Columns,
  project: string,
  releases: readonly string[],
): Promise<Set<string>> {
  const left = new Set<string>();
  for (let first = 0; first < releases.length; first += releasesAtOnce) {
    const some = releases.slice(first, first + releasesAtOnce);
    const rows = await columns.ask<{ name: string }>(
      `SELECT DISTINCT toString(release) AS name FROM (
         SELECT release FROM sessions WHERE project = {project:String} AND release IN {some:Array(String)}
         UNION ALL SELECT release FROM records WHERE project = {project:String} AND ${isTrouble} AND release IN {some:Array(String)})`,
      { project, some },
      { timeoutMs: 60_000 },
    );
    for (const { name } of rows) left.add(name);
  }
  return left;
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
