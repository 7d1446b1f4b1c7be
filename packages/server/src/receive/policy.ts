import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  maxPolicyTexts,
  type Policy,
  policyVersion,
  type RecordingSettings,
  SightglassError,
  toProblem,
} from '@sightglass/wire';
import type { KeyRing } from '../parts.ts';

export interface PolicyDoorParts {
  keys: KeyRing;
  /** What a project records, from memory. The same settings are the same object, so that what is made of them can be kept. */
  recordingOf(project: string): RecordingSettings;
  /** Hashes of stored texts that a project has, newest first, from memory; the same list while nothing is new. */
  textsOf?(project: string): readonly string[];
}

/** `GET /v1/policy?key=…`: what a page may record, for its SDK. From memory alone: it is asked once on every page of every visitor. */
export interface PolicyDoor {
  handles(url: string | undefined): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

interface Answer {
  settings: RecordingSettings;
  texts: readonly string[];
  body: string;
  etag: string;
}

const path = '/v1/policy';
const allowedMethods = 'GET, HEAD, OPTIONS';
const noTexts: readonly string[] = [];
const open = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
const preflight = {
  ...open,
  'access-control-allow-methods': allowedMethods,
  // Ours asks for it with none. Tracing puts its own on all that a page asks for, which browsers then ask for first.
  'access-control-allow-headers': '*',
  // Chromium believes two hours at most.
  'access-control-max-age': '7200',
  'content-length': '0',
};

export function createPolicyDoor({ keys, recordingOf, textsOf }: PolicyDoorParts): PolicyDoor {
  const answers = new Map<string, Answer>();

  function answerOf(project: string): Answer {
    const settings = recordingOf(project);
    const texts = settings.off ? noTexts : (textsOf?.(project) ?? noTexts);
    const kept = answers.get(project);
    if (kept?.settings === settings && kept.texts === texts) return kept;
    const { off, sessions, replays, mask, keep, canvas, assets } = settings;
    const policy: Policy = {
      ...{ v: policyVersion, off, sessions, replays, mask, keep, canvas, assets },
      texts: texts.slice(0, maxPolicyTexts),
    };
    const body = JSON.stringify(policy);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const made = { settings, texts, body, etag };
    answers.set(project, made);
    return made;
  }

  /** @throws {SightglassError} */
  function projectOf({ method, url }: IncomingMessage): string {
    if (method !== 'GET' && method !== 'HEAD') throw new SightglassError('method_not_allowed');
    const given = new URL(url ?? path, 'http://intake').searchParams.get('key');
    if (given === null || given === '') throw new SightglassError('key_missing');
    const key = keys.find(given);
    if (key === undefined) throw new SightglassError('key_unknown');
    if (key.revoked) throw new SightglassError('key_revoked');
    return key.project;
  }

  return {
    handles: (url) => url !== undefined && url.split('?', 1)[0] === path,
    handle(request, response) {
      if (request.method === 'OPTIONS') {
        response.writeHead(204, preflight).end();
        return;
      }
      try {
        send(request, response, answerOf(projectOf(request)));
      } catch (error) {
        refuse(
          request,
          response,
          error instanceof SightglassError ? error : new SightglassError('internal', undefined, { cause: error }),
        );
      }
    },
  };
}

/** Kept for a minute by whatever stands between; the SDK asks anew on every page, by the etag. */
function send(request: IncomingMessage, response: ServerResponse, { body, etag }: Answer): void {
  const headers = { ...open, 'cache-control': 'public, max-age=60', etag };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const length = String(Buffer.byteLength(body));
  response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: SightglassError): void {
  const problem = toProblem(error);
  const text = JSON.stringify(problem);
  response.writeHead(problem.status, {
    ...open,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(text)),
    ...(error.code === 'method_not_allowed' ? { allow: allowedMethods, connection: 'close' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}
