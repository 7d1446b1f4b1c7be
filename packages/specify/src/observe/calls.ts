import type { ResourceRecord } from '@sightglass/wire';
import { callKey, isCall, isRefusal, isSentForm, sentOnStatus } from './call-key.ts';
import type { Observer } from './collect.ts';
import { fieldsOf } from './fields.ts';

/**
 * Calls, by fetch and XHR, and by forms that the browser sends.
 *
 * - `call`, key `GET /api/orders/{integer}` (see `call-key.ts`). Labels: `status:200` (0: no answer), `sent on` (a form whose answer led to another address), `failure:timeout`, `type:xhr`,
 *   `mime:application/json`, `route:/orders`, `ms:27` (see {@link msStep}), `secret` (the body was left out in the browser), `reads` (it asks, though its method
 *   could write),
 *   `proven:2:partNo` (the third segment stood in an answer's field `partNo`), `caused` (by an action).
 * - `answer`, key `POST /api/orders 422`: one that tells nothing by its body's fields (those of others are seen by their field `$`). Labels:
 *   `code:ORDER_EMPTY`.
 * - `query`, key `GET /api/orders state`. Labels: `format:word`, `value:draft`.
 * - `requestField`, key `POST /api/orders lines[].partNo`, and `responseField`, key `GET /api/orders 200 items[].orderId`; labels: see
 *   `fields.ts`. Answers of 400 and above are errors, and tell nothing of entities.
 */
export const calls: Observer = ({ records }, put) => {
  for (const record of records) {
    if (!isCall(record)) continue;
    const key = callKey(record);
    const { at, status } = record;
    const good = status > 0 && !isRefusal(record);
    const quality = good ? (record.action === undefined ? 2 : 3) : 1;
    const note = `${status === 0 ? (record.failure ?? 'no answer') : status} on ${record.route ?? ''}`;
    const sighting = { at, quality, note } as const;
    put('call', key, { ...sighting, labels: labelsOf(record) });
    const isSentOn = isSentForm(record) && status === sentOnStatus;
    if (status > 0 && !isSentOn && !(good && record.response))
      put('answer', `${key} ${status}`, {
        ...sighting,
        quality: record.action === undefined ? 2 : 3,
        labels: record.errorCode === undefined ? [] : [`code:${record.errorCode}`],
      });
    for (const [name, told] of Object.entries(record.query ?? {}))
      put('query', `${key} ${name}`, { ...sighting, labels: queryLabels(told) });
    // What a server refused it need not know: a field that is only ever refused is none.
    for (const { path, labels } of good && record.request ? fieldsOf(record.request) : [])
      put('requestField', `${key} ${path}`, { ...sighting, labels });
    for (const { path, labels } of good && record.response ? fieldsOf(record.response) : [])
      put('responseField', `${key} ${status} ${path}`, { ...sighting, labels });
  }
};

/** `word=draft|submitted`: what it looks like, and the words where the name is one of a closed set. */
function queryLabels(told: string): string[] {
  const [format = '', words = ''] = told.split('=');
  return [`format:${format}`, ...words.split('|').flatMap((word) => (word === '' ? [] : [`value:${word}`]))];
}

function labelsOf(record: ResourceRecord): string[] {
  const { status, failure, type, mime, route, durationMs, requestLeftOut, request, proven = [], action } = record;
  const isSentOn = isSentForm(record) && status === sentOnStatus;
  return [
    isSentOn ? 'sent on' : `status:${status}`,
    `type:${type}`,
    ...(failure === undefined ? [] : [`failure:${failure}`]),
    ...(mime === undefined || mime === '' ? [] : [`mime:${mime}`]),
    ...(route === undefined || route === '' ? [] : [`route:${route}`]),
    ...(status > 0 && durationMs !== undefined ? [`ms:${msStep(durationMs)}`] : []),
    ...(requestLeftOut === undefined ? [] : ['secret']),
    ...(request === undefined ? [] : ['body']),
    ...(action === undefined ? [] : ['caused']),
    ...(record.reads ? ['reads'] : []),
    ...proven.map(({ segment, from }) => `proven:${segment}:${from}`),
  ];
}

/** Durations are counted in steps of a quarter of an octave: 9 % to either side, and 80 of them reach a day. */
const stepsAnOctave = 4;

function msStep(durationMs: number): number {
  return Math.round(Math.log2(Math.max(durationMs, 1)) * stepsAnOctave);
}

/** The middle of a step. */
export function msOfStep(step: number): number {
  return 2 ** (step / stepsAnOctave);
}
