import type { ResourceRecord, WireRecord } from '@sightglass/wire';
import { isCall, isRefusal, isTakenAnswer } from './call-key.ts';
import { endOf } from './who.ts';

/** A page says how it went a moment after the answer came. */
const afterAnswerMs = 50;

/**
 * The same records, without refusals that are none: an alert about no field, after calls that were all taken, tells that it was done
 * (“Saved”), whatever its words. One that nothing was asked for before (“Choose a row first”) refuses.
 */
export function withoutPraise(records: readonly WireRecord[]): WireRecord[] {
  const made = Map.groupBy(records.filter(isCall), ({ action }) => action);
  const forms = new Set(records.flatMap((one) => (one.kind === 'form' && one.event === 'seen' ? [one.name] : [])));
  return records.flatMap((record) => {
    if (record.kind !== 'form' || record.event !== 'refused' || record.action === undefined) return [record];
    const { refusals = [], ...rest } = record;
    if (refusals.length === 0 || refusals.some(({ field }) => field !== '')) return [record];
    const before = (made.get(record.action) ?? []).filter((call) => endOf(call) <= record.at + afterAnswerMs);
    if (!before.some(isTakenAnswer) || before.some(isNoGood)) return [record];
    // Of a form, that it was sent; of an alert elsewhere on the page nothing is left to tell.
    return forms.has(record.name) ? [{ ...rest, event: 'submitted' as const }] : [];
  });
}

const isNoGood = (call: ResourceRecord): boolean => call.status === 0 || isRefusal(call);
