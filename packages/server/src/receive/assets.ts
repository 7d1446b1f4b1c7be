import type { IncomingMessage, ServerResponse } from 'node:http';
import { catalogue, limits, type RecordingSettings, SightglassError } from '@sightglass/wire';
import type { KeyRing } from '../parts.ts';
import { answerAs, answerPreflight, answerProblem } from './answer.ts';
import { type Room, readBody } from './body.ts';
import { createQuota, type QuotaRate } from './quota.ts';

export interface AssetsDoorParts {
  keys: KeyRing;
  recordingOf(project: string): RecordingSettings;
  /** Of these names of addresses, those whose file the project has: its hash by the name. */
  known(project: string, names: readonly string[]): Promise<Record<string, string>>;
  now(): number;
  quota?: QuotaRate;
}

/**
 * `POST /v1/assets?key=…`: which pictures and fonts a project has already, so that a page fetches only the others. The body is a JSON array of
 * names: of each address the hash that the page made of it with the client key. The files themselves come with segments, as stored texts do.
 */
export interface AssetsDoor {
  handles(url: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

const path = '/v1/assets';
/** A name has 22 letters. */
const maxBodyBytes = 8_192;
/** A page asks once or twice. */
const defaultQuota = { perSecond: 200, burst: 2_000 };

export function createAssetsDoor(parts: AssetsDoorParts): AssetsDoor {
  const quota = createQuota(parts.quota ?? defaultQuota, parts.now);
  const room: Room = { usedBytes: 0, maxBytes: 1_000 * maxBodyBytes, holders: new Map(), sending: new Set() };

  /** undefined: the sender went away. @throws {SightglassError} */
  async function take(request: IncomingMessage): Promise<Record<string, string> | undefined> {
    if (request.method !== 'POST') throw new SightglassError('method_not_allowed');
    const project = projectOf(request);
    const settings = parts.recordingOf(project);
    if (settings.off) throw new SightglassError('recording_off');
    const read = await readBody({ request, project }, maxBodyBytes, limits.bodyTimeoutMs, room);
    if ('aborted' in read) return undefined;
    if ('code' in read)
      throw new SightglassError(read.code, undefined, catalogue[read.code].status === 503 ? { retryAfter: 2 } : {});
    const names = namesIn(read.body.toString('utf8'));
    return settings.assets === 'none' ? {} : parts.known(project, names);
  }

  /** @throws {SightglassError} */
  function projectOf({ url }: IncomingMessage): string {
    const given = new URL(url ?? path, 'http://intake').searchParams.get('key');
    if (given === null || given === '') throw new SightglassError('key_missing');
    const key = parts.keys.find(given);
    if (key === undefined) throw new SightglassError('key_unknown');
    if (key.revoked) throw new SightglassError('key_revoked');
    const waitMs = quota.take(key.project);
    if (waitMs > 0) throw new SightglassError('over_quota', undefined, { retryAfter: Math.ceil(waitMs / 1_000) });
    return key.project;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const known = await take(request);
      if (known) answerAs(response, { status: 200, text: JSON.stringify(known) });
    } catch (error) {
      const told =
        error instanceof SightglassError ? error : new SightglassError('internal', undefined, { cause: error });
      answerProblem(response, told, !request.readableEnded);
    }
  }

  return {
    handles: (url) => url !== undefined && url.split('?', 1)[0] === path,
    handle(request, response) {
      if (request.method === 'OPTIONS') answerPreflight(response);
      else void answer(request, response);
    },
  };
}

/** @throws {SightglassError} `not_json`, `bad_request` */
function namesIn(text: string): string[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new SightglassError('not_json', undefined, { cause });
  }
  if (
    !Array.isArray(given) ||
    given.length > limits.maxPageAssetNames ||
    !given.every((name) => typeof name === 'string')
  )
    throw new SightglassError('bad_request', `A list of at most ${limits.maxPageAssetNames} names is expected`);
  return given;
}
