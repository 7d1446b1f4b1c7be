import { longestKeptDays } from '@sightglass/wire';
import type { Columns } from './columns.ts';
import { createTable, type Layout, shapes, type TableShape } from './ddl.ts';
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

/** A table as the engine has it. */
interface Made {
  name: string;
  statement: string;
  columns: string[];
  indexes: string[];
}

/**
 * Makes the tables that are not there, adds columns and indexes that came later, and drops indexes that nothing is found by any more. Safe to repeat. What stands as it is to be is left alone: each statement about a table costs the engine some ten milliseconds.
 * A table keeps the partitions that it was made with.
 */
export async function migrate(
  columns: Columns,
  layout: Layout = { retentionDays: defaultRetentionDays },
): Promise<Partitions> {
  const made = new Map((await readMade(columns)).map((one) => [one.name, one]));
  for (const table of tableNames) {
    const there = made.get(table);
    const stays = there !== undefined && isMadeAsNow(table, there);
    if (there !== undefined && !stays) await columns.command(`DROP TABLE ${table}${onCluster(layout)} SYNC`);
    // Other members of a cluster may lack what this one has.
    if (!stays || layout.cluster !== undefined) await columns.command(createTable(table, layout));
    if (stays) await completeTable(columns, table, there, layout);
  }
  return readPartitions(columns);
}

function readMade(columns: Columns): Promise<Made[]> {
  const namesIn = (table: string): string =>
    `SELECT table, groupArray(name) AS names FROM system.${table} WHERE database = currentDatabase() GROUP BY table`;
  return columns.ask<Made>(
    `SELECT name, create_table_query AS statement, of_columns.names AS columns, of_indexes.names AS indexes
     FROM system.tables
     LEFT JOIN (${namesIn('columns')}) AS of_columns ON of_columns.table = tables.name
     LEFT JOIN (${namesIn('data_skipping_indices')}) AS of_indexes ON of_indexes.table = tables.name
     WHERE database = currentDatabase() AND name IN {tables:Array(String)}`,
    { tables: tableNames },
  );
}

/**
 * Sums whose rows lie in other portions than now cannot be changed to the new ones. They are dropped whole and made again by those who add up,
 * day by day; until then whoever asks reads the records.
 */
function isMadeAsNow(table: TableName, { statement }: Made): boolean {
  const { granule }: TableShape<object> = shapes[table];
  return granule === undefined || statement.includes(`index_granularity = ${granule}`);
}

/** How the tables that are there are cut into partitions. */
export async function readPartitions(columns: Columns): Promise<Partitions> {
  const [made] = await columns.ask<{ partition_key: string }>(
    "SELECT partition_key FROM system.tables WHERE database = currentDatabase() AND name = 'records'",
  );
  const byWeek = made?.partition_key.startsWith('toMonday') ?? false;
  return { partitionOf: (time) => partitionId(time, byWeek) };
}

async function completeTable(columns: Columns, table: TableName, made: Made, layout: Layout): Promise<void> {
  const shape: TableShape<object> = shapes[table];
  const alter = (change: string) => columns.command(`ALTER TABLE ${table}${onCluster(layout)} ${change}`);
  for (const [name, type] of Object.entries<string>({ ...shape.columns, ...shape.hidden }))
    if (!made.columns.includes(name)) await alter(`ADD COLUMN IF NOT EXISTS \`${name}\` ${type}`);
  const indexes = shape.indexes ?? {};
  for (const [name, index] of Object.entries(indexes))
    if (!made.indexes.includes(name)) await alter(`ADD INDEX IF NOT EXISTS ${name} ${index}`);
  for (const name of made.indexes) if (!Object.hasOwn(indexes, name)) await alter(`DROP INDEX IF EXISTS \`${name}\``);
  // Older versions had the engine delete rows for their age, by a clock that nobody asked whether it was right.
  if (/\bTTL toDateTime\(/.test(made.statement)) await alter('REMOVE TTL');
}

const onCluster = ({ cluster }: Layout): string => (cluster ? ` ON CLUSTER \`${cluster}\`` : '');

/** ClickHouse names the partition of a date `YYYYMMDD`. */
function partitionId(time: number, byWeek: boolean): string {
  const day = new Date(time);
  if (byWeek) day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}
