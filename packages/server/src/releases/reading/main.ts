/**
 * The process that reads what was uploaded: scripts with a parser in native code, and maps that may be anything. Whatever they do to
 * it, the server goes on; past its bounds it is killed from outside (see `process.ts`).
 */
import { readFileSync } from 'node:fs';
import { constants, zstdDecompressSync } from 'node:zlib';
import {
  type BundleFile,
  decodeIndex,
  inspect,
  isFault,
  readMap,
  type SourceMap,
  unminify,
  whyForeign,
} from '@sightglass/bundle';
import { limits } from '@sightglass/wire';
import { createRemembered } from '../../remembered.ts';
import { inlineMapOf } from './inline-map.ts';
import type { AnswerOfJob, FramesAnswer, FromReading, Job, LinesAnswer, MapFile } from './messages.ts';

/** Maps that stay read, the newest: one stack names one to three. */
const keptMaps = 3;
const maxLineChars = 1_000;
const maps = createRemembered<SourceMap | string>(keptMaps);

const say = (message: FromReading) => process.send?.(message);

process.on('message', (job: Job) => {
  try {
    say({ tell: 'answer', answer: answerTo(job) ?? null });
  } catch (error) {
    say({ tell: 'failed', message: String(error) });
  }
});
// Without the server there is nobody to read for.
process.once('disconnect', () => process.exit());
say({ tell: 'ready' });

function answerTo(job: Job): AnswerOfJob[Job['job']] {
  switch (job.job) {
    case 'frames':
      return frames(job.map, job.frames);
    case 'source': {
      const map = mapOf(job.map);
      const source = typeof map === 'string' ? undefined : map.sources.find(({ label }) => label === job.source);
      return source?.text === undefined ? undefined : linesAround(source.text, job.line, job.around);
    }
    case 'lines':
      return linesAround(textOf(job.file), job.line, job.around);
    case 'belongs': {
      const map = mapOf(job.map);
      return typeof map === 'string' ? `It cannot be read: ${map}.` : whyForeign(map, textOf(job.script));
    }
    case 'code':
      return code(job);
  }
}

function frames(file: MapFile, asked: readonly { line: number; column: number }[]): FramesAnswer {
  const map = mapOf(file);
  if (typeof map === 'string') return { fault: map };
  const told = asked.map(({ line, column }) => ({ file: '', line, column, function: '' }));
  return { frames: unminify(told, () => map) };
}

/** A map, or what is wrong with it. */
function mapOf({ file, inline }: MapFile): SourceMap | string {
  const there = maps.get(file);
  if (there !== undefined) return there;
  const text = inline ? inlineMapOf(textOf(file)) : textOf(file);
  const map = text === undefined ? undefined : readMap(text);
  const read = map === undefined ? 'the script holds no map' : isFault(map) ? map.message : map;
  maps.set(file, read);
  return read;
}

function code({ files, about }: Extract<Job, { job: 'code' }>): AnswerOfJob['code'] {
  const bundle = files.map(({ path, file, map }): BundleFile => {
    const text = textOf(file);
    // Maps are several times their scripts: each is held while its script is read, and no longer.
    return { path, text, ...(map && { map: () => (map.inline ? inlineMapOf(text) : textOf(map.file)) }) };
  });
  const index = decodeIndex(readFileSync(new URL(import.meta.resolve('@sightglass/bundle/third-party.bin'))));
  return inspect(bundle, index, about, (share) => say({ tell: 'share', share }));
}

function linesAround(text: string, line: number, around: number): LinesAnswer {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const first = Math.max(1, line - around);
  const told = lines.slice(first - 1, line + around).map((one) => one.slice(0, maxLineChars));
  return { first, text: told, of: lines.length };
}

function textOf(file: string): string {
  const options = {
    maxOutputLength: limits.maxReleaseFileUnpackedBytes,
    params: { [constants.ZSTD_d_windowLogMax]: 27 },
  };
  return zstdDecompressSync(readFileSync(file), options).toString('utf8');
}
