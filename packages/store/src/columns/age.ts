import type { Segments } from '../segments/segments.ts';
import type { Columns } from './columns.ts';
import { shapes, type TableShape } from './ddl.ts';
import { readPartitions, tableNames } from './migrate.ts';
import { eraseHard, type Unwanted } from './rewrite.ts';

const dated = tableNames.filter((table) => (shapes[table] as TableShape<object>).time !== undefined);
/** `YYYYMMDD`, of the first day that is in it. */
const dayId = /^\d{8}$/;

/**
 * Deletes whole days, of all projects and tables, that ended before a time. The engine deletes nothing for its age by itself: it would go by the
 * machine's clock, whatever that says.
 *
 * @param before - Milliseconds.
 */
export async function dropPast(columns: Columns, before: number): Promise<void> {
  const { partitionOf } = await readPartitions(columns);
  const past = await columns.ask<{ table: string; partition: string }>(
    `SELECT DISTINCT table, partition_id AS partition FROM system.parts
     WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)} AND partition_id < {oldest:String} ORDER BY table, partition`,
    { tables: dated, oldest: partitionOf(before) },
  );
  // The engine takes no parameter here.
  for (const { table, partition } of past)
    if (dayId.test(partition)) await columns.command(`ALTER TABLE ${table} DROP PARTITION ID '${partition}'`);
}

/**
 * Deletes what is older than a time of one project: rows of all tables, then replay bytes. Safe to repeat and to break off. It costs a look
 * at the partitions before that time, which are few when it is done regularly.
 *
 * @param before - Milliseconds; best a whole day (UTC), which is what partitions hold: the rest of one would be written again.
 */
export async function dropOld(
  columns: Columns,
  segments: Pick<Segments, 'dropBefore'>,
  project: string,
  before: number,
): Promise<void> {
  await eraseHard(
    columns,
    dated.map((table): Unwanted => {
      const { time } = shapes[table] as TableShape<object>;
      const condition = `project = {project:String} AND \`${time}\` < fromUnixTimestamp64Milli({before:Int64})`;
      return { table, portions: [{ condition, bound: { project, before } }] };
    }),
  );
  // Last, so that no row points at bytes that are gone.
  await segments.dropBefore(before, project);
}
