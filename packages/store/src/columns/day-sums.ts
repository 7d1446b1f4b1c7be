import type { Columns } from './columns.ts';
import type { TableName } from './tables.ts';

/**
 * A table of days of a project that are added up from `records`. A day has a head, which tells how many of its hours there are, and those rows
 * count whose version is the head's.
 */
export interface DaySums {
  table: 'issue_days' | 'call_days' | 'session_days' | 'route_days' | 'vital_rows';
  /** SQL over `records`: what of them it is made of. */
  of: string;
  /** What a head is known by, beside its project and day. */
  head: Readonly<Record<string, string | number>>;
  /** SQL: inserts of a day's first `{hours:UInt8}`. */
  folds: readonly string[];
  /** Records that one insert may hold in memory: of more it is asked in portions, of sessions from `{after:String}` to `{upTo:String}`. */
  mostAtOnce?: number;
  /** Rises whenever they write something else: a day of another revision is as if it had never been added up. */
  revision: number;
}

const hourMs = 3_600_000;

/** SQL over `records`: the first hours of a day. */
export const inHours = `project = {project:String}
    AND at >= fromUnixTimestamp64Milli({day:Int64}) AND at < fromUnixTimestamp64Milli({day:Int64} + {hours:UInt8} * ${hourMs})`;

/** SQL over the table: the heads of its days. */
export const isHead = ({ head }: DaySums): string =>
  Object.entries(head)
    .map(([column, value]) => `${column} = ${typeof value === 'number' ? value : `'${value}'`}`)
    .join(' AND ');

/** A day of a project with such records, and how much of it is added up. */
export interface SummedDay {
  project: string;
  /** Its beginning, UTC, milliseconds. */
  day: number;
  /** How many of its hours are added up; 0: none. */
  hours: number;
  /** 1: something was stored or deleted since that belongs to these hours, or they are of another revision. */
  stale: number;
  /** 1: nothing of it serves, since it was never added up, or by another revision. */
  absent: number;
  /** Of `records`, in which it lies. */
  partition: string;
}

/**
 * What each partition of these tables is made of, in one short text: it is another one after whatever is stored or deleted there. Answered without
 * reading a row. With what is in the parts, beside their names: an engine that begins anew gives the name of a part that was deleted to one that comes.
 */
export async function partsByPartition(columns: Columns, tables: readonly TableName[]): Promise<Map<string, string>> {
  const rows = await columns.ask<{ partition: string; parts: string }>(
    `SELECT partition_id AS partition, hex(sipHash128(arraySort(groupArray((table, name, hash_of_all_files))))) AS parts FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)} GROUP BY partition_id`,
    { tables },
  );
  return new Map(rows.map(({ partition, parts }) => [partition, parts]));
}

/**
 * Days with at least so many of these records, of all projects; newest first.
 *
 * @param partitions - Those of `records` that are looked at; all where it is left out.
 */
export function listSummedDays(
  columns: Columns,
  days: DaySums,
  least: number,
  partitions?: readonly string[],
): Promise<SummedDay[]> {
  return columns.ask<SummedDay>(
    `SELECT project, toUnixTimestamp64Milli(toDateTime64(told.day, 3, 'UTC')) AS day, any(heads.hours) AS hours,
       toUInt8((any(heads.hours) > 0 AND any(heads.revision) != ${days.revision}) OR sumIf(rows, hour < told.day + toIntervalHour(heads.hours)) != any(heads.told)
         OR maxIf(batch, hour < told.day + toIntervalHour(heads.hours)) != any(heads.newest)) AS stale,
       toUInt8(any(heads.hours) = 0 OR any(heads.revision) != ${days.revision}) AS absent,
       any(told.lies) AS partition
     FROM (
       SELECT project, toStartOfDay(at) AS day, toStartOfHour(at) AS hour, count() AS rows, max(_batch) AS batch, any(_partition_id) AS lies
       FROM records WHERE ${days.of}${partitions ? ' AND _partition_id IN {partitions:Array(String)}' : ''} GROUP BY project, day, hour
     ) AS told LEFT JOIN (
       SELECT project, toStartOfDay(start) AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.newest, sums.version) AS newest,
         argMax(sums.told, sums.version) AS told, argMax(sums.revision, sums.version) AS revision
       FROM ${days.table} AS sums WHERE ${isHead(days)} GROUP BY project, day
     ) AS heads USING (project, day)
     GROUP BY project, told.day HAVING sum(rows) >= {least:UInt32} ORDER BY day DESC, project`,
    { least, ...(partitions && { partitions }) },
    { timeoutMs: 60_000 },
  );
}

/**
 * Adds up a day's first hours, in place of what was added up of that day before. Recomputed from the records, so the same call twice makes the
 * same rows; what is broken off is as if that day had never been added up.
 *
 * @param version - Above every one before, of whatever day, by two.
 */
export async function foldSummedDay(
  columns: Columns,
  days: DaySums,
  project: string,
  { day, hours, version }: { day: number; hours: number; version: number },
): Promise<void> {
  const head = (upTo: number, there: { newest: number; told: number }, version: number): string =>
    `${JSON.stringify({ project, start: day, ...days.head, hours: upTo, ...there, version, revision: days.revision })}\n`;
  const bound = { project, day, hours, version };
  // Before they are read: what comes in meanwhile makes them stale.
  const [there] = await columns.ask<{ newest: number; told: number }>(
    `SELECT max(_batch) AS newest, count() AS told FROM records WHERE ${inHours} AND ${days.of}`,
    { project, day, hours },
  );
  // From here on the rows of before may be replaced.
  await columns.insert(days.table, head(0, { newest: 0, told: 0 }, version - 1));
  const portions = await portionsOf(columns, days, { project, day, hours }, there?.told ?? 0);
  for (const fold of days.folds) for (const portion of portions) await columns.command(fold, { ...bound, ...portion });
  await columns.insert(days.table, head(hours, there ?? { newest: 0, told: 0 }, version));
}

/** SQL over `records`: a portion of them, which tells all of its sessions. Rows of an hour are in order of sessions: others are hardly read. */
export const inPortion = "session >= {after:String} AND ({upTo:String} = '' OR session < {upTo:String})";

/** Enough for each portion to hold within a tenth as much as the others. */
const sampledPerPortion = 200;
const mostSampled = 20_000;

/** Ranges of sessions, half-open, that hold about as many records each. An empty end: there is none. */
async function portionsOf(
  columns: Columns,
  { of, mostAtOnce = Number.POSITIVE_INFINITY }: DaySums,
  about: { project: string; day: number; hours: number },
  told: number,
): Promise<{ after: string; upTo: string }[]> {
  const many = Math.ceil(told / mostAtOnce);
  if (many <= 1) return [{ after: '', upTo: '' }];
  const size = Math.min(many * sampledPerPortion, mostSampled);
  // The engine's own order, which is not JavaScript's for every text.
  const [row] = await columns.ask<{ sample: string[] }>(
    `SELECT arraySort(groupArraySample(${size}, 1)(session)) AS sample FROM records WHERE ${inHours} AND ${of}`,
    about,
    { timeoutMs: 60_000 },
  );
  const sample = row?.sample ?? [];
  const cuts = Array.from({ length: many - 1 }, (_, at) => sample[Math.floor(((at + 1) * sample.length) / many)] ?? '');
  const bounds = [...new Set(['', ...cuts])];
  return bounds.map((after, at) => ({ after, upTo: bounds[at + 1] ?? '' }));
}
