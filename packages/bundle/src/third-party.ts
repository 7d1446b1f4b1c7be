import type { Place, ReadFile } from './face.ts';
import type { ThirdPartyIndex } from './index/format.ts';

/** A library that a release carries. */
export interface ThirdParty {
  /** Name on the registry. */
  name: string;
  /** Only where map, manifest or a literal tells it. */
  version: string | undefined;
  /** SPDX expression; where the index has none, unknown. */
  licence: string | undefined;
  /** What it says of itself, in one line; empty where the index lacks it. */
  about: string;
  /** UTF-16 units of the release's scripts that are its. */
  length: number;
  files: string[];
  /** Where its first and its longest stretches begin: the evidence. */
  places: Place[];
}

const maxPlaces = 3;

/** The libraries of a release, the largest first. Code that is third-party by a map's word, but nobody's by name, is not among them. */
export function thirdPartyOf(read: readonly ReadFile[], index?: ThirdPartyIndex): ThirdParty[] {
  const found = new Map<
    string,
    { length: number; stretches: { file: ReadFile; start: number; end: number }[]; told: Set<string> }
  >();
  for (const file of read)
    for (const { start, end, owner } of file.regions) {
      if (owner.kind !== 'third-party' || owner.package === undefined) continue;
      const one = found.get(owner.package) ?? { length: 0, stretches: [], told: new Set() };
      found.set(owner.package, one);
      one.length += end - start;
      one.stretches.push({ file, start, end });
      if (owner.version !== undefined) one.told.add(owner.version);
    }
  const known = knownOf(index);
  return [...found]
    .map(([name, { length, stretches, told }]): ThirdParty => {
      const inIndex = known.get(name);
      const longest = [...stretches].sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, maxPlaces);
      return {
        name,
        version:
          told.size === 1
            ? [...told][0]
            : versionIn(
                stretches.map(({ file, start, end }) => file.file.text.slice(start, end)),
                inIndex?.majors,
              ),
        licence: inIndex?.licence || undefined,
        about: inIndex?.about ?? '',
        length,
        files: [...new Set(stretches.map(({ file }) => file.file.path))].sort(),
        places: longest.map(({ file, start }) => file.placeOf(start)),
      };
    })
    .sort((a, b) => b.length - a.length || (a.name < b.name ? -1 : 1));
}

/**
 * The version that a library's code tells as a literal. Where it has several (of formats, of what it works with), the one whose
 * major version the package is known to have, or has next; where that is no single one, none.
 */
function versionIn(texts: readonly string[], majors: ReadonlySet<number> | undefined): string | undefined {
  const found = new Set<string>();
  for (const text of texts)
    for (const [, version = ''] of text.matchAll(/["'`]v?(\d{1,3}\.\d{1,4}\.\d{1,6}(?:-[a-z0-9.]{1,30})?)["'`]/gi))
      found.add(version);
  found.delete('0.0.0');
  const ofMajor = (fits: (major: number) => boolean) =>
    [...found].filter((version) => fits(Number.parseInt(version, 10)));
  if (!majors) return found.size === 1 ? [...found][0] : undefined;
  const known = ofMajor((major) => majors.has(major));
  const fitting = known.length > 0 ? known : ofMajor((major) => major === Math.max(...majors) + 1);
  return fitting.length === 1 ? fitting[0] : undefined;
}

interface Known {
  licence: string;
  about: string;
  majors: Set<number>;
}

function knownOf(index: ThirdPartyIndex | undefined): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const { name, licence, about, version } of index?.packages ?? []) {
    const one = known.get(name) ?? { licence, about, majors: new Set<number>() };
    known.set(name, one);
    // A compiled copy in another package tells neither.
    if (one.licence === '') Object.assign(one, { licence, about });
    if (version !== '') one.majors.add(Number.parseInt(version, 10));
  }
  return known;
}
