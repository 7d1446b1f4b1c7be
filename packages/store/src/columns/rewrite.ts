import { setTimeout } from 'node:timers/promises';
import { SightglassError } from '@sightglass/wire';
import type { Columns, Parameters } from './columns.ts';
import { dropWholeParts } from './erase.ts';
import { untilMutated } from './mutations.ts';
import type { TableName } from './tables.ts';

const firstWaitMs = 20;
const maxWaitMs = 500;
const longestMs = 600_000;

/** Rows of a table that are to go: those for which any of the conditions holds. */
export interface Unwanted {
  table: TableName;
  portions: readonly { condition: string; bound: Parameters }[];
}

/**
 * Drops the parts that hold nothing but such rows, writes those that hold others as well again without them, and has the old ones deleted at once,
 * which the engine would keep for eight minutes: after a sync nothing needs them. All tables together: for each part of a table the engine has a
 * little to do, whatever is in it, and one sync and one look at what is left serve all.
 */
export async function eraseHard(columns: Columns, unwanted: readonly Unwanted[]): Promise<void> {
  const rewritten = new Set<TableName>();
  for (const { table, portions } of unwanted)
    for (const { condition, bound } of portions) {
      if (!(await dropWholeParts(columns, table, condition, bound))) continue;
      rewritten.add(table);
      await columns.command(`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 0`, bound);
    }
  await untilMutated(columns, [...rewritten]);
  // Also of those that an earlier try has rewritten.
  await dropOldParts(columns, [...new Set(unwanted.map(({ table }) => table))]);
}

async function dropOldParts(columns: Columns, tables: readonly TableName[]): Promise<void> {
  const old = await oldParts(columns, tables);
  if (old.length === 0) return;
  await columns.sync();
  // What merges leave meanwhile holds nothing that was to go.
  const unwanted = new Set(old.map(({ part }) => part));
  const touched = new Set(old.map(({ table }) => table));
  let left = touched;
  try {
    for (const table of touched) await columns.command(`ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 0`);
    await until(async () => {
      // The engine looks for old parts every half minute, and whenever a partition is dropped: here one that there is not.
      for (const table of left) await columns.command(`ALTER TABLE ${table} DROP PARTITION ID '19700101'`);
      const there = (await oldParts(columns, [...left])).filter(({ part }) => unwanted.has(part));
      left = new Set(there.map(({ table }) => table));
      return left.size === 0;
    });
  } finally {
    for (const table of touched) await columns.command(`ALTER TABLE ${table} RESET SETTING old_parts_lifetime`);
  }
}

/** Those that nothing needs any more. `part`: with its table's name. */
function oldParts(columns: Columns, tables: readonly TableName[]): Promise<{ table: TableName; part: string }[]> {
  return columns.ask(
    `SELECT table, concat(table, ' ', name) AS part FROM system.parts
     WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT active`,
    { tables },
  );
}

/** Resolves once all parts are written anew. @param change - SQL: what is to be done with them. */
export async function alter(columns: Columns, table: TableName, change: string, bound: Parameters = {}): Promise<void> {
  await columns.command(`ALTER TABLE ${table} ${change} SETTINGS mutations_sync = 0`, bound);
  await untilMutated(columns, [table]);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const begunAt = performance.now();
  for (let waitMs = firstWaitMs; !(await isDone()); waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    // The engine goes on with it; whoever tries again waits for it again.
    if (performance.now() - begunAt > longestMs)
      throw new SightglassError('query_timeout', 'Rows are still being deleted');
    await setTimeout(waitMs);
  }
}
