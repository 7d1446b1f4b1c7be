import type { ResourceRecord, WireRecord } from '@sightglass/wire';

/** How the answer to a form is told that sent the browser on: with which status no page can know. */
export const sentOnStatus = 303;

/** An answer that was given: not an error by its status, nor by what its body says. */
export const isTakenAnswer = ({ status, errorCode, errorMessage }: ResourceRecord): boolean =>
  ((status >= 200 && status < 300) || status === sentOnStatus) && errorCode === undefined && errorMessage === undefined;

/** An answer refuses by its status, or by a body that says so. */
export const isRefusal = (call: ResourceRecord): boolean =>
  call.status >= 400 || (call.status > 0 && (call.errorCode !== undefined || call.errorMessage !== undefined));

/** Requests that a script makes, and forms that the browser sends; what it loads by itself is a file of the page. */
export function isCall(record: WireRecord): record is ResourceRecord {
  if (record.kind !== 'resource') return false;
  return record.type === 'fetch' || record.type === 'xhr' || isSentForm(record);
}

/** The browser sent it and loaded what came of it, as `sent-forms.ts` put together. */
export const isSentForm = ({ type, method }: ResourceRecord): boolean => type === 'document' && method !== 'GET';

/**
 * How keys name a call: `GET /api/orders/{integer}`, `GET stats.example/collect` where it goes to another host, and `POST /graphql#Orders`
 * where one address takes all calls. It has exactly one space, so that what a key says beyond it stands after the second.
 */
export function callKey({
  method,
  host,
  path,
  operation,
}: Pick<ResourceRecord, 'method' | 'host' | 'path' | 'operation'>): string {
  const place = `${path.startsWith('/') ? path : `/${path}`}${operation ? `#${operation}` : ''}`;
  return `${oneWord(method) || 'GET'} ${oneWord(host)}${oneWord(place)}`;
}

export interface KeyOfCall {
  method: string;
  /** Empty for the page's own. */
  host: string;
  path: string;
  /** What stands after the second space. */
  rest: string;
}

/** What {@link callKey} put together, and what an observer wrote behind it. */
export function readCallKey(key: string): KeyOfCall {
  const [method = '', place = '', ...rest] = key.split(' ');
  const slash = place.indexOf('/');
  return { method, host: place.slice(0, slash), path: place.slice(slash), rest: rest.join(' ') };
}

export function oneWord(text: string): string {
  return text.replace(/\s+/g, '%20');
}

/** Doors for calls of every kind: what is called there, and whether it changes anything, the address does not say. */
const anyCall = /\/(?:graphql|gql|rpc|jsonrpc|trpc|batch|query)\/?$/i;

export const isAnyCall = (path: string): boolean => anyCall.test(path);
