import type { WireRecord } from '@sightglass/wire';
import { isCall } from './call-key.ts';
import { endOf } from './who.ts';

/** A page says what came of a call a moment after the answer. */
const sayMs = 2_000;

/**
 * The same records, where what a call was refused with is told on the page alone, since the answer is a piece of the page itself: the alert
 * that the same action brought is the message of its answer.
 */
export function withToldErrors(records: readonly WireRecord[]): WireRecord[] {
  const alerts = records.flatMap((record) => {
    if (record.kind !== 'form' || record.event !== 'refused' || record.action === undefined) return [];
    const message = record.refusals?.find(({ field }) => field === '')?.message;
    return message === undefined ? [] : [{ at: record.at, action: record.action, message }];
  });
  if (alerts.length === 0) return [...records];
  return records.map((record) => {
    if (!isCall(record) || record.status < 400 || record.errorCode !== undefined || record.errorMessage !== undefined)
      return record;
    if (!/html/.test(record.mime ?? '')) return record;
    const end = endOf(record);
    const said = alerts.find(({ at, action }) => action === record.action && at >= record.at && at <= end + sayMs);
    return said === undefined ? record : { ...record, errorMessage: said.message };
  });
}
