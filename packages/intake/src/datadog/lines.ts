import type { Head, Tools } from '../foreign/face.ts';
import { type Gatherer, readQuery } from '../foreign/index.ts';
import { hash64 } from '../hash.ts';
import { type JsonBounds, readJson } from '../json/index.ts';
import { type Common, commonOf } from './common.ts';
import { liftAction, liftResource } from './done.ts';
import { type Fields, isFields, textAt } from './fields.ts';
import { liftLog } from './log.ts';
import { liftView, mergeUpdate } from './view.ts';
import { liftError, liftLongTask, liftVital } from './wrong.ts';

const bounds: JsonBounds = { maxNesting: 64, maxValues: 200_000 };
/** A message of 256 KiB is the SDK's own limit, and a batch ends at 50. */
const maxLines = 10_000;
const newline = 0x0a;

/** Reads a body of one JSON object a line; blank lines are none. A line that cannot be read costs itself. */
export function readLines(
  body: Uint8Array,
  tools: Tools,
  gather: Gatherer,
  each: (event: Fields, line: string) => void,
): void {
  // Decoded once: line by line, that would cost as much again. A line break is never a part of a longer sign.
  const whole = tools.toText(body);
  let lines = 0;
  for (let from = 0, at = 0; from < body.length; ) {
    const [found, foundAt] = [body.indexOf(newline, from), whole.indexOf('\n', at)];
    const until = found === -1 ? body.length : found;
    const line = body.subarray(from, until);
    const text = whole.slice(at, foundAt === -1 ? whole.length : foundAt);
    from = until + 1;
    at = foundAt + 1;
    if (isBlank(line)) continue;
    lines += 1;
    if (lines > maxLines) {
      gather.aside('more lines than a batch has', linesIn(body.subarray(from - 1)) + 1);
      return;
    }
    const read = readJson(line, bounds, () => text);
    if ('fault' in read) gather.aside(`a line: ${read.fault.code}`);
    else if (!isFields(read.value)) gather.aside('a line that is no object');
    else {
      gather.cleaned(read.cleaned);
      each(read.value, text);
    }
  }
}

/** How many lines there are after the first break, blank ones left out where they follow each other. */
function linesIn(rest: Uint8Array): number {
  let lines = 0;
  for (let at = rest.indexOf(newline); at !== -1 && at + 1 < rest.length; at = rest.indexOf(newline, at + 1))
    if (rest[at + 1] !== newline) lines += 1;
  return lines;
}

/** An SDK that leaves a page sends what its worker has not packed, after an empty line. */
function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

/** SDKs before 6 put them into the request. */
const tagsOf = (query: string): string => (query.includes('ddtags=') ? (readQuery(query).get('ddtags') ?? '') : '');

/** RUM events and telemetry. @param query - Of what the SDK asked to be forwarded. */
export function liftRum(body: Uint8Array, head: Head, query: string, tools: Tools, gather: Gatherer): void {
  const tags = tagsOf(query);
  /** By view: as it was last told whole in this body. */
  const views = new Map<string, Fields>();
  readLines(body, tools, gather, (event) => {
    const type = textAt(event, 'type');
    if (type === 'telemetry') {
      gather.apart('telemetry');
      return;
    }
    const common = commonOf(event, tags);
    if (common === undefined) {
      gather.aside('an event without a session or a time');
      return;
    }
    if (type === 'view' || type === 'view_update') {
      liftViewOrUpdate(event, type, common);
      return;
    }
    const lift = lifts.get(type ?? '');
    if (lift === undefined) gather.aside('an event of a type that is not known');
    else lift(event, common, gather);
  });

  function liftViewOrUpdate(event: Fields, type: 'view' | 'view_update', common: Common): void {
    const id = textAt(event, 'view', 'id') ?? '';
    const before = views.get(id);
    const isUpdate = type === 'view_update';
    const whole = isUpdate && before !== undefined ? mergeUpdate(before, event) : event;
    const isWhole = !isUpdate || before !== undefined;
    if (isWhole) views.set(id, whole);
    liftView(whole, isWhole, (isUpdate ? commonOf(whole, tags) : common) ?? common, head.userAgent, gather);
  }
}

const lifts = new Map<string, (event: Fields, common: Common, gather: Gatherer) => void>([
  ['action', liftAction],
  ['resource', liftResource],
  ['error', liftError],
  ['long_task', liftLongTask],
  ['vital', liftVital],
]);

/** Lines of the logs SDK. */
export function liftLogs(body: Uint8Array, query: string, tools: Tools, gather: Gatherer): void {
  const tags = tagsOf(query);
  const logs: { event: Fields; common: Common; id: string }[] = [];
  /** Sessions that a RUM SDK stands beside in: what is logged in a page's first moments does not name it yet. */
  const watched = new Set<string>();
  readLines(body, tools, gather, (event, line) => {
    const common = commonOf(event, tags);
    if (common === undefined) {
      gather.apart('log-without-session');
      return;
    }
    logs.push({ event, common, id: `l-${hash64(line)}` });
    if (textAt(event, 'application_id') !== undefined) watched.add(common.sender.session);
  });
  for (const { event, common, id } of logs) liftLog(event, common, id, watched.has(common.sender.session), gather);
}
