import { type Columns, isTrouble, type MetRelease, mostReleases } from '@sightglass/store';

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

/** A fingerprint that the engine holds: the first time that it was met, and what the latest record of it says, with its release. */
export interface LeftTrouble {
  fingerprint: string;
  first: number;
  firstRelease: string;
  release: string;
  kind: 'error' | 'call';
  type: string;
  message: string;
  source: string;
}

interface LeftRow extends Pick<LeftTrouble, 'fingerprint' | 'first' | 'firstRelease'> {
  latest: [
    release: string,
    kind: string,
    name: string,
    type: string,
    text: string,
    call: string,
    status: number,
    code: string,
  ];
}

/** Of one answer, which is bounded in bytes: a message has up to six thousand. */
const leftAtOnce = 4_000;

/**
 * All fingerprints of a project of which anything is left. The words of a record stand in columns, all but why there was no answer.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function troubleLeft(columns: Columns, project: string): Promise<LeftTrouble[]> {
  const rows: LeftRow[] = [];
  for (let more = true; more; ) {
    const some = await columns.ask<LeftRow>(
      `SELECT toString(issue) AS fingerprint, toUnixTimestamp64Milli(min(told)) AS first, argMin(toString(release), told) AS firstRelease,
         argMax((toString(release), toString(kind), name, toString(type), text, concat(method, ' ', host, path), status, toString(code)), told) AS latest
       FROM (
         SELECT issue, release, kind, name, type, text, method, host, path, status, code, at AS told FROM records
         WHERE project = {project:String} AND ${isTrouble} AND issue > {after:String}
       )
       GROUP BY fingerprint ORDER BY fingerprint LIMIT ${leftAtOnce}`,
      { project, after: rows.at(-1)?.fingerprint ?? '' },
      { timeoutMs: 60_000 },
    );
    rows.push(...some);
    more = some.length === leftAtOnce;
  }
  const unanswered = rows.some(({ latest: [, kind, , , , , status] }) => kind === 'resource' && status === 0);
  const failures = unanswered ? await failuresLeft(columns, project) : new Map<string, string>();
  return rows.map(({ latest: [release, kind, name, type, text, call, status, code], ...row }): LeftTrouble => {
    if (kind === 'error') return { ...row, release, kind, type: name, message: text, source: type };
    const answer = [status, code].filter(Boolean).join(' ');
    const message = status === 0 ? failures.get(row.fingerprint) || 'no answer' : answer;
    return { ...row, release, kind: 'call', type: call, message, source: 'call' };
  });
}

/** Why calls had no answer: the same for all of one fingerprint, which is made of it too. */
async function failuresLeft(columns: Columns, project: string): Promise<Map<string, string>> {
  const rows = await columns.ask<{ fingerprint: string; failure: string }>(
    `SELECT toString(issue) AS fingerprint, any(JSONExtractString(record, 'failure')) AS failure FROM records
     WHERE project = {project:String} AND kind = 'resource' AND ${isTrouble} AND status = 0 GROUP BY fingerprint`,
    { project },
    { timeoutMs: 60_000 },
  );
  return new Map(rows.map(({ fingerprint, failure }) => [fingerprint, failure]));
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

/**
 * Releases among what was stored of a project after a batch of the digest and was recorded since a time, with when each was met first and last there,
 * and the newest batch there is.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function releasesSince(
  columns: Columns,
  project: string,
  batch: number,
  from: number,
): Promise<{ met: MetRelease[]; newest: number }> {
  const rows = await columns.ask<MetRelease & { newest: number }>(
    `SELECT toString(release) AS release, toUnixTimestamp64Milli(min(at)) AS first, toUnixTimestamp64Milli(max(at)) AS last, max(_batch) AS newest
     FROM records WHERE project = {project:String} AND _batch > {batch:UInt64} AND at >= fromUnixTimestamp64Milli({from:Int64})
     GROUP BY release ORDER BY last DESC, release LIMIT ${mostReleases}`,
    { project, batch, from },
    { timeoutMs: 30_000 },
  );
  return {
    met: rows.map(({ newest: _, ...row }) => row),
    newest: rows.reduce((most, row) => Math.max(most, row.newest), batch),
  };
}

/**
 * All releases of which a session is left. A session that went on under a later release counts for that one alone, from its own start on: records
 * tell better, where there are not too many of them.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export function releasesOfSessions(columns: Columns, project: string): Promise<MetRelease[]> {
  return columns.ask<MetRelease>(
    `SELECT toString(release) AS release, toUnixTimestamp64Milli(min(start)) AS first, toUnixTimestamp64Milli(max(start)) AS last
     FROM sessions WHERE project = {project:String} GROUP BY release ORDER BY last DESC, release LIMIT ${mostReleases}`,
    { project },
    { timeoutMs: 30_000 },
  );
}

/** Projects with errors or failed calls. */
export async function troubledProjects(columns: Columns): Promise<string[]> {
  const rows = await columns.ask<{ project: string }>(
    `SELECT toString(project) AS project FROM (SELECT project FROM records WHERE ${isTrouble}) GROUP BY project`,
  );
  return rows.map(({ project }) => project);
}
