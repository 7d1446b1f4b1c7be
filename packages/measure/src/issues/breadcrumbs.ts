import type { Columns } from '@sightglass/store';
import type { WireRecord } from '@sightglass/wire';

/** A session is at most a day long, whichever SDK tells it. */
const dayMs = 24 * 3_600_000;
const most = 30;

const sql = `
  SELECT toUnixTimestamp64Milli(at) AS atMs, failed, record FROM (
    SELECT at, failed, record, tab, number FROM records
    WHERE project = {project:String} AND session = {session:String} AND at >= fromUnixTimestamp64Milli({from:Int64})
      AND at <= fromUnixTimestamp64Milli({until:Int64}) AND NOT (tab = {tab:String} AND number = {number:Int64})
      AND kind IN ('view', 'action', 'resource', 'error', 'console', 'form', 'state', 'custom')
      AND (kind != 'resource' OR type IN ('fetch', 'xhr', 'beacon') OR failed = 1)
    ORDER BY version DESC, number DESC LIMIT 1 BY kind, tab, if(record_id = '', if(kind = 'view', view, toString(number)), record_id)
  )
  ORDER BY at DESC, tab, number DESC LIMIT ${most}`;

/** What a session told before a moment, oldest first; at most 30. */
export async function recordsBefore(
  columns: Columns,
  project: string,
  event: { session: string; tab: string; number: number; at: number },
): Promise<{ at: number; failed: boolean; record: WireRecord }[]> {
  const { session, tab, number, at } = event;
  const rows = await columns.ask<{ atMs: number; failed: number; record: string }>(sql, {
    ...{ project, session, tab, number },
    ...{ from: at - dayMs, until: at },
  });
  return rows
    .map(({ atMs, failed, record }) => ({
      at: atMs,
      failed: failed === 1,
      record: JSON.parse(record) as WireRecord, // the digest stored what the wire's schema had parsed
    }))
    .reverse();
}
