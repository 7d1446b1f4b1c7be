import type { ServerResponse } from 'node:http';
import { type SightglassError, toProblem } from '@sightglass/wire';

/** Any page may send, without credentials: the client key is public, and the answer tells nothing of the project. */
const open = {
  'access-control-allow-origin': '*',
  // Of another origin's answer a page reads only what is named here; the SDK waits as long as it is asked to.
  'access-control-expose-headers': 'retry-after, x-sentry-rate-limits, x-sentry-error',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};
const preflight = {
  ...open,
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  // Ours, and what other SDKs add to their own requests. The star is any other: tracing puts its own on all that a page sends.
  'access-control-allow-headers':
    'content-type, content-encoding, x-sightglass-key, x-sightglass-backfill, x-sentry-auth, sentry-trace, baggage, dd-client-token, *',
  // Chromium believes two hours at most.
  'access-control-max-age': '7200',
  'content-length': '0',
};
export const allowedMethods = 'POST, OPTIONS';

export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, preflight).end();
}

export function answerTaken(response: ServerResponse, answer: object): void {
  const text = JSON.stringify(answer);
  response.writeHead(202, {
    ...open,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  response.end(text);
}

/** What another SDK is told; '' is no body at all. */
export function answerAs(
  response: ServerResponse,
  { status, text, contentType = 'application/json' }: { status: number; text: string; contentType?: string },
  headers: Record<string, string> = {},
): void {
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, {
    ...open,
    ...(text !== '' && { 'content-type': contentType }),
    'content-length': length,
    ...headers,
  });
  response.end(text);
}

/** @param unread - The body was not read to its end: the connection cannot be used again. */
export function answerProblem(response: ServerResponse, error: SightglassError, unread: boolean): void {
  const problem = toProblem(error);
  const text = JSON.stringify(problem);
  response.writeHead(problem.status, {
    ...open,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(text)),
    ...(problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) }),
    ...(error.code === 'method_not_allowed' ? { allow: allowedMethods } : {}),
    ...(unread ? { connection: 'close' } : {}),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
