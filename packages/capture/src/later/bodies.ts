import {
  type ClosedSet,
  closedSetOfParam,
  closedSetUnder,
  countPages,
  decoded,
  formatOf,
  hasOtherState,
  holdsSecret,
  isSecretName,
  isSignedToken,
  isStateName,
  pathPart,
  refusalIn,
  refusedFields,
  refuses,
  shapeOf,
  wordOf,
} from '@sightglass/privacy';
import type { ResourceRecord } from '@sightglass/wire';
import type { KnownTexts } from '../privacy/known.ts';
import type { Body, CallDraft, Caught } from '../scene/caught.ts';
import { parseJson, toJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import { type Bound, createBound } from './bound.ts';
import { filledFrom } from './filled.ts';
import { headersOf } from './headers.ts';
import { changesIn } from './object-changes.ts';
import { isRead, readAnswer } from './objects.ts';
import { operationOf } from './operation.ts';
import { provenIn, withProven } from './proven.ts';
import type { Secrets } from './secrets.ts';
import { bound, type Seen } from './seen.ts';

const maxParams = 20;
/** Of one view: a page may ask again and again for as long as it is open, and each second what is in an hour of another. */
const maxSame = 1_000;
/** A call this long after the last key has nothing to do with it. */
const typedRecentlyMs = 2_500;
/** Beside what is sent, the page's fields are looked at; a body longer than this is no form's. */
const maxFormChars = 20_000;
/** Of a form; to make sense of more takes a while, as of a longer JSON text. */
const maxFields = 2_000;
const urlencoded = /^([\w.[\]%+*~-]+=[^\s&]*(&|$))+$/;

/** Understands calls: what was sent while the page still shows where it is from, the rest when the answer is there. */
export interface Calls {
  sent(caught: Caught): void;
  /** @returns whether it is left out: this page has asked the same so often that it says nothing new. */
  understand(call: CallDraft, caught: Caught): unknown;
}

/**
 * What can be said of calls without saying them: shapes of bodies, names of parameters, sizes, the code of a refusal.
 *
 * @param lastKey - When a key was last pressed in a field before a moment, by the page's performance clock.
 */
export function createCalls(
  scene: Scene,
  secrets: Secrets,
  seen: Seen,
  lastKey: (before: number) => number | undefined = () => undefined,
): Calls {
  const { known } = scene;
  const bounds = new Map<string, Bound>();

  function isTold({ method, host, path, operation, status, failure }: CallDraft): boolean {
    const same = toJson([method, host, path, operation, status, failure]);
    const one = bounds.get(same) ?? createBound(scene, 'calls');
    bounds.set(same, one);
    bound(bounds, maxSame);
    return one(maxSame);
  }

  function sent(caught: Caught): void {
    const { sent } = caught;
    if (caught.body || (typeof sent === 'string' && sent.length > maxFormChars)) return;
    const body = bodyOf(sent);
    caught.body = body;
    if (!body.isSecret && body.value !== undefined) caught.filled = filledFrom(body.value, scene, secrets);
  }

  /** Adds what an answer that was taken says of the things in it. */
  function relate(call: CallDraft, { answer, url }: Caught, body: Body): void {
    const given = new URL(url).pathname.split('/');
    const parts = given.map(decoded);
    const told = call.path.split('/');
    const sent = body.isSecret ? undefined : body.value;
    const { method, operation, status } = call;
    const place = { method, reads: isRead(method, told, sent, operation), parts, told, operation };
    // What a page says in several languages names nothing that there is.
    const found =
      status < 400 && !/i18n|lang|locale|translation/.test(call.path) ? readAnswer(answer, place, seen, known) : [];
    const proven = provenIn(given, told, seen);
    if (proven[0]) {
      call.proven = proven;
      call.path = withProven(told, proven).join('/');
    }
    if (status < 200 || status > 299) return;
    const path = operation ? `${call.path}#${operation}` : call.path;
    const about = { ...place, told: call.path.split('/'), path, status };
    const changes = changesIn(found, about, sent, seen);
    if (changes[0]) call.changes = changes;
  }

  return {
    sent: (caught) => void scene.guard.run(sent, caught),
    understand(call, caught) {
      const { url, params, startedMs, answer } = caught;
      const body = caught.body ?? bodyOf(caught.sent);
      call.query = queryOf(params, call.path, known);
      const operation = operationOf(body.value, params, known);
      call.operation = operation;
      if (!isTold(call)) return true;
      if (call.method === 'POST' && isRead('POST', call.path.split('/'), body.value, operation)) call.reads = true;
      const typedMs = startedMs - (lastKey(startedMs) ?? -typedRecentlyMs);
      if (typedMs < typedRecentlyMs) call.typedMs = typedMs;
      Object.assign(call, timingOf(url, call, startedMs), headersOf(caught.headers, known));
      const set = closedSetUnder(call.path);
      if (body.isSecret) call.requestLeftOut = 'secret';
      else {
        call.requestBytes = body.size;
        if (body.value !== undefined) call.request = shapeOf(body.value, known, 0, set);
      }
      if (caught.filled?.[0]) call.filled = caught.filled;
      scene.guard.run(() => relate(call, caught, body));
      if (answer === undefined || answer === '') return undefined;
      call.response = shapeOf(answer, known, 0, set);
      countPages(answer, call.response, pageNames(params, body));
      if (call.status < 400 && !refuses(answer)) return undefined;
      Object.assign(call, refusalIn(answer, known));
      const errorFields = refusedFields(answer, known);
      if (errorFields[0]) call.errorFields = errorFields;
      return undefined;
    },
  };
}

function bodyOf(sent: unknown): Body {
  if (sent instanceof Blob) return { isSecret: false, size: sent.size };
  if (typeof sent === 'string') {
    const value = /^\s*[[{]/.test(sent) ? parseJson(sent) : undefined;
    if (value) return { isSecret: holdsSecret(value), size: sent.length, value };
    // Libraries write a form out by themselves.
    if (sent.length <= maxFormChars && urlencoded.test(sent))
      return { ...bodyOf(new URLSearchParams(sent)), size: sent.length };
    return { isSecret: isSecretName(sent.slice(0, maxFormChars)), size: sent.length };
  }
  if (!(sent instanceof FormData || sent instanceof URLSearchParams)) return { isSecret: false };
  const fields = [...sent].slice(0, maxFields);
  // Of a file nothing is told but that there is one.
  const value = Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : null]));
  return { isSecret: holdsSecret(value), value };
}

/** By which an answer may be paged: names of parameters, and of what stands at the top of the body. */
function pageNames(params: URLSearchParams, { isSecret, value }: Body): string[] {
  const bodies = isSecret ? [] : [value, Object(value).variables];
  return [...params.keys(), ...bodies.flatMap((one) => Object.keys(Object(one)))];
}

/** Names of parameters with what their values look like, and of closed sets the words; `secret` where that would tell a part of one. */
export function queryOf(params: URLSearchParams, path: string, known: KnownTexts): Record<string, string> | undefined {
  const query: Record<string, string> = {};
  const signsIn = params.has('code') || hasOtherState([...params.keys()]);
  for (const [name, value] of [...params].slice(0, maxParams)) {
    const told = paramName(name, known).slice(0, 64) || '{token}';
    query[told] =
      isSecretName(name) || isSignedToken(value) || (signsIn && isStateName(name))
        ? 'secret'
        : withWord(value, query[told], closedSetOfParam(name, path), known);
  }
  return Object.keys(query)[0] ? query : undefined;
}

/** `page[after]`, part by part. */
function paramName(name: string, known: KnownTexts): string {
  return name.replace(/[^[\]]+/g, (part) => pathPart(part, known));
}

/** @param before - What was told of another value of the same name. */
function withWord(value: string, before: string | undefined, set: ClosedSet | undefined, known: KnownTexts): string {
  const format = formatOf(value);
  const word = set && wordOf(value, set, known);
  if (!word) return format;
  const others = before?.split('=')[1]?.split('|') ?? [];
  return `${format}=${[...new Set([...others, word])].sort().join('|')}`.slice(0, 256);
}

/** What the browser's own timing adds, where it tells. */
function timingOf(url: string, { durationMs }: CallDraft, startedMs: number): Partial<ResourceRecord> | undefined {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[];
  const entry = entries.find(({ startTime }) => startTime >= startedMs - 1);
  // Of an answer that we do not read we hear as it begins.
  return entry && { ...answerTiming(entry), durationMs: Math.max(durationMs as number, entry.duration) };
}

/** When an answer began, and its size: null where the browser does not tell. */
export function answerTiming({ startTime, responseStart, encodedBodySize }: PerformanceResourceTiming) {
  return {
    firstByteMs: responseStart ? Math.max(0, responseStart - startTime) : null,
    responseBytes: responseStart ? encodedBodySize : null,
  };
}
