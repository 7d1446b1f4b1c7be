import type { ReplayEvent } from '@sightglass/wire';
import { fieldsOf, type Given, timeOf } from '../given.ts';
import { templatePath } from '../privacy/index.ts';

const maxType = 100;
const meta = 4;
const incremental = 3;
const mutation = 0;
/** rrweb 0.9 wrote console lines as an incremental event of this source; since 1.0 they are a plugin's. */
export const logSource = 11;

/**
 * Events of any rrweb recorder as rrweb 2's player plays them: in order of time, times as whole milliseconds, the marks of packing gone,
 * and of a page's address only what is nobody's. Kinds that nobody knows stay as they came; what is no event is counted.
 */
export function normaliseEvents(given: readonly unknown[]): { events: ReplayEvent[]; bad: number } {
  const events: ReplayEvent[] = [];
  let bad = 0;
  for (const one of given) {
    const event = eventOf(fieldsOf(one));
    if (event === undefined) bad += 1;
    else if (!isLog(event)) events.push(event);
  }
  // Stable, so that events of one moment keep the order in which they were recorded.
  events.sort((one, other) => one.timestamp - other.timestamp);
  return { events: events.filter((event, index) => !isDouble(event, events[index - 1])), bad };
}

/** Recorders of rrweb's second alphas (Sentry 7) may watch a shadow root twice: what changed there comes twice, and cannot be done twice. */
function isDouble(event: ReplayEvent, before: ReplayEvent | undefined): boolean {
  if (before === undefined || event.timestamp !== before.timestamp || event.type !== incremental) return false;
  const [data, earlier] = [fieldsOf(event.data), fieldsOf(before.data)];
  return data.source === mutation && earlier.source === mutation && JSON.stringify(data) === JSON.stringify(earlier);
}

/** In place but for the page's address, which others still read: an event is fresh from the parser. */
function eventOf(given: Given): ReplayEvent | undefined {
  const { type, timestamp, data } = given;
  const at = timeOf(timestamp);
  if (typeof type !== 'number' || !Number.isInteger(type) || type < 0 || type > maxType) return undefined;
  if (at === undefined || at > maxTime) return undefined;
  if ('v' in given) delete given.v; // what packing adds
  if (at !== timestamp) given.timestamp = at;
  if (type === meta) return { ...given, type, timestamp: at, data: metaOf(fieldsOf(data)) };
  if (data === undefined) given.data = undefined;
  return given as unknown as ReplayEvent; // type and time are, as just seen
}

/** As far as `epochMs` of the wire goes. */
const maxTime = 4_102_444_800_000;

function metaOf(data: Given): Given {
  return { ...data, href: scrubHref(data.href) };
}

/** Scheme, host and the path as a template. */
function scrubHref(href: unknown): string {
  const text = typeof href === 'string' ? href.slice(0, 8_192) : '';
  const [, scheme, host, path = ''] = /^(https?:\/\/)(?:[^/?#@]*@)?([^/?#]+)([^?#]*)/i.exec(text) ?? [];
  return scheme === undefined || host === undefined ? 'about:blank' : scheme + host + templatePath(path || '/');
}

function isLog({ type, data }: ReplayEvent): boolean {
  return type === incremental && fieldsOf(data).source === logSource;
}
