import { type Columns, type DaySums, listSummedDays, partsByPartition, type SummedDay } from '@sightglass/store';

/**
 * Days that may have to be added up, of all projects; newest first. To find out reads something of every record of a day, so a partition of which
 * nothing was left to be done is looked at again only once it is made of other parts.
 *
 * @param least - Records of a day.
 */
export function createDaysAtRest(columns: Columns, table: DaySums, least: number): () => Promise<SummedDay[]> {
  /** As they were then. */
  const atRest = new Map<string, string>();

  return async () => {
    // Before they are looked at: what comes in meanwhile makes them others.
    const there = await partsByPartition(columns, ['records', table.table]);
    for (const partition of atRest.keys()) if (!there.has(partition)) atRest.delete(partition);
    const changed = [...there].filter(([partition, parts]) => atRest.get(partition) !== parts);
    if (changed.length === 0) return [];
    const partitions = changed.map(([partition]) => partition);
    const days = await listSummedDays(columns, table, least, partitions);
    const open = new Set(days.flatMap(({ hours, stale, partition }) => (hours < 24 || stale === 1 ? partition : [])));
    for (const [partition, parts] of changed)
      if (open.has(partition)) atRest.delete(partition);
      else atRest.set(partition, parts);
    return days;
  };
}
