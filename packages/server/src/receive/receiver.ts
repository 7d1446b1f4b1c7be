import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ForeignFormat,
  type ForeignName,
  type Format,
  foreignFormats,
  formats,
  type Judged,
  readJson,
} from '@sightglass/intake';
import { catalogue, limits, type ParcelDoor, SightglassError } from '@sightglass/wire';
import type { Door, Entry } from '../journal/index.ts';
import { batchIdentity, segmentIdentity } from '../ledger/index.ts';
import { createRemembered } from '../remembered.ts';
import { createAdmission } from './admission.ts';
import { answerPreflight, answerProblem, answerTaken } from './answer.ts';
import { type Room, readBody } from './body.ts';
import type { Receiver, ReceiverParts } from './face.ts';
import { answerForeignRefusal, takeForeign } from './foreign.ts';
import { isLeftOver } from './left-over.ts';
import { type ParcelsParts, type Taken, takeParcels } from './parcels.ts';
import { createQuota } from './quota.ts';
import { createSessionShare } from './session-share.ts';
import { createUnpacker, encodingOf, release } from './unpack.ts';
import type { Visit } from './visit.ts';

/** Several of both in one request; what is said of it as a whole is counted as of records. */
const joined = '/v1/parcels';
const ours = { '/v1/records': 'records', '/v1/segments': 'segments', [joined]: 'records' } as const;
const foreignDoors = Object.entries(foreignFormats) as [ForeignName, ForeignFormat][];
/** What a beacon, `fetch` and curl say of JSON; none: a beacon of bytes. */
const mediaTypes = new Set(['', 'text/plain', 'application/json', 'application/octet-stream']);
/** All bodies that are being read at once. */
const maxRoomBytes = 192 * 1024 * 1024;
const defaultQuota = { perSecond: 500, burst: 5_000 };
/**
 * Milliseconds for looking through bodies. 20 kB can be such that they take a second; so one project keeps others waiting for half of the
 * time at most, after three seconds of it. Where there are no others it has all of it.
 */
const defaultTime = { perSecond: 500, burst: 3_000 };
const maxUserAgentChars = 512;
/** Identities of sample data that was taken and may not have reached the ledger yet. */
const maxUnledgered = 20_000;

/** See {@link Receiver}. What costs anything comes after the key; what is acknowledged is on the disk. */
export function createReceiver(parts: ReceiverParts): Receiver {
  const unpacker = createUnpacker();
  const quota = createQuota(parts.quota ?? defaultQuota, parts.now);
  const share = createSessionShare(parts.sessionReplayBytes ?? limits.maxSessionReplayBytes);
  const room: Room = {
    usedBytes: 0,
    maxBytes: parts.roomBytes ?? maxRoomBytes,
    holders: new Map(),
    sending: new Set(),
  };
  const busy = new Set<Promise<void>>();
  const taken = createRemembered<true>(maxUnledgered);
  let stopping = false;
  const time = createQuota(parts.time ?? defaultTime, parts.now);
  const admission = createAdmission(parts, quota, time, () => stopping);

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const [path, query] = splitUrl(request.url);
    const found = doorAt(path);
    if (request.method === 'OPTIONS') {
      answerPreflight(response);
      return;
    }
    const visit = { request, response, path, query, door: found?.door ?? 'records', project: '' };
    const own =
      path === joined ? takeJoined : (one: Visit) => take(one, found?.door === 'segments' ? 'segments' : 'records');
    const done =
      found?.foreign === undefined
        ? own(visit).catch((error: unknown) => refuse(visit, error))
        : takeForeign(visit, found.foreign, foreignParts).catch((error: unknown) =>
            refuse(visit, error, found.foreign),
          );
    busy.add(done);
    done.finally(() => busy.delete(done));
  }

  /** undefined: the sender went away. @throws {SightglassError} */
  async function readWhole(visit: Visit, maxBytes: number): Promise<Buffer | undefined> {
    const read = await readBody(visit, maxBytes, parts.bodyTimeoutMs ?? limits.bodyTimeoutMs, room);
    if ('aborted' in read) {
      parts.outcomes.count(visit.project, visit.door, 'aborted', 1);
      return undefined;
    }
    if ('code' in read)
      throw new SightglassError(read.code, undefined, catalogue[read.code].status === 503 ? { retryAfter: 2 } : {});
    if (read.body.length === 0) throw new SightglassError('empty');
    return read.body;
  }

  /** @throws {SightglassError} what the journal throws, or that the server is stopping */
  async function keep(
    visit: Visit,
    { identity, ...what }: Pick<Entry, 'receivedAt' | 'sample' | 'encoding' | 'body' | 'head'> & { identity?: string },
    door = visit.door,
  ) {
    if (stopping) throw new SightglassError('stopping', undefined, { retryAfter: 2 });
    const userAgent = (visit.request.headers['user-agent'] ?? '').slice(0, maxUserAgentChars);
    const country = parts.countryOf?.(visit.request);
    const about = { project: visit.project, door, tries: 0, userAgent, ...(country && { country }) };
    await parts.journal.append({ ...what, ...about });
    if (identity !== undefined) taken.set(identity, true);
  }

  const foreignParts = { admission, readWhole, keep, now: parts.now };

  async function take(visit: Visit, door: ParcelDoor): Promise<void> {
    admit(visit);
    const sample = await admission.judge(visit.request, visit.project);
    const body = await readWhole(visit, formats[door].maxBodyBytes);
    if (body === undefined) return;
    const packed = visit.request.headers['content-encoding'];
    const { entry, ...said } = await judgeBody(visit.project, door, body, packed, sample, true);
    if (entry !== undefined) await keep(visit, entry);
    else parts.outcomes.count(visit.project, door, 'erased', 1);
    answerTaken(visit.response, { ...said, watched: parts.hub.watched(visit.project) });
  }

  async function takeJoined(visit: Visit): Promise<void> {
    admit(visit);
    const sample = await admission.judge(visit.request, visit.project);
    const body = await readWhole(visit, limits.maxParcelsBodyBytes);
    if (body === undefined) return;
    const said = await takeParcels(visit, body, sample, parcelsParts);
    answerTaken(visit.response, { ...said, watched: parts.hub.watched(visit.project) });
  }

  /** What a door says of a body. @throws {SightglassError} when nothing of it can be taken */
  async function judgeBody(
    ...[project, door, body, packed, sample, isAll = false]: [...Parameters<ParcelsParts['judge']>, isAll?: boolean]
  ): Promise<Taken> {
    const format: Format = formats[door];
    if (body.length > format.maxBodyBytes) throw new SightglassError('too_large');
    const encoding = encodingOf(packed, body);
    if (typeof encoding !== 'string') throw new SightglassError(encoding.code);
    const receivedAt = parts.now();
    const unpacked = await unpacker.unpack(body, encoding, format.maxUnpackedBytes);
    if (!Buffer.isBuffer(unpacked)) throw new SightglassError(unpacked.code);
    // Again: as it was let in, none of the others that are on their way had taken any time yet. Of several parcels none is refused so.
    if (isAll) admission.charge(project, 0);
    const about = { receivedAt, sample };
    const { envelope, leftOver, ...judged } = admission.inItsTime(project, () => judge(unpacked, format, about));
    const { session } = envelope;
    if (parts.isErased?.(project, session) === true) {
      // Whoever is told so ends its recording, and the page that sends this may be in another session long since.
      if (!leftOver) throw new SightglassError('erased');
      release(unpacked, body);
      return { accepted: 0, refused: [{ code: 'erased', path: '' }], skewMs: judged.skewMs };
    }
    if (door === 'segments' && !share.take(project, session, body.length)) throw new SightglassError('replay_full');
    release(unpacked, body);
    const entry = { receivedAt, sample, encoding, body };
    if (!sample) return { entry, ...judged };
    const bytes = door === 'records' ? batchIdentity(project, envelope) : segmentIdentity(project, envelope);
    const identity = bytes.toString('latin1');
    const isKnown = taken.get(identity) === true || parts.isKnown?.(bytes) === true;
    return { entry: { ...entry, identity }, ...judged, known: isKnown ? judged.accepted : 0 };
  }

  const parcelsParts: ParcelsParts = { admission, unpacker, outcomes: parts.outcomes, judge: judgeBody, keep };

  /** Everything that can be said without reading a byte of the body. */
  function admit(visit: Visit): void {
    const { request, query } = visit;
    if (request.method !== 'POST') throw new SightglassError('method_not_allowed');
    const given = new URLSearchParams(query).get('key') ?? request.headers['x-sightglass-key'];
    admission.pass(typeof given === 'string' ? given : undefined, (project) => {
      visit.project = project;
    });
    const media = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!mediaTypes.has(media)) throw new SightglassError('media_type');
  }

  function refuse({ request, response, door, project }: Visit, error: unknown, foreign?: ForeignFormat): void {
    const told =
      error instanceof SightglassError
        ? withoutPlace(error)
        : new SightglassError('internal', undefined, { cause: error });
    parts.outcomes.count(project, door, told.code, 1);
    if (told.code === 'internal') parts.teller?.warn({ door, err: error }, 'a request failed at the door');
    if (response.headersSent) response.destroy();
    else if (foreign?.answerRefusal === undefined) answerProblem(response, told, !request.complete);
    else answerForeignRefusal(response, foreign.answerRefusal, told, !request.complete);
  }

  return {
    handles: (url) => doorAt(splitUrl(url)[0]) !== undefined,
    handle,
    async stop() {
      stopping = true;
      for (const stop of room.sending) stop();
      await Promise.all(busy);
    },
  };
}

/** Any page may ask here: in which folder the data lies is for the log and the doctor. */
function withoutPlace(error: SightglassError): SightglassError {
  const { code, retryAfter } = error;
  if (catalogue[code].status !== 503) return error;
  return new SightglassError(code, undefined, { cause: error, ...(retryAfter !== undefined && { retryAfter }) });
}

function doorAt(path: string): { door: Door; foreign?: ForeignFormat } | undefined {
  if (Object.hasOwn(ours, path)) return { door: ours[path as keyof typeof ours] }; // one of its keys, as just seen
  const found = foreignDoors.find(([, format]) => format.opens(path));
  return found && { door: found[0], foreign: found[1] };
}

/** By hand: an SDK that appends to an address which has a query already makes a second question mark. */
function splitUrl(url = '/'): [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** What a batch and a segment say of themselves; `page` a segment alone. */
interface Envelope {
  session: string;
  tab: string;
  page: string;
  seq: number;
  sentAt: number;
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
): Judged & { envelope: Envelope; leftOver: boolean } {
  const read = readJson(bytes, format.json, (some) => (some as Buffer).toString('utf8')); // it is the buffer given here
  if ('fault' in read) {
    const { code, at } = read.fault;
    throw new SightglassError(code, code === 'empty' ? undefined : `At byte ${at}`);
  }
  const judged = format.judge(read.value, about);
  if ('code' in judged) throw new SightglassError(judged.code, undefined, { issues: judged.issues });
  const envelope = read.value as Envelope; // as just judged
  return { ...judged, envelope, leftOver: isLeftOver(envelope) };
}
