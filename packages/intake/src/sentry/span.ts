import { countOf, fieldsOf, firstOf, type Given, listOf, numberOf, textOf } from '../given.ts';

/** A span in one shape, whichever of the three it came in. Times in seconds since 1970 with a fraction, as they came. */
export interface Span {
  id: string;
  trace: string;
  op: string;
  name: string;
  start: number;
  end: number;
  /** The one that a page load or a navigation is told by. */
  root: boolean;
  /** `ok`, `error`, or what older SDKs say (`internal_error`, `cancelled`); '' where it says nothing. */
  status: string;
  /** Attributes by name, without their types. */
  data: Given;
  /** `measurements` of older SDKs: by name, their values. */
  measurements: Record<string, number>;
}

/** More than the SDK puts into one trace (1,000). */
const maxSpans = 5_000;

/** An item of type `span`: a container of version 2 (SDK 11, streamed), or one span alone (SDK 7 to 10). undefined: neither. */
export function spansOfItem(payload: Given): Span[] | undefined {
  const given = Array.isArray(payload.items) ? listOf(payload.items, maxSpans) : [payload];
  const spans = given.flatMap((one) => spanOf(one) ?? []);
  return spans.length === 0 && given.length > 0 ? undefined : spans;
}

/** The spans of a transaction (SDK 7 to 10, or `traceLifecycle: 'static'`): its own, which stands in its trace context, first. */
export function spansOfTransaction(event: Given): Span[] {
  const context = fieldsOf(fieldsOf(event.contexts).trace);
  const own = spanOf({
    ...context,
    description: event.transaction,
    start_timestamp: event.start_timestamp,
    timestamp: event.timestamp,
    measurements: event.measurements,
    is_segment: true,
  });
  return [...(own === undefined ? [] : [own]), ...listOf(event.spans, maxSpans).flatMap((one) => spanOf(one) ?? [])];
}

const none: Record<string, number> = Object.freeze({});

function spanOf(given: Given): Span | undefined {
  const told = given.attributes === undefined ? undefined : untyped(given.attributes);
  const own = given.data === undefined ? {} : untyped(given.data);
  const data = told === undefined && given.tags === undefined ? own : { ...statusTag(given.tags), ...told, ...own };
  const start = numberOf(given.start_timestamp);
  const end = firstOf(numberOf(given.end_timestamp), numberOf(given.timestamp), start);
  const id = textOf(given.span_id);
  const trace = textOf(given.trace_id);
  const op = firstOf(textOf(data['sentry.op']), textOf(given.op), '');
  if (start === undefined || end === undefined || id === undefined || trace === undefined || op === undefined)
    return undefined;
  return {
    id,
    trace,
    // SDK 11 writes with underscores what its forerunners wrote with hyphens or in camelCase.
    op: op.includes('-') ? op.replaceAll('-', '_') : op,
    name: firstOf(textOf(given.name), textOf(given.description)) ?? '',
    start,
    end: Math.max(start, end),
    root: given.is_segment === true,
    status: textOf(given.status) ?? '',
    data,
    measurements: given.measurements === undefined ? none : valuesOf(given.measurements),
  };
}

/** SDK 7 tells the status of an answer as a tag. */
function statusTag(tags: unknown): Given {
  const status = fieldsOf(tags)['http.status_code'];
  return status === undefined ? {} : { 'http.status_code': status };
}

/** `{ name: { value, type } }` of SDK 11, and plain values, as plain values. */
function untyped(attributes: unknown): Given {
  const plain: Given = {};
  const given = fieldsOf(attributes);
  for (const name of Object.keys(given)) {
    const value = given[name];
    plain[name] = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  }
  return plain;
}

function valuesOf(measurements: unknown): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [name, given] of Object.entries(fieldsOf(measurements))) {
    const value = numberOf(fieldsOf(given).value);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The status of the answer, by any of the names that SDKs gave it. 0: none was seen. */
export function statusOf(data: Given): number {
  const status = firstOf(countOf(data['http.response.status_code']), countOf(data['http.status_code'])) ?? 0;
  return status <= 999 ? status : 0;
}
