import { type Columns, type DaySums, engineOf, isHead, type Parameters, partsByPartition } from '@sightglass/store';

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

const headsSql = (days: DaySums): string => `
  SELECT toUnixTimestamp64Milli(start) AS day, argMax(sums.hours, sums.version) AS hours, argMax(sums.newest, sums.version) AS newest,
    argMax(sums.told, sums.version) AS told, max(sums.version) AS version,
    argMax(sums.revision, sums.version) AS revision
  FROM ${days.table} AS sums
  WHERE project = {project:String} AND ${isHead(days)}
  GROUP BY start HAVING hours > 0 AND revision = ${days.revision} ORDER BY day`;

/** Which parts hold a day's records: answered from what the engine knows of its parts, without reading a row. */
const partsSql = `
  SELECT toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 AS began, arrayStringConcat(arraySort(groupArray(part)), ' ') AS parts
  FROM (
    SELECT toDate(at) AS day, _part AS part, count() AS rows FROM records
    WHERE toDate(at) >= toDate(fromUnixTimestamp64Milli({from:Int64}, 'UTC')) AND toDate(at) <= toDate(fromUnixTimestamp64Milli({until:Int64}, 'UTC'))
    GROUP BY day, part
  )
  GROUP BY day ORDER BY began`;

const hoursSql = ({ of }: DaySums): string => `
  SELECT toUnixTimestamp(toStartOfHour(at)) * 1000 AS hour, count() AS told, max(_batch) AS newest FROM records
  WHERE project = {project:String} AND at >= fromUnixTimestamp64Milli({from:Int64}) AND at < fromUnixTimestamp64Milli({until:Int64})
    AND ${of}
  GROUP BY hour ORDER BY hour`;

interface Hour {
  hour: number;
  told: number;
  newest: number;
}

/** A day as it was when it was last counted. */
interface Counted {
  parts: string;
  hours: readonly Hour[];
}

/** Days that stay counted, of all projects and tables; the oldest go first. */
const mostCounted = 6_000;
/** By the engine that was asked, by table, project and day. */
const countedBy = new WeakMap<Columns, Map<string, Counted>>();

/** A day's sums hold while nothing was stored or deleted that belongs to them: the number of rows and the newest batch tell. */
export async function reachOver(
  columns: Columns,
  project: string,
  added: DaySums,
  span: { from: number; until: number },
): Promise<Reach> {
  const heads = await headsOf(columns, project, added);
  const inside = heads.filter(
    ({ day, hours }) => day >= span.from && day < span.until && day + hours * hourMs <= span.until,
  );
  if (inside.length === 0) return { days: [], rest: [span] };
  return reachOf(span, inside, await hoursOf(columns, project, added, inside));
}

/** The heads of a project as they were when they were last read, and what the table was made of then. */
interface Headed {
  parts: string;
  heads: readonly Head[];
}

/** Of a few hundred days each. */
const mostHeaded = 1_000;
/** By the engine that was asked, by table and project. */
const headedBy = new WeakMap<Columns, Map<string, Headed>>();

/** All of a table: a head is one row among the wide ones of its day, and to open each day costs more than most questions over what they tell. */
async function headsOf(columns: Columns, project: string, added: DaySums): Promise<readonly Head[]> {
  const engine = engineOf(columns);
  const known = headedBy.get(engine) ?? new Map<string, Headed>();
  headedBy.set(engine, known);
  const key = `${added.table} ${project}`;
  // Before they are read: what is added up meanwhile makes them others.
  const there = await partsByPartition(columns, [added.table]);
  const parts = [...there.values()].sort().join();
  const kept = known.get(key);
  if (kept?.parts === parts) return kept.heads;
  const heads = await columns.ask<Head>(headsSql(added), { project });
  known.delete(key);
  known.set(key, { parts, heads });
  const [oldest] = known.keys();
  if (known.size > mostHeaded && oldest !== undefined) known.delete(oldest);
  return heads;
}

/**
 * What is added up, of these days, by hour. Whatever is stored or deleted makes other parts, so a day is counted again only where its
 * parts are not those of the last time.
 */
async function hoursOf(columns: Columns, project: string, added: DaySums, days: readonly Head[]): Promise<Hour[]> {
  const keyOf = (day: number): string => `${added.table} ${project} ${day}`;
  const engine = engineOf(columns);
  const known = countedBy.get(engine) ?? new Map<string, Counted>();
  countedBy.set(engine, known);
  const span = daysAround(days);
  // Before they are counted: what comes in meanwhile makes them others.
  const there = await columns.ask<{ began: number; parts: string }>(partsSql, {
    from: span.from,
    until: span.until - 1,
  });
  const partsOf = new Map(there.map(({ began, parts }) => [began, parts]));
  const changed = days.filter(({ day }) => known.get(keyOf(day))?.parts !== (partsOf.get(day) ?? ''));
  if (changed.length > 0) {
    const counted = await columns.ask<Hour>(hoursSql(added), { project, ...daysAround(changed) });
    for (const { day } of changed) {
      const hours = counted.filter(({ hour }) => hour >= day && hour < day + dayMs);
      known.delete(keyOf(day));
      known.set(keyOf(day), { parts: partsOf.get(day) ?? '', hours });
    }
  }
  const hours = days.flatMap(({ day }) => known.get(keyOf(day))?.hours ?? []);
  for (const oldest of known.keys()) {
    if (known.size <= mostCounted) break;
    known.delete(oldest);
  }
  return hours;
}

function daysAround(days: readonly Head[]): { from: number; until: number } {
  const from = Math.min(...days.map(({ day }) => day));
  return { from, until: Math.max(...days.map(({ day }) => day)) + dayMs };
}

function reachOf(span: { from: number; until: number }, heads: readonly Head[], hours: readonly Hour[]): Reach {
  const holds = heads.filter((head) => {
    const own = hours.filter(({ hour }) => hour >= head.day && hour < head.day + head.hours * hourMs);
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
  return { days: holds.map(({ day, version }) => `${day} ${version}`), rest };
}

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
