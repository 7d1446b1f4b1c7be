import { createHash } from 'node:crypto';
import type { KeptReleaseFile, ReleaseBlobs } from '@sightglass/store';
import type { ReleaseSummary } from '@sightglass/wire';
import { createRemembered } from '../remembered.ts';
import { type MapOfScript, matchMaps } from './match.ts';
import type { Reading } from './reading/process.ts';
import { toMapFile } from './release-files.ts';

type UnfitMap = ReleaseSummary['unfitMaps'][number];
/** What is looked at of a script. */
type Script = Pick<KeptReleaseFile, 'path' | 'sha256'>;

/** What was found out about the maps of a release: those that are not of their scripts, or cannot be read. */
export interface MapCheck {
  /** Why this map is of no use for this script; undefined where nothing speaks against it, or where it could not be looked at now. */
  why(project: string, script: Script, map: MapOfScript): Promise<string | undefined>;
  /** Looks at all maps of a release, and keeps what it found. Another call for the same files costs nothing. */
  look(project: string, files: readonly KeptReleaseFile[]): Promise<void>;
  /** What was found; undefined where nobody has looked yet, or looking is under way. */
  found(project: string, files: readonly KeptReleaseFile[]): Promise<UnfitMap[] | undefined>;
}

/** Changes with what is held against a map. */
const version = 1;
const maxPairs = 20_000;
const maxReleases = 500;
const maxFoundBytes = 4 * 1024 * 1024;

/**
 * A map has its script's name and may be of another build all the same; it would tell wrong places. Each pair is looked at once, in the process
 * that reads what was uploaded, and what was found of a release is kept beside it.
 */
export function createMapCheck(blobs: Pick<ReleaseBlobs, 'fileOf' | 'readings'>, reading: Reading): MapCheck {
  const ofPair = createRemembered<string | null>(maxPairs);
  const ofRelease = createRemembered<UnfitMap[]>(maxReleases);

  async function why(project: string, script: Script, map: MapOfScript): Promise<string | undefined> {
    const key = `${script.sha256} ${map.sha256}`;
    const before = ofPair.get(key);
    if (before !== undefined) return before ?? undefined;
    const file = blobs.fileOf(project, script.sha256);
    const outcome = await reading.ask({ job: 'belongs', script: file, map: toMapFile(blobs, project, map) });
    // What did not even begin is looked at when it is asked for again.
    if (!outcome.ok && !outcome.costly) return undefined;
    const answer = outcome.ok ? outcome.answer : `${outcome.message}.`;
    ofPair.set(key, answer ?? null);
    return answer;
  }

  async function found(project: string, files: readonly KeptReleaseFile[]): Promise<UnfitMap[] | undefined> {
    const key = keyOf(files);
    const there = ofRelease.get(`${project} ${key}`);
    if (there !== undefined) return there;
    const kept = await blobs.readings.get(project, key, maxFoundBytes);
    const told = kept === undefined ? undefined : (JSON.parse(kept) as UnfitMap[]); // written below and nowhere else
    if (told !== undefined) ofRelease.set(`${project} ${key}`, told);
    return told;
  }

  return {
    why,
    found,
    async look(project, files) {
      if ((await found(project, files)) !== undefined) return;
      const unfit: UnfitMap[] = [];
      for (const { script, map } of pairsOf(files)) {
        const reason = await why(project, script, map);
        if (reason !== undefined) unfit.push({ script: script.path, map: map.path, why: reason });
      }
      const key = keyOf(files);
      ofRelease.set(`${project} ${key}`, unfit);
      await blobs.readings.put(project, key, JSON.stringify(unfit));
    },
  };
}

function pairsOf(files: readonly KeptReleaseFile[]): { script: Script; map: MapOfScript }[] {
  const maps = matchMaps(files);
  return files.flatMap((script) => {
    const map = maps.get(script.path);
    return map === undefined ? [] : [{ script, map }];
  });
}

function keyOf(files: readonly KeptReleaseFile[]): string {
  const hash = createHash('sha256').update(`maps ${version}`);
  for (const { script, map } of pairsOf(files))
    hash.update(`\0${script.path}\0${script.sha256}\0${map.path}\0${map.sha256}`);
  return hash.digest('hex');
}
