import type { Segments } from '../segments/segments.ts';
import type { Columns } from './columns.ts';
import { shapes, type TableShape } from './ddl.ts';
import { tableNames } from './migrate.ts';
import { rewriteWithout } from './rewrite.ts';

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
  for (const table of tableNames) {
    const { time }: TableShape<object> = shapes[table];
    if (time === undefined) continue;
    const condition = `project = {project:String} AND \`${time}\` < fromUnixTimestamp64Milli({before:Int64})`;
    await rewriteWithout(columns, table, [{ condition, bound: { project, before } }]);
  }
  // Last, so that no row points at bytes that are gone.
  await segments.dropBefore(before, project);
}
