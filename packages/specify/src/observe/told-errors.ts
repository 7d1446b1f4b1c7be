import { type ResourceRecord, type Shape, type WireRecord, wordsOf } from '@sightglass/wire';
import { isCall } from './call-key.ts';
import { fieldsOf } from './fields.ts';
import { endOf } from './who.ts';

/** A page says what came of a call a moment after the answer. */
const sayMs = 2_000;

/**
 * The same records, where what a call was refused with is told on the page alone: the answer is a piece of the page itself, has a code and
 * no words, or a payload lists what a change refused (`userErrors` of GraphQL), of which the browser tells the shape. The alert that the
 * same action brought is its message; one that begins with the name of what was sent is about that field.
 */
export function withToldErrors(records: readonly WireRecord[]): WireRecord[] {
  const alerts = records.flatMap((record) => {
    if (record.kind !== 'form' || record.event !== 'refused' || record.action === undefined) return [];
    const message = record.refusals?.find(({ field }) => field === '')?.message;
    // What stood in an answer the browser does not repeat.
    return message === undefined || !/\p{L}/u.test(message.replace(/\{\w+\}/g, ''))
      ? []
      : [{ at: record.at, action: record.action, message }];
  });
  if (alerts.length === 0) return [...records];
  return records.map((record) => {
    if (!isCall(record) || !refusesUntold(record)) return record;
    const end = endOf(record);
    const said = alerts.find(({ at, action }) => action === record.action && at >= record.at && at <= end + sayMs);
    if (said === undefined) return record;
    const { message } = said;
    const field = record.errorFields === undefined ? fieldNamedIn(message, record.request) : undefined;
    return { ...record, errorMessage: message, ...(field === undefined ? {} : { errorFields: [{ field, message }] }) };
  });
}

function refusesUntold({ status, errorCode, errorMessage, response }: ResourceRecord): boolean {
  if (errorMessage !== undefined || status === 0) return false;
  if (status >= 400) return true;
  return errorCode === undefined && response !== undefined && listsErrors(response, payloadDepth);
}

/** `data.registerDevice.userErrors`. */
const payloadDepth = 3;
const errorLists = /^(?:user_?|mutation_?|validation_?)?errors$/i;

function listsErrors({ fields = {} }: Shape, depth: number): boolean {
  return Object.entries(fields).some(([name, { items, length = 0, ...inner }]) =>
    errorLists.test(name)
      ? length > 0 && items?.fields?.message !== undefined
      : depth > 0 && listsErrors(inner, depth - 1),
  );
}

/** `Card number is too short` is about `cardNumber`, when that was sent. */
function fieldNamedIn(message: string, request: Shape | undefined): string | undefined {
  if (request === undefined) return undefined;
  const said = wordsOf(message.replace(/[^\p{L}\d ].*$/su, ''));
  const named = fieldsOf(request).flatMap(({ path }) => {
    const words = wordsOf(path.split('.').at(-1) ?? '');
    const isNamed = words.length > 0 && said.length > words.length && words.every((word, at) => word === said[at]);
    return isNamed ? [{ path, length: words.length }] : [];
  });
  return named.toSorted((one, other) => other.length - one.length)[0]?.path;
}
