import { type Columns, headOf, type Parameters, type TrafficDays } from '@sightglass/store';
import type { About } from '@sightglass/wire';
import { type Reach, reachOver } from '../reach.ts';
import { bindSpan } from '../span.ts';

const hourMs = 3_600_000;

/** What answers a question about calls or screens: days that are added up, and records one by one where there are none that hold. */
export interface Source {
  /** SQL over `records`: those that are read one by one. */
  raw: string;
  /** SQL over the days' table: those that serve; empty where none does. */
  added: string;
  bound: Parameters;
}

/**
 * @param narrowed - SQL over `records` with its parameters, and empty where all of them count: days are added up of all of them.
 * @param sliceMs - What a trend is made of; days serve where it is a whole number of hours.
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findSource(
  columns: Columns,
  project: string,
  about: About,
  { table, of }: TrafficDays,
  narrowed: { sql: string; bound: Parameters },
  sliceMs = hourMs,
): Promise<Source> {
  const span = { from: about.from, until: about.until };
  const one: Reach = { days: [], rest: [span] };
  const reach =
    sliceMs % hourMs !== 0 || narrowed.sql !== ''
      ? one
      : await reachOver(columns, project, { table, of, heads: `whole = ${headOf}` }, span);
  const pieces = reach.rest.map(
    (_, at) =>
      `(at >= fromUnixTimestamp64Milli({from${at}:Int64}) AND at < fromUnixTimestamp64Milli({until${at}:Int64}))`,
  );
  const named = [
    ...(about.environment === '' ? [] : ['environment = {environment:String}']),
    ...(about.release === '' ? [] : ['release = {release:String}']),
  ];
  return {
    raw: [
      'project = {project:String}',
      `(${pieces.join(' OR ') || '0'})`,
      ...named,
      ...(narrowed.sql === '' ? [] : [narrowed.sql]),
    ].join(' AND '),
    added:
      reach.days.length === 0
        ? ''
        : [
            'project = {project:String}',
            `whole = ${named.length === 0 ? 1 : 0}`,
            "has({days:Array(String)}, concat(toString(toUnixTimestamp64Milli(start)), ' ', toString(version)))",
            ...named,
          ].join(' AND '),
    bound: {
      ...bindSpan(project, about),
      ...narrowed.bound,
      days: reach.days,
      sliceMs: Math.min(sliceMs, hourMs),
      ...Object.fromEntries(
        reach.rest.flatMap(({ from, until }, at) => [[`from${at}`, from] as const, [`until${at}`, until] as const]),
      ),
    },
  };
}
