import { longestKeptDays } from '@sightglass/wire';
import type { Columns } from './columns.ts';
import { createTable, type Layout, shapes, type TableShape, ttl } from './ddl.ts';
import type { TableName } from './tables.ts';

export const tableNames = Object.keys(shapes) as TableName[];

export interface Partitions {
  /**
   * Id of the partition that a row with this time (`at` of records, `from` of segments, milliseconds) goes to, as
   * {@link Columns.atoms} tells it.
   */
  partitionOf(time: number): string;
}

export const defaultRetentionDays = longestKeptDays;

/**
 * Makes the tables that are not there, adds columns and indexes that came later, drops indexes that nothing is found by any more, and sets the
 * retention. Safe to repeat.
 * A table keeps the partitions that it was made with.
 */
export async function migrate(
  columns: Columns,
  layout: Layout = { retentionDays: defaultRetentionDays },
): Promise<Partitions> {
  for (const table of tableNames) {
    await dropOtherwiseMade(columns, table, layout);
    await columns.command(createTable(table, layout));
    await completeTable(columns, table, layout);
  }
  return readPartitions(columns);
}

/**
 * Sums whose rows lie in other portions than now cannot be changed to the new ones. They are dropped whole and made again by those who add up,
 * day by day; until then whoever asks reads the records.
 */
async function dropOtherwiseMade(columns: Columns, table: TableName, layout: Layout): Promise<void> {
  const { granule }: TableShape<object> = shapes[table];
  if (granule === undefined) return;
  const [made] = await columns.ask<{ asNow: number }>(
    `SELECT position(create_table_query, concat('index_granularity = ', toString({granule:UInt32}))) > 0 AS asNow
     FROM system.tables WHERE database = currentDatabase() AND name = {table:String}`,
    { table, granule },
  );
  if (made?.asNow === 0)
    await columns.command(`DROP TABLE ${table}${layout.cluster ? ` ON CLUSTER \`${layout.cluster}\`` : ''} SYNC`);
}

/** How the tables that are there are cut into partitions. */
export async function readPartitions(columns: Columns): Promise<Partitions> {
  const [made] = await columns.ask<{ partition_key: string }>(
    "SELECT partition_key FROM system.tables WHERE database = currentDatabase() AND name = 'records'",
  );
  const byWeek = made?.partition_key.startsWith('toMonday') ?? false;
  return { partitionOf: (time) => partitionId(time, byWeek) };
}

async function completeTable(columns: Columns, table: TableName, layout: Layout): Promise<void> {
  const shape: TableShape<object> = shapes[table];
  const there = await columns.ask<{ name: string }>(
    'SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}',
    { table },
  );
  const names = new Set(there.map((column) => column.name));
  const on = layout.cluster ? ` ON CLUSTER \`${layout.cluster}\`` : '';
  for (const [name, type] of Object.entries<string>({ ...shape.columns, ...shape.hidden }))
    if (!names.has(name))
      await columns.command(`ALTER TABLE ${table}${on} ADD COLUMN IF NOT EXISTS \`${name}\` ${type}`);
  const indexes = shape.indexes ?? {};
  for (const [name, index] of Object.entries(indexes))
    await columns.command(`ALTER TABLE ${table}${on} ADD INDEX IF NOT EXISTS ${name} ${index}`);
  const found = await columns.ask<{ name: string }>(
    'SELECT name FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = {table:String}',
    { table },
  );
  for (const { name } of found)
    if (!Object.hasOwn(indexes, name))
      await columns.command(`ALTER TABLE ${table}${on} DROP INDEX IF EXISTS \`${name}\``);
  const [made] = await columns.ask<{ create_table_query: string }>(
    'SELECT create_table_query FROM system.tables WHERE database = currentDatabase() AND name = {table:String}',
    { table },
  );
  const until = ttl(table, layout.retentionDays);
  // Rewriting every part for a TTL that is the same already would take seconds.
  if (until !== undefined && !made?.create_table_query.includes(`toIntervalDay(${layout.retentionDays})`))
    await columns.command(`ALTER TABLE ${table}${on} MODIFY TTL ${until} SETTINGS materialize_ttl_after_modify = 0`);
}

/** ClickHouse names the partition of a date `YYYYMMDD`. */
function partitionId(time: number, byWeek: boolean): string {
  const day = new Date(time);
  if (byWeek) day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}
