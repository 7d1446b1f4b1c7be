import type { Inspection } from '@sightglass/bundle';
import type { KeptRelease, KeptReleaseFile } from '@sightglass/store';
import type { CodeReading, ReleaseFile, ReleaseSummary } from '@sightglass/wire';
import { matchMaps } from './match.ts';

const maxProblems = 20;

/** One release as a list shows it. */
export function toSummary(
  { release, finishedAt, by }: KeptRelease,
  all: readonly KeptReleaseFile[],
  code: CodeReading,
  unfit: ReleaseSummary['unfitMaps'] | undefined,
): ReleaseSummary {
  const files = all.filter(({ state }) => state === 'counts');
  const maps = matchMaps(files);
  for (const { script } of unfit ?? []) maps.delete(script);
  const called = new Set([...maps.values()].map(({ path }) => path));
  return {
    ...{ release, finishedAt, by, code },
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: files.filter(({ kind }) => kind === 'script').length,
    mapped: maps.size,
    strayMaps: files.filter(({ kind, path }) => kind === 'map' && !called.has(path)).length,
    unfitMaps: (unfit ?? []).slice(0, maxProblems),
    mapsChecked: unfit !== undefined,
    waiting: all.length - files.length,
  };
}

/** Files with the maps of scripts; those that count and those that wait each among themselves. */
export function toFiles(all: readonly KeptReleaseFile[]): ReleaseFile[] {
  return (['counts', 'waiting'] as const).flatMap((state) => {
    const files = all.filter((file) => file.state === state);
    const maps = matchMaps(files);
    return files.map((file) => toFile(file, maps));
  });
}

export function toFile(
  { mapAddress: _, ...file }: KeptReleaseFile,
  maps: ReturnType<typeof matchMaps> = new Map(),
): ReleaseFile {
  const map = maps.get(file.path);
  return { ...file, map: map === undefined ? null : map.inline ? 'inline' : map.path };
}

export const notRead: CodeReading = {
  ...{ state: 'none', reason: null, product: null, libraries: null, statements: null, problems: [] },
};

/** What a list shows of a reading. */
export function toReading({ lengths, thirdParty, specification, problems }: Inspection): CodeReading {
  const total = lengths.product + lengths['third-party'] + lengths.unknown;
  return {
    state: 'read',
    reason: null,
    product: total === 0 ? 0 : lengths.product / total,
    libraries: thirdParty.length,
    statements: specification.points.reduce((sum, { statements }) => sum + statements.length, 0),
    problems: problems.slice(0, maxProblems).map(({ file, message }) => ({ file, message })),
  };
}
