import { maxPolicyTexts } from '@sightglass/wire';

/** Where the stored texts of a project are. */
export interface TextSource {
  newest(project: string, most: number): Promise<string[]>;
}

/** Which stored texts a project has, from memory: a page that names one that is not in the list yet sends it once more, no harm done. */
export interface KnownTexts {
  /** Hashes, newest first; the same list while nothing is new. Empty at first: it is read behind the answer. */
  of(project: string): readonly string[];
}

/** A list that is older than this is read again when somebody asks. */
const freshMs = 20_000;
const none: readonly string[] = [];

/** @param now - Milliseconds that never step back, so that a list does not stay until the clock is where it was. */
export function createKnownTexts(source: TextSource, now: () => number = () => performance.now()): KnownTexts {
  const lists = new Map<string, { hashes: readonly string[]; readAt: number }>();

  async function read(project: string, before: readonly string[]): Promise<void> {
    try {
      const hashes = await source.newest(project, maxPolicyTexts);
      const same = hashes.length === before.length && hashes.every((hash, at) => hash === before[at]);
      lists.set(project, { hashes: same ? before : hashes, readAt: now() });
    } catch {
      // What a page does not know to be here it sends; the doctor is who tells of a disk that cannot be read.
    }
  }

  return {
    of(project) {
      const { hashes, readAt } = lists.get(project) ?? { hashes: none, readAt: Number.NEGATIVE_INFINITY };
      if (now() - readAt > freshMs) {
        // One reading at a time.
        lists.set(project, { hashes, readAt: now() });
        void read(project, hashes);
      }
      return hashes;
    },
  };
}
