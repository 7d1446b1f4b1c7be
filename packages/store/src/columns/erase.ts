import type { Segments } from '../segments/segments.ts';
import type { Columns, Parameters } from './columns.ts';
import { shapes } from './ddl.ts';
import { tableNames } from './migrate.ts';
import { untilMutated } from './mutations.ts';
import type { TableName } from './tables.ts';

/** What of a project is sample data. */
export interface SampleCounts {
  sessions: number;
  records: number;
  segments: number;
}

/** Counts it, also while {@link removeSample} takes it away: each figure goes down to nothing. */
export async function countSample(columns: Columns, project: string): Promise<SampleCounts> {
  const count = async (from: string): Promise<number> => {
    const sql = `SELECT count() AS rows FROM ${from} WHERE project = {project:String} AND sample = 1`;
    return (await columns.ask<{ rows: number }>(sql, { project }))[0]?.rows ?? 0;
  };
  const [sessions, records, segments] = await Promise.all([
    count('sessions FINAL'),
    count('records'),
    count('replay_segments FINAL'),
  ]);
  return { sessions, records, segments };
}

/**
 * Deletes the sample data of a project: rows of all tables and the replay bytes. Safe to repeat; a repetition after a
 * crash finishes what was begun. Run it where segments are appended, so that nothing writes back what it takes away.
 */
export async function removeSample(
  columns: Columns,
  segments: Pick<Segments, 'removeSample'>,
  project: string,
): Promise<void> {
  for (const table of tableNames.filter((name) => 'sample' in shapes[name].columns))
    await eraseRows(columns, table, 'project = {project:String} AND sample = 1', { project });
  // Last, so that no row points at bytes that are gone.
  await segments.removeSample(project);
}

/** What merges and inserts change between a look and a deletion is met by the next look. */
const maxLooks = 10;
const lookTimeoutMs = 60_000;
/** NO_SUCH_DATA_PART: a merge took its rows into another part. */
const partIsGone = '232';

/**
 * Deletes the rows for which a condition holds, and frees their bytes where it can: a part that holds nothing else is dropped, which
 * takes milliseconds and can never take a row with it that came in meanwhile. Only where others stand beside them the rows are masked,
 * all at once, since a mutation looks at every part of the table.
 *
 * @param condition - SQL over the table's columns, with its parameters.
 */
async function eraseRows(columns: Columns, table: TableName, condition: string, parameters: Parameters): Promise<void> {
  for (let look = 0; look < maxLooks; look += 1) {
    const found = await dropWholeParts(columns, table, condition, parameters);
    if (found === undefined) return;
    if (found) await maskRows(columns, table, condition, parameters);
  }
}

/**
 * Drops the parts of a table that hold nothing but such rows.
 *
 * @returns whether others hold some as well; undefined: none holds any.
 */
export async function dropWholeParts(
  columns: Columns,
  table: TableName,
  condition: string,
  parameters: Parameters,
): Promise<boolean | undefined> {
  const found = await columns.ask<{ part: string; rows: number }>(
    `SELECT _part AS part, count() AS rows FROM ${table} WHERE ${condition} GROUP BY part ORDER BY part`,
    parameters,
    { timeoutMs: lookTimeoutMs },
  );
  if (found.length === 0) return undefined;
  // Every part, since a list of them would be as long as there are days.
  const all = await columns.ask<{ part: string; rows: number }>(
    `SELECT _part AS part, count() AS rows FROM ${table} GROUP BY part`,
    {},
    { timeoutMs: lookTimeoutMs },
  );
  const rowsIn = new Map(all.map(({ part, rows }) => [part, rows]));
  const whole = found.filter(({ part, rows }) => rowsIn.get(part) === rows);
  let left = whole.length < found.length;
  for (const { part } of whole) left = !(await dropPart(columns, table, part)) || left;
  return left;
}

/** Inserts go on beside it: the statement only begins the mutation, and is not what waits for its end. */
async function maskRows(columns: Columns, table: TableName, condition: string, parameters: Parameters): Promise<void> {
  await columns.command(`DELETE FROM ${table} WHERE ${condition} SETTINGS lightweight_deletes_sync = 0`, parameters);
  await untilMutated(columns, [table]);
}

/** @returns whether it was there. */
async function dropPart(columns: Columns, table: TableName, part: string): Promise<boolean> {
  // The engine takes no parameter here.
  if (!/^[\w-]+$/.test(part)) throw new Error('The engine names a part in a way that we do not know');
  try {
    await columns.command(`ALTER TABLE ${table} DROP PART '${part}'`);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === partIsGone)) throw error;
    return false;
  }
}
