import {
  type Columns,
  callRowNames,
  type DaySums,
  eachCall,
  eachVital,
  isVital,
  lastTelling,
  type Parameters,
  vitalRowNames,
} from '@sightglass/store';
import type { About } from '@sightglass/wire';
import { type Reach, reachOver, rowsOfDays } from '../reach.ts';
import { bindSpan } from '../span.ts';

const hourMs = 3_600_000;

/** What answers a question about calls or screens: days that are added up, and records one by one where there are none that hold. */
export interface Source {
  /** SQL over `records`: those that are read one by one. */
  raw: string;
  /** SQL over the days' table: those that serve; empty where none does. */
  added: string;
  /** SQL over the table of the same days row by row, where there is one; empty as before. */
  kept: string;
  bound: Parameters;
}

/**
 * @param sliceMs - What a trend is made of, where days are to be added up further; they serve where it is a whole number of hours.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findSource(
  columns: Columns,
  project: string,
  about: About,
  days: DaySums,
  sliceMs = hourMs,
): Promise<Source> {
  const span = { from: about.from, until: about.until };
  const one: Reach = { days: [], rest: [span] };
  const reach = sliceMs % hourMs === 0 ? await reachOver(columns, project, days, span) : one;
  const pieces = reach.rest.map(
    (_, at) =>
      `(at >= fromUnixTimestamp64Milli({from${at}:Int64}) AND at < fromUnixTimestamp64Milli({until${at}:Int64}))`,
  );
  const named = [
    ...(about.environment === '' ? [] : ['environment = {environment:String}']),
    ...(about.release === '' ? [] : ['release = {release:String}']),
  ];
  const rows = rowsOfDays(reach);
  const where = (parts: string[]): string =>
    reach.days.length === 0 ? '' : ['project = {project:String}', ...parts, ...named].join(' AND ');
  return {
    raw: ['project = {project:String}', `(${pieces.join(' OR ') || '0'})`, ...named].join(' AND '),
    added: where([
      `whole = ${named.length === 0 ? 1 : 0}`,
      "has({days:Array(String)}, concat(toString(toUnixTimestamp64Milli(start)), ' ', toString(version)))",
    ]),
    kept: where([rows.sql]),
    bound: {
      ...bindSpan(project, about),
      ...rows.bound,
      days: reach.days,
      sliceMs: Math.min(sliceMs, hourMs),
      ...Object.fromEntries(
        reach.rest.flatMap(({ from, until }, at) => [[`from${at}`, from] as const, [`until${at}`, until] as const]),
      ),
    },
  };
}

/** SQL: the calls of a span one by one, as far as they fit, under the names that the store gives to `eachCall`. */
export const eachOf = (source: Source, fits: string): string => eachOfAny(source, ['1'], fits);

/** The same of calls that hold to one of some conditions, which exclude each other; each is looked for where it can be. */
export function eachOfAny({ raw, kept }: Source, conditions: readonly string[], fits: string): string {
  const days = conditions.map(
    (condition) => `UNION ALL SELECT ${callRowNames} FROM call_rows WHERE ${kept} AND (${condition})`,
  );
  const any = conditions.map((condition) => `(${condition})`).join(' OR ');
  return `
  SELECT ${callRowNames} FROM (
    SELECT ${callRowNames} FROM (${eachCall(raw)}) WHERE ${any}
    ${kept === '' ? '' : days.join('\n    ')}
  ) WHERE ${fits}`;
}

/**
 * SQL: the Web Vitals of a span one by one, each as it was told last, as far as they fit, under the names that the store gives to `eachVital`. Only
 * of sessions that reach over the bounds of days one may stand in two of them.
 */
export function vitalsOf({ raw, kept }: Source, fits: string): string {
  if (kept === '') return `SELECT * FROM (${eachVital(raw)}) WHERE ${fits}`;
  const days = `FROM vital_rows WHERE ${kept}`;
  const across = `of_session IN (
      SELECT of_session ${days} AND across = 1
      UNION ALL SELECT cityHash64(session) FROM records WHERE ${raw} AND ${isVital})`;
  return `
  SELECT ${vitalRowNames} ${days} AND NOT ${across} AND ${fits}
  UNION ALL SELECT * FROM (
    SELECT ${vitalRowNames} FROM (${eachVital(raw)} UNION ALL SELECT ${vitalRowNames} ${days} AND name != '' AND ${across})
    ${lastTelling}
  ) WHERE ${fits}`;
}
