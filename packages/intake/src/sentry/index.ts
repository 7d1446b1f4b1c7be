import { limits } from '@sightglass/wire';
import type { ForeignFormat } from '../foreign/index.ts';
import { fieldsOf } from '../given.ts';
import { readJson } from '../json/index.ts';
import { decodeEnvelope } from './decode.ts';
import { keyOf, keyOfHeader } from './dsn.ts';
import { lineAt } from './envelope.ts';

/** `POST <any prefix>/api/<project>/envelope/`, and where a tunnel may point: `<any prefix>/sentry-tunnel`. */
const paths = /^(?:\/[\w.~-]+)*\/(?:api\/\d[\w-]*\/envelope|sentry-tunnel)\/?$/;
const maxHeaderBytes = 64 * 1024;
const bounds = { maxNesting: limits.maxNesting, maxValues: 1_000 };
/** All that the SDK sorts what it sends into, save `replay`: one limit on it, and the recording of the page ends for good. */
const limited = 'error;transaction;span;session;log_item;trace_metric;attachment;profile;feedback;monitor;internal';
const defaultPauseS = 60;

/** The Sentry browser SDK, majors 7 to 11. docs/formats/sentry.md says which of its fields becomes what. */
export const sentry: ForeignFormat = {
  intake: 'sentry',
  opens: (path) => paths.test(path),
  keyOf,
  keyInBody(body, tools) {
    const isPacked = body[0] === 0x1f || body[0] === 0x78;
    // Browsers pack nothing here. What a proxy packed is unpacked for anyone who asks, so no more of it than tells the key.
    const start = (isPacked ? tools.inflateStart(body) : body)?.subarray(0, maxHeaderBytes);
    if (start === undefined) return undefined;
    const read = readJson(start.subarray(0, lineAt(start, 0).end), bounds, tools.toText);
    return 'fault' in read ? undefined : keyOfHeader(fieldsOf(read.value));
  },
  maxBodyBytes: limits.maxSegmentBodyBytes,
  maxUnpackedBytes: limits.maxSegmentUnpackedBytes,
  // It reads headers only.
  answer: () => ({ status: 200, text: '' }),
  /**
   * Any status but 2xx ends a replay's recording for the rest of the page, and nothing is ever sent again. So what passes by itself is
   * answered with 200 and limits for all categories but the replay's; only what cannot get better is refused in so many words.
   */
  answerRefusal({ code, status, retryAfter }) {
    const headers = { 'x-sentry-error': code };
    // One body was too large or too slow: the next may be neither.
    if (status === 408 || status === 413) return { status: 200, text: '', headers };
    if (status !== 429 && status < 500) return { status, text: '', headers };
    const pause = `${retryAfter ?? defaultPauseS}:${limited}:organization:${code}`;
    return { status: 200, text: '', headers: { ...headers, 'x-sentry-rate-limits': pause } };
  },
  // The line before has `sent_at`, which a retry writes anew. A view told by its span and its replay has what both said, whoever comes again.
  sameFrom: (body) => lineAt(body, 0).next,
  decode: decodeEnvelope,
};
