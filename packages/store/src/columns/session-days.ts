import { type DaySums, inHours, inPortion } from './day-sums.ts';
import { identityOfRecord } from './sessions.ts';
import { isCall } from './traffic-states.ts';

/** SQL over `records`: what sequences and most searches ask for. */
export const isDone = `(kind IN ('view', 'action', 'error') OR (${isCall}))`;

/** Lists of `session_days`, each with what a record gives to it; in order of time by the first. When and which event it was go together in one. */
const lists: Readonly<Record<string, string>> = {
  at: 'toUInt64(toUnixTimestamp64Milli(records.at) - {day:Int64})',
  event: `cityHash64${identityOfRecord}`,
  what: "CAST(if(kind = 'resource', 'call', kind), 'Enum8(\\'view\\', \\'action\\', \\'call\\', \\'error\\')')",
  said: `toLowCardinality(multiIf(kind = 'view', toString(route), kind = 'action', name,
      kind = 'error', concat(name, ': ', text), concat(method, ' ', host, path)))`,
  also: "toLowCardinality(multiIf(kind IN ('view', 'action'), text, kind = 'error', toString(issue), ''))",
  method: 'method',
  host: 'host',
  status: "if(kind = 'resource', status, 0)",
  took: "if(kind = 'resource', duration_ms, 0)",
};
const names = ['ends', ...Object.keys(lists).slice(2)];
const eventBits = 20;

const listsIn = (done: string): string =>
  [
    `arrayMap((at, event) -> bitShiftLeft(at, ${eventBits}) + event, ${done}.1, arrayEnumerateDense(${done}.2))`,
    ...names.slice(1).map((_, at) => `${done}.${at + 3}`),
  ].join(', ');

/** SQL over an element of `ends`: when it was. */
export const timeOfEnd = (end: string): string =>
  `fromUnixTimestamp64Milli(toUnixTimestamp64Milli(start) + toInt64(bitShiftRight(${end}, ${eventBits})), 'UTC')`;

/** SQL over `records`: the day before these hours, and the day after them. A session lasts no longer. */
const around = `project = {project:String} AND ${isDone} AND (
    (at >= fromUnixTimestamp64Milli({day:Int64} - 86400000) AND at < fromUnixTimestamp64Milli({day:Int64}))
    OR (at >= fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * 3600000)
      AND at < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * 3600000 + 86400000)))`;

/**
 * What sessions did on a day, a row for each session: it is read in order, and what is asked of a session is asked once. Of two days that a session
 * is told of the one that is added up later sees them both, and says so.
 */
export const sessionDays: DaySums = {
  table: 'session_days',
  of: isDone,
  head: { of_session: 0 },
  revision: 0,
  mostAtOnce: 250_000,
  folds: [
    `INSERT INTO session_days (project, start, of_session, alone, environment, release, sample, ${names.join(', ')}, version)
    SELECT {project:String}, fromUnixTimestamp64Milli({day:Int64}), of_session, length(done) < ${2 ** eventBits}
      AND count() OVER (PARTITION BY of_session) = 1 AND of_session NOT IN (SELECT cityHash64(session) FROM records WHERE ${around} AND ${inPortion}),
      environment, release, sample,
      ${listsIn('done')}, {version:UInt64}
    FROM (
      SELECT of_session, environment, release, sample, arraySort(groupArray(one)) AS done
      FROM (
        SELECT cityHash64(session) AS of_session, environment, release, sample, (${Object.values(lists).join(', ')}) AS one
        FROM records WHERE ${inHours} AND ${inPortion} AND ${isDone}
        QUALIFY row_number() OVER (
          PARTITION BY kind, toStartOfHour(at), session, cityHash64${identityOfRecord}, if(kind = 'view', text, '') ORDER BY version DESC, number DESC) = 1
      )
      GROUP BY of_session, environment, release, sample
    )`,
  ],
};
