import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import {
  type Columns,
  callDays,
  fillLater,
  foldSummedDay,
  issueDays,
  listSummedDays,
  listUnfilled,
  routeDays,
  sessionDays,
  vitalDays,
} from '../../packages/store/src/index.ts';
import { fillObservations, foldDays } from '../specify/observations.ts';
import type { Stage } from './stage.ts';
import { fillProject, type Traffic } from './traffic.ts';

/** Merges of what was just written would be counted as the questions' work. */
const longestMergeMs = 90_000;

/**
 * A project of so many records, with everything that the digest adds up of them; one that an earlier run left in the folder serves again.
 *
 * @param withFacts - With what the specification stands on, which takes as long as all the rest.
 */
export async function filledProject(
  { columns, folder }: Stage,
  project: string,
  records: number,
  withFacts: boolean,
): Promise<Traffic> {
  const note = join(folder, `${project}-${records}.json`);
  const traffic: Traffic = existsSync(note)
    ? (JSON.parse(await readFile(note, 'utf8')) as Traffic) // as it was written below
    : await fillProject(columns, project, records);
  await sumDays(columns, project);
  for (const one of await listUnfilled(columns)) await fillLater(columns, one);
  await writeFile(note, JSON.stringify(traffic));
  const factsNote = join(folder, `${project}-${records}-facts`);
  if (!withFacts || existsSync(factsNote)) return traffic;
  await fillObservations(columns, traffic);
  await foldDays(columns, traffic);
  await writeFile(factsNote, '');
  return traffic;
}

/** As the digest does; again where an older layout was left in the folder. */
async function sumDays(columns: Columns, project: string): Promise<void> {
  // Above whatever an earlier run has used.
  let version = Date.now();
  for (const days of [issueDays, sessionDays, callDays, routeDays, vitalDays])
    for (const { project: of, day, hours, stale } of await listSummedDays(columns, days, 1))
      if (of === project && (hours < 24 || stale === 1)) {
        version += 2;
        await foldSummedDay(columns, days, project, { day, hours: 24, version });
      }
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
