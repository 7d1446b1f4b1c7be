import type { ResourceRecord } from '@sightglass/wire';
import { callKey, isCall } from './call-key.ts';
import type { Observer } from './collect.ts';
import { isWrite, whoIsIn } from './who.ts';

/**
 * Objects whose field of a closed set held another value before.
 *
 * - `change`, key `["GET /api/orders/{integer}","$","state","draft","submitted"]`: the call whose answer shows it, where in it the
 *   object stands, the field, from (`null`: made by this call) and to. Labels: `by:POST /api/orders/{integer}/submit`, or `alone` where
 *   no call was seen in between; `written` (that call named the field itself, so it is an attribute that people set); `role:member` (of
 *   the person, where a call did it).
 */
export const changes: Observer = (seen, put) => {
  const calls = seen.records.filter(isCall);
  const who = whoIsIn(seen);
  for (const call of calls) {
    for (const { at: place, field, from, to, by } of call.changes ?? []) {
      const cause = from === undefined ? (isWrite(call) ? callKey(call) : undefined) : by && keyOf(by);
      const role = cause === undefined ? '' : who.at(call.at);
      put('change', JSON.stringify([callKey(call), place, field, from ?? null, to]), {
        at: call.at,
        quality: cause === undefined ? 2 : 3,
        note: from === undefined ? `made as ${to}` : `${from} → ${to}`,
        labels: [
          cause === undefined ? 'alone' : `by:${cause}`,
          ...(cause !== undefined && names(calls, cause, field) ? ['written'] : []),
          ...(role === '' ? [] : [`role:${role}`]),
        ],
      });
    }
  }
};

const keyOf = (by: { method: string; path: string }): string => callKey({ ...by, host: '' });

function names(calls: readonly ResourceRecord[], cause: string, field: string): boolean {
  return calls.some((call) => callKey(call) === cause && Object.hasOwn(call.request?.fields ?? {}, field));
}
