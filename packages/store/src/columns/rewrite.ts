import { setTimeout } from 'node:timers/promises';
import { SightglassError } from '@sightglass/wire';
import type { Columns, Parameters } from './columns.ts';
import type { TableName } from './tables.ts';

const firstWaitMs = 20;
const maxWaitMs = 500;
const longestMs = 600_000;

/**
 * Writes the parts that hold such rows again without them, and has the old ones deleted at once, which the engine would keep for eight
 * minutes: after a sync nothing needs them.
 */
export async function rewriteWithout(
  columns: Columns,
  table: TableName,
  portion: readonly { condition: string; bound: Parameters }[],
): Promise<void> {
  let rewritten = false;
  for (const { condition, bound } of portion) {
    const [there] = await columns.ask<{ rows: number }>(
      `SELECT count() AS rows FROM ${table} WHERE ${condition}`,
      bound,
    );
    if ((there?.rows ?? 0) === 0) continue;
    rewritten = true;
    await alter(columns, table, `DELETE WHERE ${condition}`, bound);
  }
  if (!rewritten) return;
  await columns.sync();
  await columns.command(`ALTER TABLE ${table} MODIFY SETTING old_parts_lifetime = 0`);
  try {
    const inactive = `SELECT count() AS left FROM system.parts
      WHERE database = currentDatabase() AND table = {table:String} AND NOT active`;
    // The engine looks for old parts every half minute, and whenever a partition is dropped: here one that there is not.
    await untilNone(columns, inactive, { table }, () =>
      columns.command(`ALTER TABLE ${table} DROP PARTITION ID '19700101'`),
    );
  } finally {
    await columns.command(`ALTER TABLE ${table} RESET SETTING old_parts_lifetime`);
  }
}

/** Resolves once all parts are written anew. @param change - SQL: what is to be done with them. */
export async function alter(columns: Columns, table: TableName, change: string, bound: Parameters = {}): Promise<void> {
  await columns.command(`ALTER TABLE ${table} ${change} SETTINGS mutations_sync = 0`, bound);
  await untilNone(
    columns,
    `SELECT count() AS left FROM system.mutations
    WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`,
    { table },
  );
}

async function untilNone(
  columns: Columns,
  sql: string,
  bound: Parameters,
  again: () => Promise<void> = async () => undefined,
): Promise<void> {
  const begunAt = performance.now();
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    const [row] = await columns.ask<{ left: number }>(sql, bound);
    if ((row?.left ?? 0) === 0) return;
    // The engine goes on with it; whoever tries again waits for it again.
    if (performance.now() - begunAt > longestMs)
      throw new SightglassError('query_timeout', 'Rows are still being deleted');
    await setTimeout(waitMs);
    await again();
  }
}
