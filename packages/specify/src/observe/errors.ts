import type { ErrorRecord, FormRecord, ResourceRecord } from '@sightglass/wire';
import { callKey, isCall, isRefusal, oneWord } from './call-key.ts';
import type { Observer, Put } from './collect.ts';
import { documentsIn } from './documents.ts';

/**
 * Errors: answers of 400 and above, and what was thrown.
 *
 * - `error`, key `answer 422 - ORDER_EMPTY` (origin, status, host or `-` for the page's own, code). An answer without a code but with a
 *   message has `answer 409 - "The room is taken`, one without both `answer 502 -`. Thrown: `thrown 0 - QuotaExceeded`, with the host of
 *   the first frame. Labels: `message:…`, `call:POST /api/orders`, `route:/orders`, `source:manual`, `handled`, and `page`: a page says it that came in the place of another.
 */
export const errors: Observer = ({ records }, put) => {
  const documents = documentsIn(records);
  for (const record of records) {
    if (isCall(record) && isRefusal(record)) {
      const { at, status, host, errorCode = '', errorMessage = '', route, action } = record;
      const what = errorCode !== '' ? errorCode : errorMessage === '' ? '' : `"${errorMessage}`;
      const call = callKey(record);
      put('error', `answer ${status} ${oneWord(host) || '-'} ${what}`, {
        at,
        quality: action === undefined ? 2 : 3,
        note: call,
        labels: [`call:${call}`, ...(errorMessage === '' ? [] : [`message:${errorMessage}`]), ...routeOf(route)],
      });
    }
    if (record.kind === 'error') putThrown(record, put);
    if (record.kind === 'form') putRefusedPage(record, documents, put);
  }
};

/** What a page says that came in the place of another: it is not there, or not for this person. What a form is answered with is its call's. */
function putRefusedPage(
  { event, view = '', action, refusals = [], at, route }: FormRecord,
  documents: ReadonlyMap<string, ResourceRecord>,
  put: Put,
): void {
  const document = documents.get(view);
  const message = refusals.find(({ field }) => field === '')?.message;
  if (event !== 'refused' || action !== undefined || !document || document.status < 400 || !message) return;
  const labels = ['page', `message:${message}`, ...routeOf(route)];
  put('error', `answer ${document.status} - "${message}`, { at, quality: 2, note: route ?? '', labels });
}

const thrownSources = new Set(['uncaught', 'rejection', 'manual']);

function putThrown(record: ErrorRecord, put: Parameters<Observer>[1]): void {
  const { at, type, message, source, handled, stack, route, action } = record;
  if (!thrownSources.has(source)) return;
  put('error', `thrown 0 ${oneWord(stack[0]?.host ?? '') || '-'} ${type}`, {
    at,
    quality: action === undefined ? 1 : 2,
    note: route ?? '',
    labels: [
      `source:${source}`,
      ...(handled ? ['handled'] : []),
      ...(message === '' ? [] : [`message:${message}`]),
      ...routeOf(route),
    ],
  });
}

function routeOf(route: string | undefined): string[] {
  return route === undefined || route === '' ? [] : [`route:${route}`];
}
