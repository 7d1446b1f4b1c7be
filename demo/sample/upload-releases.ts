import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gatherFolder, upload } from '@sightglass/plugins';

/**
 * Uploads the built scripts and source maps of the desk's releases through the real door, as a build server would: so errors of the
 * sample are told in the words of the sources, and the specification knows what the code says.
 *
 * @param token - Of a member of the project.
 * @returns which releases were uploaded: those that are built.
 */
export async function uploadReleases(
  { origin, project, token }: { origin: string; project: string; token: string },
  dist = join(import.meta.dirname, '../dist'),
): Promise<string[]> {
  if (!existsSync(dist)) return [];
  const built = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: release } of built) {
    const files = await gatherFolder(join(dist, release));
    await upload({ origin, project, token, release, fetch, pause }, files, { replace: true });
  }
  return built.map(({ name }) => name);
}
