import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { bodiesFile, type RecordedVisit, type RecordingIndex } from './format.ts';

export interface Recorded {
  visit: RecordedVisit;
  /** Texts of {@link RecordedVisit.bodies}, in the same order. */
  texts: string[];
}

const compress = promisify(zstdCompress);
/** 2^27 is 128 MiB, the largest window that every zstd reader takes without being told to. */
const windowLog = 27;

/** Writes a recording into a folder; answers the bytes of each file. */
export async function writeRecording(
  folder: string,
  about: Omit<RecordingIndex, 'visits'>,
  recorded: Recorded[],
): Promise<Record<string, number>> {
  await mkdir(folder, { recursive: true });
  const bytes: Record<string, number> = {};
  const write = async (name: string, content: string | Buffer) => {
    bytes[name] = Buffer.byteLength(content);
    await writeFile(join(folder, name), content);
  };
  for (const file of ['sample', 'rest'] as const) {
    const lines = recorded.filter(({ visit }) => visit.file === file).map(({ texts }) => `${JSON.stringify(texts)}\n`);
    const packed = await compress(Buffer.from(lines.join(''), 'utf8'), {
      params: {
        [constants.ZSTD_c_compressionLevel]: 19,
        [constants.ZSTD_c_enableLongDistanceMatching]: 1,
        [constants.ZSTD_c_windowLog]: windowLog,
      },
    });
    await write(bodiesFile(file), packed);
  }
  const lines = recorded.map(({ visit }) => ` ${JSON.stringify(visit)}`);
  await write(
    'index.json',
    `${JSON.stringify(about, null, 1).slice(0, -2)},\n "visits": [\n${lines.join(',\n')}\n]}\n`,
  );
  return bytes;
}
