import type { ResourceRecord } from '@sightglass/wire';
import { maxBodyChars, parseJson } from '../observe/calls.ts';
import type { KnownTexts } from '../privacy/known.ts';
import { segment } from '../privacy/path.ts';
import { holdsSecret, isSecretName, isSignedToken } from '../privacy/secret-name.ts';
import type { CallDraft, Caught } from '../scene/caught.ts';
import { refusalIn } from './answer.ts';
import { formatOf } from './format.ts';
import { shapeOf } from './shape.ts';

const maxParams = 20;

/** Adds to a call what can be said of it without saying it: shapes of bodies, names of parameters, sizes, the code of a refusal. */
export function understandCall(
  call: CallDraft,
  { url, params, startedMs, sent, answer }: Caught,
  known: KnownTexts,
): void {
  call.query = queryOf(params, known);
  Object.assign(call, timingOf(url, startedMs));
  Object.assign(call, requestOf(sent, known));
  if (answer === undefined || answer === '') return;
  call.response = shapeOf(answer, known);
  if (call.status >= 400) Object.assign(call, refusalIn(answer, known));
}

/** What is told of a body that was sent; of one that carries a secret, only that it is left out: its size would tell a length. */
function requestOf(sent: unknown, known: KnownTexts): Pick<CallDraft, 'request' | 'requestBytes' | 'requestLeftOut'> {
  if (sent instanceof Blob) return { requestBytes: sent.size };
  if (typeof sent === 'string') {
    const value = /^\s*[[{]/.test(sent) ? parseJson(sent) : undefined;
    if (value !== undefined)
      return holdsSecret(value) ? leftOut : { requestBytes: sent.length, ...shaped(value, known) };
    return sent.length <= maxBodyChars && isSecretName(sent) ? leftOut : { requestBytes: sent.length };
  }
  if (!(sent instanceof FormData || sent instanceof URLSearchParams)) return {};
  const fields: Record<string, unknown> = Object.create(null);
  sent.forEach((value: unknown, name: string) => {
    fields[name] = typeof value === 'string' ? value : null;
  });
  return holdsSecret(fields) ? leftOut : shaped(fields, known);
}

const leftOut = { requestLeftOut: 'secret' } as const;

function shaped(value: unknown, known: KnownTexts): Pick<CallDraft, 'request'> {
  return { request: shapeOf(value, known) };
}

/** Names of parameters with what their values look like; `secret` where that would tell a part of one. */
export function queryOf(params: URLSearchParams, known: KnownTexts): Record<string, string> | undefined {
  const query: Record<string, string> = {};
  for (const [name, value] of [...params].slice(0, maxParams))
    query[segment(name.replace(/[[\]]/g, '.'), known).slice(0, 64) || '{token}'] =
      isSecretName(name) || isSignedToken(value) ? 'secret' : formatOf(value);
  return Object.keys(query).length > 0 ? query : undefined;
}

/** What the browser's own timing adds, where it tells. */
function timingOf(url: string, startedMs: number): Partial<ResourceRecord> {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[];
  const entry = entries.findLast(({ startTime }) => startTime >= startedMs - 1);
  if (!entry) return {};
  const told = entry.responseStart > 0;
  return {
    firstByteMs: told ? Math.max(0, entry.responseStart - entry.startTime) : null,
    responseBytes: told ? entry.encodedBodySize : null,
  };
}
