import { fieldsOf, firstOf, type Given, listOf, numberOf, textOf, timeOf } from '../given.ts';
import { crumbsOf } from './pages.ts';

/** Breadcrumbs may be so much later than the last span: a transaction is told half a minute after it ended at most. */
const leastSleepMs = 60_000;
/** A call's span and its breadcrumb end together. */
const sameEndMs = 20;
/** More is made up; a transaction that stands for a page has some dozen. */
const mostSpans = 200;

/**
 * A transaction by the clock of its breadcrumbs. Spans are counted from the page load (`performance.now`), and in most browsers that clock
 * stands still while a laptop sleeps: on a page that was left open over lunch they are told an hour early, and nothing that Replay tells by
 * the other clock would be known again. How long it slept the calls say, which stand in both; else the navigation that it is about.
 */
export function byOneClock(event: Given): Given {
  const sleptMs = sleptFor(event);
  if (sleptMs === 0) return event;
  const contexts = fieldsOf(event.contexts);
  const trace = fieldsOf(contexts.trace);
  const spans = Array.isArray(event.spans) ? event.spans.map((span: unknown) => later(fieldsOf(span), sleptMs)) : [];
  return {
    ...later(event, sleptMs),
    spans,
    contexts: { ...contexts, trace: { ...trace, data: dataLater(trace.data) } },
  };

  function dataLater(data: unknown): Given {
    return fieldsOf(later({ data }, sleptMs).data);
  }
}

/** Milliseconds; 0: it did not, or nobody can say. */
function sleptFor(event: Given): number {
  const end = timeOf(event.timestamp);
  const start = timeOf(event.start_timestamp);
  if (end === undefined || start === undefined) return 0;
  const crumbs = crumbsOf(event);
  const newest = crumbs.reduce((most, { timestamp }) => Math.max(most, timeOf(timestamp) ?? 0), 0);
  if (newest - end < leastSleepMs) return 0;
  const calls = listOf(event.spans, mostSpans).flatMap((span) => apartOf(span, crumbs));
  const best = calls
    .map((apart) => ({ apart, agree: calls.filter((other) => Math.abs(other - apart) <= sameEndMs).length }))
    .sort((one, other) => other.agree - one.agree)[0];
  if (best !== undefined) return best.apart;
  if (fieldsOf(fieldsOf(event.contexts).trace).op !== 'navigation') return 0;
  const gone = crumbs.findLast(
    ({ category, timestamp }) => category === 'navigation' && (timeOf(timestamp) ?? 0) - start >= leastSleepMs,
  );
  return gone === undefined ? 0 : (timeOf(gone.timestamp) ?? start) - start;
}

/** How much later than the end of a call's span the breadcrumbs of such calls are. */
function apartOf(span: Given, crumbs: readonly Given[]): number[] {
  const data = fieldsOf(span.data);
  const ended = timeOf(span.timestamp);
  if (span.op !== 'http.client' || ended === undefined) return [];
  const url = textOf(data.url);
  const method = firstOf(textOf(data['http.method']), textOf(data.method));
  return crumbs.flatMap(({ category, data: told, timestamp }) => {
    if (category !== 'fetch' && category !== 'xhr') return [];
    const call = fieldsOf(told);
    const apart = (timeOf(timestamp) ?? 0) - ended;
    return textOf(call.url) === url && textOf(call.method) === method && apart >= leastSleepMs ? [apart] : [];
  });
}

/** Times stand in an event, a span, and, of what the browser measured of a call, in its data. */
function later(given: Given, byMs: number): Given {
  const moved: Given = { ...given };
  for (const name of ['start_timestamp', 'timestamp']) move(moved, name);
  if (given.data !== undefined) {
    const data: Given = { ...fieldsOf(given.data) };
    for (const name of Object.keys(data)) if (/^http\.request\.\w+_(start|end)$/.test(name)) move(data, name);
    moved.data = data;
  }
  return moved;

  function move(fields: Given, name: string): void {
    const seconds = numberOf(fields[name]);
    if (seconds !== undefined && seconds > 0) fields[name] = seconds + byMs / 1_000;
  }
}
