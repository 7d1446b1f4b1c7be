import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Format, formats, readJson } from '@sightglass/intake';
import { catalogue, limits, type Refusal, SightglassError } from '@sightglass/wire';
import type { Door } from '../journal/index.ts';
import { answerPreflight, answerProblem, answerTaken } from './answer.ts';
import { type Room, readBody } from './body.ts';
import type { Receiver, ReceiverParts } from './face.ts';
import { createQuota } from './quota.ts';
import { createUnpacker, encodingOf } from './unpack.ts';

const doorOf: Record<string, Door> = { '/v1/records': 'records', '/v1/segments': 'segments' };
/** What a beacon, `fetch` and curl say of JSON; none: a beacon of bytes. */
const mediaTypes = new Set(['', 'text/plain', 'application/json', 'application/octet-stream']);
/** All bodies that are being read at once. */
const maxRoomBytes = 192 * 1024 * 1024;
const defaultQuota = { perSecond: 500, burst: 5_000 };
const maxUserAgentChars = 512;

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  door: Door;
  project: string;
}

/** See {@link Receiver}. What costs anything comes after the key; what is acknowledged is on the disk. */
export function createReceiver(parts: ReceiverParts): Receiver {
  const unpacker = createUnpacker();
  const quota = createQuota(parts.quota ?? defaultQuota, parts.now);
  const room: Room = { usedBytes: 0, maxBytes: maxRoomBytes, sending: new Set() };
  const busy = new Set<Promise<void>>();
  let stopping = false;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://intake');
    const door = doorOf[url.pathname] ?? 'records';
    if (request.method === 'OPTIONS') {
      answerPreflight(response);
      return;
    }
    const visit = { request, response, url, door, project: '' };
    const done = take(visit).catch((error: unknown) => refuse(visit, error));
    busy.add(done);
    done.finally(() => busy.delete(done));
  }

  async function take(visit: Visit): Promise<void> {
    const { request, response, door } = visit;
    visit.project = admit(visit);
    if (parts.isOff?.(visit.project) === true) throw new SightglassError('recording_off');
    const sample = await isBackfill(visit);
    const format: Format = formats[door];
    const read = await readBody(request, format.maxBodyBytes, parts.bodyTimeoutMs ?? limits.bodyTimeoutMs, room);
    if ('aborted' in read) {
      parts.outcomes.count(visit.project, door, 'aborted', 1);
      return;
    }
    if ('code' in read)
      throw new SightglassError(read.code, undefined, catalogue[read.code].status === 503 ? { retryAfter: 2 } : {});
    const { body } = read;
    if (body.length === 0) throw new SightglassError('empty');
    const encoding = encodingOf(request.headers['content-encoding'], body);
    if (typeof encoding !== 'string') throw new SightglassError(encoding.code);
    const receivedAt = parts.now();
    const unpacked = await unpacker.unpack(body, encoding, format.maxUnpackedBytes);
    if (!Buffer.isBuffer(unpacked)) throw new SightglassError(unpacked.code);
    const judged = judge(unpacked, format, { receivedAt, sample });
    if (stopping) throw new SightglassError('stopping', undefined, { retryAfter: 2 });
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentChars);
    await parts.journal.append({
      receivedAt,
      project: visit.project,
      door,
      encoding,
      sample,
      tries: 0,
      userAgent,
      body,
    });
    answerTaken(response, { ...judged, watched: parts.hub.watched(visit.project) });
  }

  /** Everything that can be said without reading a byte of the body. @returns the project */
  function admit({ request, url }: Visit): string {
    if (request.method !== 'POST') throw new SightglassError('method_not_allowed');
    const given = url.searchParams.get('key') ?? request.headers['x-sightglass-key'];
    if (typeof given !== 'string' || given === '') throw new SightglassError('key_missing');
    const key = parts.keys.find(given);
    if (key === undefined) throw new SightglassError('key_unknown');
    if (key.revoked) throw new SightglassError('key_revoked');
    if (stopping) throw new SightglassError('stopping', undefined, { retryAfter: 2 });
    const waitMs = quota.take(key.project);
    if (waitMs > 0) throw new SightglassError('over_quota', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
    const media = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!mediaTypes.has(media)) throw new SightglassError('media_type');
    return key.project;
  }

  async function isBackfill({ request, project }: Visit): Promise<boolean> {
    const token = request.headers['x-sightglass-backfill'];
    if (token === undefined) return false;
    if (typeof token === 'string' && (await parts.backfill(token, project))) return true;
    throw new SightglassError('forbidden', 'This token is not of an admin of the project');
  }

  function refuse({ request, response, door, project }: Visit, error: unknown): void {
    const told =
      error instanceof SightglassError ? error : new SightglassError('internal', undefined, { cause: error });
    parts.outcomes.count(project, door, told.code, 1);
    if (told.code === 'internal') parts.teller?.warn({ door, err: error }, 'a request failed at the door');
    if (response.headersSent) response.destroy();
    else answerProblem(response, told, !request.complete);
  }

  return {
    handles: (url) => url !== undefined && (url.split('?', 1)[0] ?? '') in doorOf,
    handle,
    async stop() {
      stopping = true;
      for (const stop of room.sending) stop();
      await Promise.all(busy);
    },
  };
}

/**
 * The same judgement that the digest makes again from the journal; nothing of it outlives the answer.
 *
 * @throws {SightglassError} when nothing of the body can be taken
 */
function judge(
  bytes: Buffer,
  format: Format,
  about: { receivedAt: number; sample: boolean },
): { accepted: number; refused: Refusal[] } {
  const read = readJson(bytes, format.json, (some) => (some as Buffer).toString('utf8')); // it is the buffer given here
  if ('fault' in read) {
    const { code, at } = read.fault;
    throw new SightglassError(code, code === 'empty' ? undefined : `At byte ${at}`);
  }
  const judged = format.judge(read.value, about);
  if ('code' in judged) throw new SightglassError(judged.code, undefined, { issues: judged.issues });
  return judged;
}
