import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { type Columns, callDays, foldSummedDay, issueDays, routeDays } from '../../packages/store/src/index.ts';
import { fillObservations, foldDays } from '../specify/observations.ts';
import type { Stage } from './stage.ts';
import { fillProject, type Traffic } from './traffic.ts';

const dayMs = 86_400_000;
/** Merges of what was just written would be counted as the questions' work. */
const longestMergeMs = 90_000;

/** A project of so many records, with everything that the digest adds up of them; one that an earlier run left in the folder serves again. */
export async function filledProject({ columns, folder }: Stage, project: string, records: number): Promise<Traffic> {
  const note = join(folder, `${project}-${records}.json`);
  if (existsSync(note)) return JSON.parse(await readFile(note, 'utf8')) as Traffic; // as it was written below
  const traffic = await fillProject(columns, project, records);
  await fillObservations(columns, traffic);
  await foldDays(columns, traffic);
  for (let day = Math.floor(traffic.from / dayMs) * dayMs; day < traffic.until; day += dayMs) {
    for (const days of [issueDays, callDays, routeDays])
      await foldSummedDay(columns, days, project, { day, hours: 24, version: 2 + day / dayMs });
  }
  await writeFile(note, JSON.stringify(traffic));
  return traffic;
}

/** Once nothing is merged any more, or after a minute and a half. */
export async function calm(columns: Columns): Promise<void> {
  const end = performance.now() + longestMergeMs;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const [row] = await columns.ask<{ merges: number }>('SELECT count() AS merges FROM system.merges');
    quiet = row?.merges === 0 ? quiet + 1 : 0;
    await after(500);
  }
}
