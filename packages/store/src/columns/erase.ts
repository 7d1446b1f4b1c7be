import type { Segments } from '../segments/segments.ts';
import type { Columns } from './columns.ts';
import { tableNames } from './migrate.ts';

/** What of a project is sample data. */
export interface SampleCounts {
  sessions: number;
  records: number;
  segments: number;
}

/** Counts it, also while {@link removeSample} takes it away: each figure goes down to nothing. */
export async function countSample(columns: Columns, project: string): Promise<SampleCounts> {
  const count = async (from: string): Promise<number> => {
    const sql = `SELECT count() AS rows FROM ${from} WHERE project = {project:String} AND sample = 1`;
    return (await columns.ask<{ rows: number }>(sql, { project }))[0]?.rows ?? 0;
  };
  const [sessions, records, segments] = await Promise.all([
    count('sessions FINAL'),
    count('records'),
    count('replay_segments FINAL'),
  ]);
  return { sessions, records, segments };
}

/**
 * Deletes the sample data of a project: rows of all tables and the replay bytes. Safe to repeat; a repetition after a
 * crash finishes what was begun.
 *
 * @returns what was there.
 */
export async function removeSample(
  columns: Columns,
  segments: Pick<Segments, 'removeSample'>,
  project: string,
): Promise<SampleCounts> {
  const sample = await countSample(columns, project);
  for (const table of tableNames)
    await columns.command(`DELETE FROM ${table} WHERE project = {project:String} AND sample = 1`, { project });
  // Last, so that no row points at bytes that are gone.
  await segments.removeSample(project);
  return sample;
}
