import { setTimeout } from 'node:timers/promises';
import { SightglassError } from '@sightglass/wire';
import type { Columns } from './columns.ts';
import type { TableName } from './tables.ts';

const firstWaitMs = 20;
const maxWaitMs = 500;
const longestMs = 600_000;
/** Without room for what it has to write, the engine leaves a part alone and says no word of it: it needs as much as the part has. */
const sql = `
  WITH undone AS (
    SELECT table, parts_to_do_names, parts_in_progress_names, latest_fail_error_code_name FROM system.mutations
    WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND NOT is_done
  )
  SELECT count() AS left, max(latest_fail_error_code_name) AS failed,
    sum(length(parts_in_progress_names)) = 0 AND (SELECT max(unreserved_space) FROM system.disks) < (
      SELECT max(bytes_on_disk) FROM system.parts
      WHERE database = currentDatabase() AND (table, name) IN (SELECT table, arrayJoin(parts_to_do_names) FROM undone)
    ) AS isFull
  FROM undone`;

/**
 * Resolves once what was begun with the parts of these tables is done. A statement only begins it, so that inserts go on beside it; the engine goes on
 * with it whoever waits, and tries again by itself what failed.
 *
 * @throws {SightglassError} `disk_full` where there is no room to go on; `query_timeout` after ten minutes
 */
export async function untilMutated(columns: Columns, tables: readonly TableName[]): Promise<void> {
  if (tables.length === 0) return;
  const begunAt = performance.now();
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    const [row] = await columns.ask<{ left: number; isFull: number; failed: string }>(sql, { tables });
    if (row === undefined || row.left === 0) return;
    if (row.isFull) throw new SightglassError('disk_full', undefined, { retryAfter: 30 });
    if (performance.now() - begunAt > longestMs)
      throw new SightglassError('query_timeout', `Rows are still being deleted (${row.failed || 'busy'})`);
    await setTimeout(waitMs);
  }
}
