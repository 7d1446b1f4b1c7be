import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createZstdDecompress } from 'node:zlib';
import { bodiesFile, type RecordedVisit, type RecordingIndex } from './format.ts';

export const recordingsFolder = join(import.meta.dirname, '../../fixtures/recordings');

export function readRecordingIndex(folder: string = recordingsFolder): RecordingIndex {
  return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
}

/** One file's visits with their bodies as texts, one visit in memory at a time. */
export async function* readRecordedVisits(
  index: RecordingIndex,
  file: RecordedVisit['file'],
  folder: string = recordingsFolder,
): AsyncGenerator<{ visit: RecordedVisit; texts: string[] }> {
  const visits = index.visits.filter((visit) => visit.file === file);
  const lines = createInterface({
    input: createReadStream(join(folder, bodiesFile(file))).pipe(createZstdDecompress()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let at = 0;
  for await (const line of lines) {
    const visit = visits[at];
    at += 1;
    if (visit) yield { visit, texts: JSON.parse(line) };
  }
}
