import type { Catalog, ReleaseBlobs } from '@sightglass/store';
import type { Logger } from 'pino';
import { rank } from '../accounts/caller.ts';
import { type CodeReadings, createCodeReading } from './code.ts';
import type { ReleaseCode } from './face.ts';
import { createMapCheck, type MapCheck } from './map-check.ts';
import { createReading } from './reading/process.ts';
import { createSourceTexts, type SourceTexts } from './source-text.ts';
import { createSymbolication } from './symbolicate.ts';

/** As `packages/bundle` has it for one release; said again here so that the server loads no parser. */
const codeBounds = { heapMegabytes: 400, residentMegabytes: 640, maxMs: 300_000, maxWaiting: 32 };
/** One map of 120 MB takes some 2 s and 500 MB. */
const framesBounds = { heapMegabytes: 640, residentMegabytes: 1_024, maxMs: 10_000, maxWaiting: 256 };

/** Reads what was uploaded of releases; nothing runs until somebody asks. */
export function createReleaseCode(about: {
  catalog: Catalog;
  blobs: ReleaseBlobs;
  now: () => number;
  log: Logger;
}): ReleaseCode &
  Pick<CodeReadings, 'stateOf'> &
  Pick<SourceTexts, 'sourceAround'> & { maps: MapCheck; stop(): Promise<void> } {
  const { catalog, blobs, now, log } = about;
  const forCode = createReading(codeBounds);
  const forFrames = createReading(framesBounds);
  const { codeOf, stateOf } = createCodeReading({ catalog, blobs, reading: forCode, now, log });
  const maps = createMapCheck(blobs, forFrames);
  return {
    symbolicate: createSymbolication(catalog, blobs, forFrames, maps),
    maps,
    codeOf,
    stateOf,
    sourceAround: createSourceTexts(catalog, blobs, forFrames).sourceAround,
    async maySeeSources(project, role) {
      const { sources } = await catalog.releases.settings(project);
      return role !== undefined && rank(role) >= rank(sources);
    },
    async stop() {
      await Promise.all([forCode.stop(), forFrames.stop()]);
    },
  };
}
