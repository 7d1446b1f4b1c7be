import { callKey, isCall, isRefusal } from './call-key.ts';
import type { Observer } from './collect.ts';
import { putShownLimits } from './shown-limits.ts';

const mostMessageChars = 300;

/**
 * Sentences with a number in them, as people are told them.
 *
 * - `limit`, key the sentence: `An order holds at most 30 lines`. Labels: `call:POST /api/orders/{integer}/lines`, `code:ORDER_LINE_LIMIT`,
 *   `status:422`, `form:New order`, `field:reference`; of what a screen states beforehand see `shown-limits.ts`.
 */
export const limits: Observer = (seen, put) => {
  const { records } = seen;
  putShownLimits(seen, put);
  for (const record of records) {
    if (isCall(record) && record.host === '' && isRefusal(record)) {
      const { at, status, errorCode, errorMessage = '', errorFields = [] } = record;
      const from = [`call:${callKey(record)}`, `status:${status}`];
      const code = errorCode === undefined ? [] : [`code:${errorCode}`];
      for (const { message = errorMessage, field } of [{ field: '' }, ...errorFields] as {
        message?: string;
        field: string;
      }[]) {
        if (!isLimit(message)) continue;
        const labels = [...from, ...code, ...(field === '' ? [] : [`field:${field}`])];
        put('limit', message, { at, quality: record.action === undefined ? 2 : 3, note: message, labels });
      }
    }
    if (record.kind !== 'form') continue;
    for (const { field, message } of record.refusals ?? []) {
      if (!isLimit(message)) continue;
      const labels = [`form:${record.name}`, ...(field === '' ? [] : [`field:${field}`])];
      put('limit', message, { at: record.at, quality: 3, note: message, labels });
    }
  }
};

/** Numbers in placeholders (`{number}`) are gone; what is left of them the browser knows to be no one's data. */
function isLimit(message: string): boolean {
  return /\d/.test(message) && message.length <= mostMessageChars;
}
