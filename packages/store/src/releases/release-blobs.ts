import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { filesIn, timeOf } from '../missing.ts';
import { syncFolder } from '../segments/append-file.ts';
import { createReadings, type Readings } from './readings.ts';

/** Files of releases by what is in them: each content is kept once for a project, packed, whatever it is called and wherever it is used. */
export interface ReleaseBlobs {
  /** Takes a file in; on the disk when this resolves. The same content again changes nothing. */
  put(project: string, source: Readable, about: Incoming): Promise<TakenBlob | RefusedBlob>;
  /** The text of a file; `undefined` when it is not there. At most `maxBytes`. */
  read(project: string, sha256: string, maxBytes: number): Promise<string | undefined>;
  /** Where a file is, zstd-packed: for a process of its own that reads it. */
  fileOf(project: string, sha256: string): string;
  /** Everything there is, and since when. */
  list(project: string): Promise<{ sha256: string; at: number }[]>;
  drop(project: string, sha256: string): Promise<void>;
  /** Everything of a project, also what was found out of it. */
  dropAll(project: string): Promise<void>;
  /** What was found out about releases, under keys that change with what it was found out of. */
  readings: Readings;
}

export interface Incoming {
  /** How the bytes are packed on their way. */
  encoding: 'identity' | 'gzip' | 'zstd';
  /** As it arrives. */
  maxPackedBytes: number;
  maxBytes: number;
}

export interface TakenBlob {
  sha256: string;
  /** Unpacked. */
  bytes: number;
  /** First and last characters, at most 4,096 bytes each: what tells a file's kind and partner stands there. */
  head: string;
  tail: string;
  /** Whether it has the beginning of a source map within it somewhere: such a line is longer than `tail`. */
  hasInlineMap: boolean;
}

/** Nothing is kept of it. */
export interface RefusedBlob {
  refused: 'too_large' | 'unpacked_too_large' | 'bad_encoding' | 'truncated';
}

const edgeBytes = 4_096;
const inlineMapMark = Buffer.from('sourceMappingURL=data:application/json');
/** Sources pack four to eight times at this level, at some 200 MB a second. */
const level = 6;

/** {@link ReleaseBlobs} below one folder: `<project>/<first two digits>/<sha-256>.zst`. */
export function createReleaseBlobs(root: string): ReleaseBlobs {
  async function put(project: string, source: Readable, about: Incoming): Promise<TakenBlob | RefusedBlob> {
    const folder = projectFolder(root, project);
    await mkdir(join(folder, 'arriving'), { recursive: true, mode: 0o700 });
    const arriving = join(folder, 'arriving', randomUUID());
    const packed = countOf(about.maxPackedBytes, 'too_large');
    const content = countOf(about.maxBytes, 'unpacked_too_large');
    const packer = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level } });
    const sink = createWriteStream(arriving, { mode: 0o600, flush: true });
    try {
      const unpacker = unpackerOf(about.encoding);
      if (unpacker) await pipeline(source, packed.stream, unpacker, content.stream, packer, sink);
      else await pipeline(source, packed.stream, content.stream, packer, sink);
      const taken = content.taken();
      const path = fileOf(project, taken.sha256);
      if (!(await isThere(path))) {
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
        await rename(arriving, path);
        await syncFolder(join(path, '..'));
      }
      return taken;
    } catch (error) {
      const refused = refusalOf(error);
      if (refused === undefined) throw error;
      return { refused };
    } finally {
      await rm(arriving, { force: true });
    }
  }

  async function read(project: string, sha256: string, maxBytes: number): Promise<string | undefined> {
    const path = fileOf(project, sha256);
    if (!(await isThere(path))) return undefined;
    const content = countOf(maxBytes, 'unpacked_too_large');
    const chunks: Buffer[] = [];
    content.stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await pipeline(createReadStream(path), createZstdDecompress(), content.stream);
    return Buffer.concat(chunks).toString('utf8');
  }

  function fileOf(project: string, sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A content hash that is none');
    return join(projectFolder(root, project), sha256.slice(0, 2), `${sha256}.zst`);
  }

  return {
    put,
    read,
    fileOf,
    dropAll: (project) => rm(projectFolder(root, project), { recursive: true, force: true }),
    async list(project) {
      const folder = projectFolder(root, project);
      const found: { sha256: string; at: number }[] = [];
      for (const name of await filesIn(folder, { recursive: true })) {
        const sha256 = /^[0-9a-f]{2}\/([0-9a-f]{64})\.zst$/.exec(name)?.[1];
        const at = sha256 && (await timeOf(join(folder, name)));
        if (sha256 && at) found.push({ sha256, at });
      }
      return found;
    },
    async drop(project, sha256) {
      await rm(fileOf(project, sha256), { force: true });
    },
    readings: createReadings((project) => join(projectFolder(root, project), 'readings')),
  };
}

interface Count {
  stream: Transform;
  taken(): TakenBlob;
}

/** Lets bytes through, and knows afterwards what they were. */
function countOf(maxBytes: number, past: RefusedBlob['refused']): Count {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let hasInlineMap = false;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new Refusal(past));
      hash.update(chunk);
      if (head.length < edgeBytes) head = Buffer.concat([head, chunk.subarray(0, edgeBytes - head.length)]);
      if (!hasInlineMap)
        hasInlineMap = Buffer.concat([tail.subarray(-inlineMapMark.length), chunk]).includes(inlineMapMark);
      tail = Buffer.from(Buffer.concat([tail, chunk.subarray(-edgeBytes)]).subarray(-edgeBytes));
      done(null, chunk);
    },
  });
  return {
    stream,
    taken: () => ({
      ...{ sha256: hash.digest('hex'), bytes, hasInlineMap },
      ...{ head: head.toString('utf8'), tail: tail.toString('utf8') },
    }),
  };
}

class Refusal extends Error {
  readonly refused: RefusedBlob['refused'];

  constructor(refused: RefusedBlob['refused']) {
    super(refused);
    this.refused = refused;
  }
}

function unpackerOf(encoding: Incoming['encoding']): Transform | undefined {
  if (encoding === 'gzip') return createGunzip();
  return encoding === 'zstd' ? createZstdDecompress() : undefined;
}

/** What the sender can mend; `undefined` for what is ours. */
function refusalOf(error: unknown): RefusedBlob['refused'] | undefined {
  if (error instanceof Refusal) return error.refused;
  const { code = '' } = error as { code?: string }; // errors of Node's streams carry one
  if (code === 'Z_BUF_ERROR' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') return 'truncated';
  return /^(Z_|ZSTD_error)/.test(code) ? 'bad_encoding' : undefined;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Projects' ids come from the catalog, but a path is a path. */
function projectFolder(root: string, project: string): string {
  if (!/^[\w-]{1,64}$/.test(project)) throw new Error('A project id that is no file name');
  return join(root, project);
}
