import { stateColumns } from './adding-up.ts';
import type { Columns } from './columns.ts';

/** A day of a project, as far as sessions were observed that began in it. */
export interface ObservedDay {
  project: string;
  /** Its beginning, UTC, milliseconds. */
  day: number;
  sessions: number;
  /** How many of its hours are added up; 0: none. */
  hours: number;
  /** 1: what is added up does not hold any more, since one of its sessions has shown something else. */
  stale: number;
}

/** Days with at least so many sessions, of all projects; newest first. */
export function listDays(columns: Columns, leastSessions: number): Promise<ObservedDay[]> {
  return columns.ask<ObservedDay>(
    `SELECT project, toUnixTimestamp64Milli(day) AS day, uniqExact(session) AS sessions, any(states.hours) AS hours,
       toUInt8(maxIf(told.version, told.start < told.day + toIntervalHour(states.hours)) > any(states.folded)) AS stale
     FROM (
       SELECT project, session, start, version, toDateTime64(toStartOfDay(start), 3, 'UTC') AS day FROM observations WHERE kind = ''
     ) AS told LEFT JOIN (
       SELECT project, start AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.folded, sums.version) AS folded
       FROM observation_states AS sums WHERE kind = '' GROUP BY project, day
     ) AS states USING (project, day)
     GROUP BY project, day HAVING sessions >= {leastSessions:UInt32} ORDER BY day DESC, project`,
    { leastSessions },
    { timeoutMs: 60_000 },
  );
}

const inHours = `project = {project:String}
    AND start >= fromUnixTimestamp64Milli({day:Int64}) AND start < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * 3600000)`;

/** @param whole - Of all environments and releases, or of each. */
const foldSql = (whole: 0 | 1): string => `
  INSERT INTO observation_states (project, kind, key, start, whole, environment, release, sample, hours, folded, version,
    sessions, visitors, n, against, first, last, releases, roles, counts, visitors_of, sampled)
  SELECT {project:String}, kind, key, fromUnixTimestamp64Milli({day:Int64}), ${whole}, ${whole ? "'', ''" : 'inEnvironment, inRelease'},
    sample, 0, 0, {version:UInt64}, sessions, visitors, n, against, first, last, releases, roles, counts, visitors_of, arraySlice(sampled, 1, 5)
  FROM (
    SELECT kind, key, sample, ${whole ? '' : 'environment AS inEnvironment, release AS inRelease,'} ${stateColumns}
    FROM observations
    WHERE ${inHours} AND kind != '' AND (session, version) IN (
      SELECT session, max(version) FROM observations WHERE ${inHours} AND kind = ''
      GROUP BY session HAVING argMax(deleted, version) = 0
    )
    GROUP BY kind, key, sample${whole ? '' : ', inEnvironment, inRelease'}
  )`;

/**
 * Adds up what the sessions show that began in a day's first hours, in place of what was added up of that day before. Recomputed from the
 * sessions' rows, so the same call twice makes the same rows; what is broken off is as if that day had never been added up. Nothing may
 * write `observations` meanwhile.
 *
 * @param version - Above every one before of this day by two.
 */
export async function foldDay(
  columns: Columns,
  project: string,
  day: number,
  hours: number,
  version: number,
): Promise<void> {
  const head = (upTo: number, folded: number, of: number): string => {
    const about = { whole: 0, environment: '', release: '', sample: 0 };
    return `${JSON.stringify({ project, kind: '', key: '', start: day, ...about, hours: upTo, folded, version: of })}\n`;
  };
  const bound = { project, day, hours, version };
  const [newest] = await columns.ask<{ version: number }>(
    `SELECT max(version) AS version FROM observations WHERE ${inHours} AND kind = ''`,
    { project, day, hours },
  );
  // From here on the rows of before may be replaced.
  await columns.insert('observation_states', head(0, 0, version - 1));
  await columns.command(foldSql(0), bound);
  await columns.command(foldSql(1), bound);
  await columns.insert('observation_states', head(hours, newest?.version ?? 0, version));
}

/** Since when, by project, sessions have been going on that showed something after a moment: what they show still changes. */
export async function listOngoing(columns: Columns, after: number): Promise<Map<string, number>> {
  const rows = await columns.ask<{ project: string; since: number }>(
    `SELECT project, toUnixTimestamp64Milli(min(start)) AS since FROM observations
     WHERE kind = '' AND last >= fromUnixTimestamp64Milli({after:Int64}) AND start >= fromUnixTimestamp64Milli({after:Int64} - 86400000)
     GROUP BY project`,
    { after },
  );
  return new Map(rows.map(({ project, since }) => [project, since]));
}
