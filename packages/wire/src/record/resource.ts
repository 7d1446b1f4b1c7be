import { z } from 'zod';
import { browserId } from '../ids.ts';
import { shape } from '../shape.ts';
import { common, durationMs, name, path, text } from './base.ts';

/** A path segment that stood as a value in an answer of the same session: data, whatever it looks like. */
const provenSegment = z.object({
  /** Which one: 0 is the first after the leading slash. `path` has the placeholder `{slug}` there, or one that tells more. */
  segment: z.number().int().min(0).max(64),
  /** Name of the field that it stood in, such as `partNo`. */
  from: name,
});
/** An object whose field of a closed set held another value before, in the same session; who it is stays in the browser. */
const objectChange = z.object({
  /** Where in the answer the object stands, as a JSON path: `$`, `$.items[]`. */
  at: name,
  field: name,
  /** Absent: this call made the object. */
  from: name.optional(),
  to: name,
  /** The call that wrote to it in between; absent where none was seen. */
  by: z.object({ method: z.string().max(16), path }).optional(),
});
/** A value of the request that stands in a field of the page: what the two are called. */
const filledField = z.object({ at: name, form: name, field: name });
/** How an answer names what stands in a header that is only told to be there. */
const isThere = z.literal('present');
/**
 * Headers of the answer that say nothing of a person, under their names in small letters; no other name is kept. `etag` and `location` are
 * told to be there and nothing more: what they hold may name somebody.
 */
const answerHeaders = z.object({
  'content-type': name.optional(),
  'content-length': name.optional(),
  'content-encoding': name.optional(),
  'content-language': name.optional(),
  'cache-control': name.optional(),
  age: name.optional(),
  'retry-after': name.optional(),
  'x-ratelimit-limit': name.optional(),
  'x-ratelimit-remaining': name.optional(),
  'x-ratelimit-reset': name.optional(),
  deprecation: name.optional(),
  sunset: name.optional(),
  etag: isThere.optional(),
  location: isThere.optional(),
});
/** What an answer says of one field that it refuses. */
const refusedField = z.object({ field: name, rule: name.optional(), message: text.optional() });

/**
 * A call (fetch, xhr) or an asset. Bodies are told as shapes. `status` 0: no answer was seen, `failure` says why.
 * `host` is empty for the page's own origin.
 */
export const resourceRecord = z.object({
  ...common,
  kind: z.literal('resource'),
  id: browserId,
  type: z.enum(['fetch', 'xhr', 'beacon', 'document', 'script', 'style', 'image', 'font', 'media', 'other']),
  method: z.string().max(16),
  host: name,
  path,
  /** Where one address takes all calls: what this one asks for by name, as GraphQL and JSON-RPC have it. */
  operation: name.optional(),
  /** It asks and changes nothing, though its method could: a search by POST, a query of GraphQL. */
  reads: z.literal(true).optional(),
  /** Since the last key in a text field, where nothing else was done in between and it was a moment ago. */
  typedMs: durationMs.optional(),
  /**
   * Names of query parameters with what their values look like; `secret`: that was not told. Where the name is one of a closed set
   * (`sort`, `state`), the words stand behind it: `word=name`, `word=draft|submitted`.
   */
  query: z.record(name, name).optional(),
  status: z.number().int().min(0).max(999),
  /** `blocked`: by the page's own policy. A visitor's blocker and a missing CORS header look like `network` from inside a page. */
  failure: z.enum(['network', 'abort', 'timeout', 'blocked']).optional(),
  /** Absent: whoever told of the call does not know. */
  durationMs: durationMs.optional(),
  /** Until the first byte of the answer. null: the browser does not tell (cross-origin without Timing-Allow-Origin). */
  firstByteMs: durationMs.nullable().optional(),
  requestBytes: z.number().int().min(0).optional(),
  responseBytes: z.number().int().min(0).nullable().optional(),
  mime: name.optional(),
  /** Of the answer, as far as a page may read them; absent where whoever told of the call tells none. */
  headers: answerHeaders.optional(),
  /** How many other headers the answer had that the page may read; neither their names nor what they hold is told. */
  headersLeftOut: z.number().int().min(0).max(10_000).optional(),
  request: shape.optional(),
  /** The body carries a password, a code, a card or a token, so nothing of it is told, its size included. */
  requestLeftOut: z.literal('secret').optional(),
  response: shape.optional(),
  /**
   * Of an answer that refuses: its code where it looks like one, and where in the body it stood. An answer refuses from 400 on, and below
   * that where its body says that it did (`errors` of GraphQL, `ok: false`).
   */
  errorCode: name.optional(),
  errorCodeAt: name.optional(),
  /** Message of the answer, scrubbed to a template. */
  errorMessage: text.optional(),
  /** Of an answer that refuses: the fields that it names. */
  errorFields: z.array(refusedField).max(50).optional(),
  proven: z.array(provenSegment).max(16).optional(),
  changes: z.array(objectChange).max(50).optional(),
  filled: z.array(filledField).max(50).optional(),
  /** The action that caused it, when it came within its span. */
  action: browserId.optional(),
});
