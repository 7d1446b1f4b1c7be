import { listSegments, listSessions } from '@sightglass/measure';
import type { Columns, Segments } from '@sightglass/store';

const lookBackMs = 90 * 24 * 3_600_000;

/** Reads the last segment of the newest session that has one. @returns undefined when there is no replay yet; false: it is damaged. */
export async function readNewestReplay(
  columns: Columns,
  segments: Segments,
  project: string,
  now: number,
): Promise<boolean | undefined> {
  const all = { environment: '', release: '', search: '', role: '', browser: '', device: '', route: '' } as const;
  const about = { ...all, from: now - lookBackMs, until: now + 1, has: 'replay', limit: 1 } as const;
  const [newest] = (await listSessions(columns, project, about)).sessions;
  if (newest === undefined) return undefined;
  const last = (await listSegments(columns, project, newest.session, 0)).at(-1);
  if (last === undefined) return undefined;
  return segments.read(last).then(
    () => true,
    () => false,
  );
}
