import type { Columns } from './columns.ts';
import { shapes, type TableShape } from './ddl.ts';
import { alter } from './rewrite.ts';
import type { TableName } from './tables.ts';

/** A partition with parts that were written before there was a column which the engine makes of others. */
export interface Unfilled {
  table: TableName;
  /** As the engine names it: later ones come later in order of letters. */
  partition: string;
  /** How many days of the past it holds, UTC. */
  days: number;
}

/** What the engine makes of other columns, by table. */
const made = Object.entries(shapes).flatMap(([name, { hidden = {}, indexes = {} }]: [string, TableShape<object>]) => {
  const columns = Object.keys(hidden).filter((column) => hidden[column]?.includes(' MATERIALIZED '));
  const over = Object.keys(indexes).filter((index) => columns.some((column) => indexes[index]?.includes(column)));
  // The keys of an object that has all tables and no more.
  return columns.length === 0 ? [] : [{ table: name as TableName, columns, indexes: over }];
});

/** The newest first. */
export async function listUnfilled(columns: Columns): Promise<Unfilled[]> {
  const found: Unfilled[] = [];
  for (const { table, columns: names } of made) {
    const some = await columns.ask<{ partition: string }>(
      `SELECT DISTINCT partition_id AS partition FROM (
         SELECT partition_id, name FROM system.parts_columns WHERE database = currentDatabase() AND active AND table = {table:String}
         GROUP BY partition_id, name HAVING countIf(column IN {names:Array(String)}) < {all:UInt8}
       )`,
      { table, names, all: names.length },
    );
    if (some.length === 0) continue;
    const counted = await columns.ask<Pick<Unfilled, 'partition' | 'days'>>(
      `SELECT _partition_id AS partition, uniqExact(toDate(\`${shapes[table].time}\`)) AS days FROM ${table}
       WHERE _partition_id IN {partitions:Array(String)} GROUP BY partition`,
      { partitions: some.map(({ partition }) => partition) },
      { timeoutMs: 60_000 },
    );
    found.push(...counted.map((one) => ({ table, ...one })));
  }
  return found.sort((one, other) => (one.partition < other.partition ? 1 : -1));
}

/**
 * Writes what the engine makes of other columns into all parts of a partition, and the indexes over it. Answers are the same before, meanwhile and
 * after; what is broken off is as if it had not begun.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`, `disk_full`
 */
export async function fillLater(columns: Columns, { table, partition }: Unfilled): Promise<void> {
  const those = made.find((one) => one.table === table);
  if (those === undefined) return;
  if (!/^\w+$/.test(partition)) throw new Error(`No name of a partition: ${partition}`);
  // The one value that the engine does not take as a parameter; it comes from the engine itself.
  const where = `IN PARTITION ID '${partition}'`;
  const changes = [
    ...those.columns.map((column) => `MATERIALIZE COLUMN ${column} ${where}`),
    ...those.indexes.map((index) => `MATERIALIZE INDEX ${index} ${where}`),
  ];
  await alter(columns, table, changes.join(', '));
}
