import { type DaySums, inHours } from './day-sums.ts';
import { identityOfRecord } from './sessions.ts';

/** SQL over `records`: what a page was measured by. */
export const isVital = "kind = 'vital'";

/** What tells a session apart, as each of its records has it and rows of vitals too. */
export const toldWithVitals = 'environment, release, browser, os, device, country, intake';

/** Names under which `vital_rows` keeps what {@link eachVital} tells. */
export const vitalRowNames = `name, at, of_session, of_vital, telling, number, value, route, ${toldWithVitals}, sample`;

/** SQL over them: of one that is told again the last telling stands, whenever it was. */
export const lastTelling =
  'QUALIFY row_number() OVER (PARTITION BY of_vital ORDER BY telling DESC, number DESC, at DESC) = 1';

/** SQL: Web Vitals one by one, each as it was told last. @param where - Over rows of `records`, bound in time. */
export const eachVital = (where: string): string => `
  SELECT toLowCardinality(records.name) AS name, at, cityHash64(session) AS of_session, cityHash64(session, ${identityOfRecord}) AS of_vital,
    records.version AS telling, number, value, route, ${toldWithVitals}, sample
  FROM records WHERE ${where} AND ${isVital}
  ${lastTelling}`;

/** SQL over `records`: the day before these hours, and the day after them. A session lasts no longer. */
const around = `project = {project:String} AND ${isVital} AND (
    (at >= fromUnixTimestamp64Milli({day:Int64} - 86400000) AND at < fromUnixTimestamp64Milli({day:Int64}))
    OR (at >= fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * 3600000)
      AND at < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * 3600000 + 86400000)))`;

/**
 * A day's Web Vitals one by one, each as it was told last on that day. One may be told again on the next: rows of sessions that are told of
 * before these hours or after them say so (`across`). Of two days the one that is added up later sees them both.
 */
export const vitalDays: DaySums = {
  table: 'vital_rows',
  of: isVital,
  head: { name: '' },
  revision: 0,
  folds: [
    `INSERT INTO vital_rows (project, start, ${vitalRowNames}, across, version)
    SELECT {project:String}, fromUnixTimestamp64Milli({day:Int64}), ${vitalRowNames},
      of_session IN (SELECT cityHash64(session) FROM records WHERE ${around}), {version:UInt64}
    FROM (${eachVital(inHours)})`,
  ],
};
