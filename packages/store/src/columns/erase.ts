import type { Segments } from '../segments/segments.ts';
import type { Columns } from './columns.ts';
import { tableNames } from './migrate.ts';

/**
 * Deletes the sample data of a project: rows of all tables and the replay bytes. Safe to repeat; a repetition after a
 * crash finishes what was begun.
 *
 * @returns how many sessions were there.
 */
export async function removeSample(
  columns: Columns,
  segments: Pick<Segments, 'removeSample'>,
  project: string,
): Promise<number> {
  const [sample] = await columns.ask<{ sessions: number }>(
    'SELECT count() AS sessions FROM sessions FINAL WHERE project = {project:String} AND sample = 1',
    { project },
  );
  for (const table of tableNames)
    await columns.command(`DELETE FROM ${table} WHERE project = {project:String} AND sample = 1`, { project });
  // Last, so that no row points at bytes that are gone.
  await segments.removeSample(project);
  return sample?.sessions ?? 0;
}
