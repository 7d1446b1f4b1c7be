import type { Catalog, ReleaseBlobs } from '@sightglass/store';
import { SightglassError } from '@sightglass/wire';
import { createRemembered } from '../remembered.ts';
import type { LinesAnswer } from './reading/messages.ts';
import type { Outcome, Reading } from './reading/process.ts';
import { filesThatCount, toMapFile } from './release-files.ts';

export interface SourceTexts {
  /**
   * Lines of a source, by the name that frames and evidence have for it, or of a script of the release.
   * @throws {SightglassError} `not_found`; `query_timeout` when the map costs too much
   */
  sourceAround(project: string, release: string, asked: AskedLines): Promise<NonNullable<LinesAnswer>>;
}

export interface AskedLines {
  file: string;
  /** From 1. */
  line: number;
  around: number;
}

const maxRemembered = 2_000;

export function createSourceTexts(
  catalog: Pick<Catalog, 'releases'>,
  blobs: Pick<ReleaseBlobs, 'fileOf'>,
  reading: Reading,
): SourceTexts {
  /** Which map a source was found in: maps are many, and each is read to look. */
  const foundIn = createRemembered<string>(maxRemembered);

  return {
    async sourceAround(project, release, { file, line, around }) {
      const { scripts, maps } = await filesThatCount(catalog, project, release);
      const script = scripts.find(({ path }) => path === file);
      if (script) {
        const packed = blobs.fileOf(project, script.sha256);
        return toLines(await reading.ask({ job: 'lines', file: packed, line, around })) ?? notThere();
      }
      const distinct = [...new Map([...maps.values()].map((map) => [map.sha256, map])).values()];
      const key = `${project} ${release} ${file}`;
      const before = foundIn.get(key);
      const inOrder = distinct.toSorted((a, b) => Number(b.sha256 === before) - Number(a.sha256 === before));
      for (const map of inOrder) {
        const told = await reading.ask({
          ...{ job: 'source', source: file, line, around },
          map: toMapFile(blobs, project, map),
        });
        const lines = toLines(told);
        if (lines === undefined) continue;
        foundIn.set(key, map.sha256);
        return lines;
      }
      return notThere();
    },
  };
}

function toLines(outcome: Outcome<LinesAnswer>): LinesAnswer {
  if (!outcome.ok) throw new SightglassError('query_timeout', `The source could not be read. ${outcome.message}`);
  return outcome.answer;
}

function notThere(): never {
  throw new SightglassError('not_found', 'No source of this release has this name and a text');
}
