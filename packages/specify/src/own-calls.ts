import { type CallName, type Fact, placeOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from './book.ts';
import { kept } from './kept.ts';
import { readCallKey } from './observe/call-key.ts';
import { isOwnCall } from './points/own-calls.ts';

/** A call of the application: all keys that are one place, together. */
export interface OwnCall {
  /** Key of its statement. */
  id: string;
  name: CallName;
  fact: Fact;
  /** It asks and changes nothing. */
  reads: boolean;
  /** By status, most first. */
  statuses: { status: number; calls: number }[];
  /** How often its answer led on to another page: with which status no page can know. */
  sentOn: number;
  /** Forms that the browser sends itself. */
  isForm: boolean;
}

export interface OwnCalls {
  calls: OwnCall[];
  /** Statement key of the call that a fact's key begins with; `undefined` where it is none of the application's. */
  idOf(key: string): string | undefined;
  leftOut: { reason: string; times: number }[];
}

const foreign = 'calls to other hosts';
const telemetry = 'reports about the page itself (telemetry, violations of its policy)';
const files = 'files fetched as calls (scripts, styles, images, fonts, texts) and probes of whether the server lives';

/** The calls of the application to its own server, and what else was seen of calls. */
export const ownCalls = kept((book: FactBook): OwnCalls => {
  const facts = book.of('call');
  const ids = new Map<CallName, string>();
  const idOf = (key: string) => {
    const name = book.call(key);
    // The book gives the same object for the same call.
    const found = ids.get(name) ?? statementKey.call(name.method, readCallKey(key).host, name.path);
    ids.set(name, found);
    return found;
  };
  const screens = fetchedScreens(book);
  const reasons = Map.groupBy(facts, (fact) => whyLeftOut(fact) ?? (screens(fact) ? ofScreens : undefined));
  const told = joinFacts(reasons.get(undefined) ?? [], ({ key }) => idOf(key));
  const calls = told.map(({ id, fact }) => ({
    id,
    name: book.call(fact.key),
    fact,
    reads: isRead(fact),
    statuses: statusesOf(fact),
    sentOn: fact.counts['sent on'] ?? 0,
    isForm: (fact.counts['type:document'] ?? 0) > 0,
  }));
  const known = new Set(calls.map(({ id }) => id));
  const leftOut = [...reasons].flatMap(([reason, some]) => (reason ? [{ reason, times: places(some, idOf) }] : []));
  return {
    calls,
    idOf(key) {
      const id = idOf(key);
      return known.has(id) ? id : undefined;
    },
    leftOut,
  };
});

const ofScreens = 'screens that a framework fetches as calls';

/** Next asks its own server for each screen that is gone to, and tells it so: `GET /orders?_rsc=1x7rq`. */
function fetchedScreens(book: FactBook): (call: Fact) => boolean {
  const times = new Map<string, number>();
  for (const { key, n } of book.of('query')) if (key.endsWith(' _rsc')) times.set(key.slice(0, -' _rsc'.length), n);
  return ({ key, n }) => (times.get(key) ?? 0) * 2 > n;
}

/** `undefined`: it is the application's own. */
function whyLeftOut({ key, counts }: Fact): string | undefined {
  const { host, method } = readCallKey(key);
  if (host !== '') return foreign;
  if (!isOwnCall(key) || (reads(method) && isFile(counts))) return files;
  if (isTelemetry(method, key, counts)) return telemetry;
  const answered = Object.keys(counts).some((label) => /^(?:status:[1-9]|sent on$)/.test(label));
  return answered ? undefined : 'calls that never got an answer';
}

const telemetryPath =
  /\/(?:telemetry|analytics|collect|beacons?|rum|(?:web-?)?vitals|csp(?:-reports?)?|reports?-to|track(?:ing)?|ingest|envelope|traces)\/?(?: |$)/i;

/** Sent off by a name that says so, and nobody waits for an answer. */
function isTelemetry(method: string, key: string, counts: Fact['counts']): boolean {
  const silent = labelled(counts, 'status:').every(({ value }) => ['0', '202', '204'].includes(value));
  return method === 'POST' && silent && telemetryPath.test(key);
}

const reads = (method: string): boolean => method === 'GET' || method === 'HEAD';
const fileMime =
  /^mime:(?:image|font|audio|video)\/|^mime:(?:text\/css|text\/javascript|application\/(?:x-)?(?:javascript|wasm|font)|application\/manifest\+json)\b/i;

function isFile(counts: Fact['counts']): boolean {
  const mimes = Object.keys(counts).filter((label) => label.startsWith('mime:'));
  return mimes.length > 0 && mimes.every((mime) => fileMime.test(mime));
}

/** By its method, or as the browser saw it. */
export function isRead({ key, n, counts }: Fact): boolean {
  return reads(readCallKey(key).method) || (counts.reads ?? 0) * 2 > n;
}

function statusesOf({ counts }: Fact): OwnCall['statuses'] {
  return labelled(counts, 'status:')
    .map(({ value, times }) => ({ status: Number(value), calls: times }))
    .sort((one, other) => other.calls - one.calls || one.status - other.status);
}

/** The counters of one kind of label, most first. */
export function labelled(counts: Fact['counts'], label: string): { value: string; times: number }[] {
  return Object.entries(counts)
    .flatMap(([name, times]) => (name.startsWith(label) ? [{ value: name.slice(label.length), times }] : []))
    .sort((one, other) => other.times - one.times || (one.value < other.value ? -1 : 1));
}

function places(facts: readonly Fact[], idOf: (key: string) => string): number {
  return new Set(facts.map(({ key }) => placeOf(idOf(key)))).size;
}
