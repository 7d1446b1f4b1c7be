import type { Columns } from '@sightglass/store';
import { type SessionSummary, SightglassError } from '@sightglass/wire';
import { type SummaryRow, summaryColumns, toSummary } from './summary.ts';

/**
 * Without FINAL, which would merge the whole project to find one row: the newest version stands, and a row that took back an
 * older place of the session yields to its present one.
 */
const sql = `
  SELECT * FROM (
    SELECT ${summaryColumns}, deleted FROM sessions
    WHERE project = {project:String} AND session = {session:String}
    ORDER BY version DESC, deleted LIMIT 1
  ) WHERE deleted = 0`;

/**
 * One session, wherever in time it lies.
 *
 * @throws {SightglassError} `not_found`, `query_timeout`, `engine_unavailable`
 */
export async function getSession(columns: Columns, project: string, session: string): Promise<SessionSummary> {
  const [row] = await columns.ask<SummaryRow & { deleted: number }>(sql, { project, session });
  if (row === undefined) throw new SightglassError('not_found');
  const { deleted: _, ...summary } = row;
  return toSummary(summary);
}
