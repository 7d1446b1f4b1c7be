import type { ServerResponse } from 'node:http';
import { constants, inflateRawSync, unzipSync } from 'node:zlib';
import type { Asked, ForeignFormat, Head, Tools } from '@sightglass/intake';
import { catalogue, SightglassError } from '@sightglass/wire';
import type { Entry } from '../journal/index.ts';
import type { Admission } from './admission.ts';
import { answerAs } from './answer.ts';
import { encodingOf } from './unpack.ts';
import type { Visit } from './visit.ts';

/** What the doors of other SDKs need of the receiver. */
export interface ForeignParts {
  admission: Admission;
  readWhole(visit: Visit, maxBytes: number): Promise<Buffer | undefined>;
  keep(visit: Visit, what: Pick<Entry, 'receivedAt' | 'sample' | 'encoding' | 'body' | 'head'>): Promise<void>;
  now(): number;
}

const startBytes = 2 * 1024;
const startChunk = 256 * 1024;

/** See {@link Tools}. zlib stops as soon as more than is allowed comes out. */
export const tools: Tools = {
  inflate(bytes, maxBytes) {
    const unpack = isPacked(bytes) ? unzipSync : inflateRawSync;
    try {
      return unpack(bytes, { maxOutputLength: maxBytes });
    } catch {
      // Damaged, cut short or too large: the decoder says so in its own words.
      return undefined;
    }
  },
  inflateStart(bytes) {
    const unpack = isPacked(bytes) ? unzipSync : inflateRawSync;
    try {
      return unpack(bytes.subarray(0, startBytes), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: startChunk });
    } catch {
      return undefined;
    }
  },
  toText: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'),
};

/** gzip, or a zlib header, whose two bytes are divisible by 31. */
function isPacked([first = 0, second = 0]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || ((first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0);
}

/**
 * A body of another SDK: its key, its size, the disk, the answer. It is judged by the digest, for these SDKs read no answer and send
 * nothing again that was refused.
 *
 * @throws {SightglassError} what the sender is told
 */
export async function takeForeign(visit: Visit, format: ForeignFormat, parts: ForeignParts): Promise<void> {
  const { request, response } = visit;
  const asked = askedOf(visit);
  const fetched = request.method === 'GET' ? format.answerGet?.(asked) : undefined;
  if (fetched !== undefined) return answerAs(response, fetched);
  if (request.method !== 'POST') throw new SightglassError('method_not_allowed');
  /** @returns whether it is sample data */
  const admit = (key: string | undefined): Promise<boolean> => {
    const project = parts.admission.pass(key, (known) => {
      visit.project = known;
    });
    return parts.admission.judge(request, project);
  };
  const key = format.keyOf(asked);
  // Nothing is read for nobody, unless the key can only be in the body.
  const early = key === undefined && format.keyInBody !== undefined ? undefined : await admit(key);
  const body = await parts.readWhole(visit, format.maxBodyBytes);
  if (body === undefined) return;
  const sample = early ?? (await admit(format.keyInBody?.(body, tools)));
  const encoding = encodingOf(request.headers['content-encoding'], body);
  if (typeof encoding !== 'string') throw new SightglassError(encoding.code);
  await parts.keep(visit, { receivedAt: parts.now(), sample, encoding, body, head: writeHead(visit) });
  answerAs(response, format.answer(asked, body));
}

function askedOf({ request, path, query }: Visit): Asked {
  return {
    path,
    query,
    header(name) {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/** Bounded by what HTTP lets through: Node refuses a head of more than 16 KiB. */
function writeHead({ request, path, query }: Visit): string {
  const { origin, 'content-type': contentType = '' } = request.headers;
  return JSON.stringify({ path, query, contentType, origin });
}

/** What {@link writeHead} wrote. @returns undefined where an entry has none */
export function readHead({ head, userAgent }: Pick<Entry, 'head' | 'userAgent'>): Head | undefined {
  if (head === undefined) return undefined;
  const said = JSON.parse(head) as Omit<Head, 'userAgent'>; // written by us, above
  return { ...said, userAgent };
}

/** A refusal in the words that an SDK must be told it in. */
export function answerForeignRefusal(
  response: ServerResponse,
  inItsWords: NonNullable<ForeignFormat['answerRefusal']>,
  { code, retryAfter }: SightglassError,
  unread: boolean,
): void {
  const { status, text, headers } = inItsWords({ code, status: catalogue[code].status, retryAfter });
  answerAs(response, { status, text }, { ...headers, ...(unread ? { connection: 'close' } : {}) });
}
