import { type Columns, type DaySums, isHead, type Parameters } from '@sightglass/store';
import { type Reading, readOnce } from './read-once.ts';
import { daysServe, relyOn } from './while-days-stand.ts';

/** What answers for a span: days that are added up and still hold, and the rest of it record by record. */
export interface Reach {
  /** Each with the version of its sums: `1761004800000 17`. */
  days: string[];
  /** Half-open, in order, apart from each other; milliseconds. */
  rest: { from: number; until: number }[];
}

interface Head {
  day: number;
  hours: number;
  newest: number;
  told: number;
  version: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Of the rest: more pieces make a condition that costs more than it saves. */
const mostPieces = 24;

/** A head is one row among the wide ones of its day: to open each day costs more than most questions over what they tell. */
const headsOf = (days: DaySums): Reading => ({
  name: `heads of ${days.table}`,
  table: days.table,
  sql: `
    SELECT _partition_id AS partition, toUnixTimestamp64Milli(start) AS day, argMax(sums.hours, sums.version) AS hours,
      argMax(sums.newest, sums.version) AS newest, argMax(sums.told, sums.version) AS told, max(sums.version) AS version,
      argMax(sums.revision, sums.version) AS revision
    FROM ${days.table} AS sums
    WHERE project = {project:String} AND ${isHead(days)} AND _partition_id IN {partitions:Array(String)}
    GROUP BY partition, start HAVING hours > 0 AND revision = ${days.revision} ORDER BY day`,
});

interface Hour {
  hour: number;
  told: number;
  newest: number;
}

/** What is added up, by hour. */
const hoursOf = ({ table, of }: DaySums): Reading => ({
  name: `hours of ${table}`,
  table: 'records',
  sql: `
    SELECT _partition_id AS partition, toUnixTimestamp(toStartOfHour(at)) * 1000 AS hour, count() AS told, max(_batch) AS newest FROM records
    WHERE project = {project:String} AND ${of} AND _partition_id IN {partitions:Array(String)}
    GROUP BY partition, hour ORDER BY hour`,
});

/** A day's sums hold while nothing was stored or deleted that belongs to them: the number of rows and the newest batch tell. */
export async function reachOver(
  columns: Columns,
  project: string,
  added: DaySums,
  span: { from: number; until: number },
): Promise<Reach> {
  if (!daysServe(columns)) return { days: [], rest: [span] };
  const heads = await readOnce<Head>(columns, project, headsOf(added), span);
  const inside = heads.filter(
    ({ day, hours }) => day >= span.from && day < span.until && day + hours * hourMs <= span.until,
  );
  if (inside.length === 0) return { days: [], rest: [span] };
  const hours = await readOnce<Hour>(columns, project, hoursOf(added), daysAround(inside));
  const reach = reachOf(span, inside, hours);
  if (reach.days.length > 0)
    relyOn(columns, async () => {
      const now = await readOnce<Head>(columns, project, headsOf(added), span);
      const there = new Set(now.map(asDay));
      return reach.days.every((day) => there.has(day));
    });
  return reach;
}

function daysAround(days: readonly Head[]): { from: number; until: number } {
  const from = Math.min(...days.map(({ day }) => day));
  return { from, until: Math.max(...days.map(({ day }) => day)) + dayMs };
}

function reachOf(span: { from: number; until: number }, heads: readonly Head[], hours: readonly Hour[]): Reach {
  const byDay = Map.groupBy(hours, ({ hour }) => Math.floor(hour / dayMs) * dayMs);
  const holds = heads.filter((head) => {
    const own = (byDay.get(head.day) ?? []).filter(({ hour }) => hour < head.day + head.hours * hourMs);
    return (
      own.reduce((sum, { told }) => sum + told, 0) === head.told &&
      own.reduce((most, { newest }) => Math.max(most, newest), 0) === head.newest
    );
  });
  const rest: Reach['rest'] = [];
  let from = span.from;
  for (const head of holds) {
    if (head.day > from) rest.push({ from, until: head.day });
    from = head.day + head.hours * hourMs;
  }
  if (from < span.until) rest.push({ from, until: span.until });
  if (rest.length > mostPieces) return { days: [], rest: [span] };
  return { days: holds.map(asDay), rest };
}

const asDay = ({ day, version }: Head): string => `${day} ${version}`;

/** SQL with its parameters: rows of days that serve, where a table keeps one row for each thing that was told. */
export function rowsOfDays({ days }: Reach): { sql: string; bound: Parameters } {
  const [starts = [], versions = []] = [0, 1].map((at) => days.map((day) => Number(day.split(' ')[at])));
  return {
    // Versions rise over all days, so that none of them is another day's; where days lie only spares reading others.
    sql: `version IN {versions:Array(UInt64)} AND start >= fromUnixTimestamp64Milli({firstDay:Int64})
      AND start <= fromUnixTimestamp64Milli({lastDay:Int64})`,
    bound: { versions, firstDay: starts.length === 0 ? 0 : Math.min(...starts), lastDay: Math.max(...starts, 0) },
  };
}
