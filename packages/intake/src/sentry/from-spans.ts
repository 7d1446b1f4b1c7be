import type { LongTaskRecord, ResourceRecord, VitalRecord } from '@sightglass/wire';
import { targetOf } from '../element.ts';
import type { Gatherer, Sender, Told, Unjudged } from '../foreign/index.ts';
import { countOf, firstOf, inTenths, numberOf, spanMs, textOf } from '../given.ts';
import { ratingOf } from '../rating.ts';
import { addressOf, type Home, methodOf, resourceOf } from './call.ts';
import type { NameCall } from './call-names.ts';
import { type Span, statusOf } from './span.ts';
import { tellView, type ViewTold } from './view.ts';
import { type Page, pageOf, senderOf, type Traces, viewIdOf } from './visit.ts';
import { vitalNameOf, vitalNames } from './vital.ts';
import type { Memory } from './whose-session.ts';

/** A page load or a navigation that a span told of. */
interface Visited {
  page: Page;
  view: string;
  start: number;
  load: boolean;
}

const assetTypes: Record<string, ResourceRecord['type']> = {
  script: 'script',
  css: 'style',
  link: 'style',
  img: 'image',
  image: 'image',
  font: 'font',
  video: 'media',
  audio: 'media',
  iframe: 'document',
  beacon: 'beacon',
};

/**
 * What the spans of one body tell: views, calls and assets, vitals, long tasks, and the application's own.
 *
 * @param home - Stands for the page where this body does not tell which it was.
 */
export function recordSpans(
  spans: readonly Span[],
  traces: Traces,
  gatherer: Gatherer,
  nameCall: NameCall,
  home: Home | undefined,
): void {
  const visitedByTrace = findPages(spans, traces, gatherer);
  for (const [trace, visits] of visitedByTrace) rememberPage(trace, visits, gatherer);
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const sender = senderOfSpan(span, traces, gatherer);
    const visited = (visitedByTrace.get(span.trace) ?? []).findLast(
      ({ start }, index) => index === 0 || start <= span.start,
    );
    const at = Math.round(span.start * 1_000);
    const before = (): Remembered => remembered(span.trace, gatherer);
    const tell = (told: Told, record: Unjudged): void => {
      gatherer.record(sender, told, { ...(visited ? whereOf(visited) : before().where), ...record });
    };
    if (isView(span)) tellVisit(span, spans, visitedByTrace.get(span.trace) ?? [], sender, gatherer);
    else if (span.op === 'http.client' && isUnfinished(span)) gatherer.apart('unfinished_call');
    else if (span.op === 'http.client') tellCall(span, at, visited?.page ?? home, sender, nameCall, tell);
    else if (span.op.startsWith('resource.')) tellAsset(span, at, visited?.page ?? home, tell);
    else if (span.op === 'ui.long_task' || span.op === 'ui.long_animation_frame') tellLongTask(span, at, tell);
    else if (span.root && !isVital(span) && !isClick(span)) tellCustom(span, at, tell);
    else if (!isVital(span)) gatherer.apart('timing_span');
    tellVitals(span, at, () => visited?.load ?? before().load, tell);
  }
}

const isView = ({ op }: Span): boolean => op === 'pageload' || op === 'navigation' || op === 'navigation.redirect';
const isVital = ({ op }: Span): boolean => op.startsWith('ui.webvital.') || op.startsWith('ui.interaction.');
/** What a click set off, timed until nothing more came of it: that it was clicked breadcrumbs tell, with its name. */
const isClick = ({ op }: Span): boolean => op.startsWith('ui.action.');

/** Tracing stopped listening before the answer came (SDK 7 to 10): nothing is known of how it ended. */
const isUnfinished = ({ data, status }: Span): boolean =>
  statusOf(data) === 0 && /^(cancelled|deadline_exceeded)$/.test(textOf(data['sentry.status.message']) ?? status);

function senderOfSpan({ data, trace, start }: Span, traces: Traces, memory: Memory): Sender {
  return senderOf(
    {
      replay: firstOf(textOf(data['sentry.replay_id']), textOf(data.replay_id), traces.replay),
      trace,
      previous: /^([0-9a-f]{32})-/.exec(textOf(data['sentry.previous_trace']) ?? '')?.[1],
      release: firstOf(textOf(data['sentry.release']), textOf(data.release), traces.release),
      environment: firstOf(textOf(data['sentry.environment']), textOf(data.environment), traces.environment),
      user: firstOf(textOf(data['user.id']), traces.user),
    },
    trace,
    Math.round(start * 1_000),
    memory,
  );
}

/** Pages by trace, each in the order in which they were visited: a redirect goes on in the trace of what led to it. */
function findPages(spans: readonly Span[], traces: Traces, memory: Memory): Map<string, Visited[]> {
  const found = new Map<string, Visited[]>();
  for (const span of spans) {
    const page = isView(span) ? pageOf(addressOfView(span)) : undefined;
    if (page === undefined) continue;
    const view = viewIdOf('span', senderOfSpan(span, traces, memory), page, Math.round(span.start * 1_000), memory);
    const visits = found.get(span.trace) ?? [];
    visits.push({ page, view, start: span.start, load: span.op === 'pageload' });
    found.set(span.trace, visits);
  }
  for (const visits of found.values()) visits.sort((one, other) => one.start - other.start);
  return found;
}

type Where = { view?: string; route?: string };

const whereOf = ({ view, page: { route } }: Visited): Where => ({ view, route });

/** Streamed spans of a page come in later bodies than the one that tells which page it is. */
function rememberPage(trace: string, visits: readonly Visited[], memory: Memory): void {
  const last = visits.at(-1);
  if (last === undefined) return;
  const page: Remembered = { where: whereOf(last), load: last.load };
  memory.keep(`shown on ${trace}`, JSON.stringify(page));
}

interface Remembered {
  where: Where;
  /** It came by a page load. */
  load: boolean;
}

function remembered(trace: string, memory: Memory): Remembered {
  const told = memory.recall(`shown on ${trace}`);
  return told === undefined ? { where: {}, load: false } : (JSON.parse(told) as Remembered); // written above
}

/** Where a view's address stands: SDKs before 9.30 tell it as the transaction's name, or in the request of its event only. */
const addressOfView = ({ data }: Span): string | undefined =>
  firstOf(textOf(data['url.full']), textOf(data.url), textOf(data['request.url']));

function tellVisit(
  span: Span,
  spans: readonly Span[],
  visits: readonly Visited[],
  sender: Sender,
  gatherer: Gatherer,
): void {
  const visited = visits.find(({ start }) => start === span.start);
  if (visited === undefined) {
    gatherer.aside('a page load or navigation without an address');
    return;
  }
  const causes = { pageload: 'load', navigation: 'push', 'navigation.redirect': 'replace' } as const;
  const cause = causes[span.op as keyof typeof causes]; // isView said so
  const loaded = spans.find(({ op, trace }) => trace === span.trace && /^browser\.load_?event$/i.test(op));
  const told: ViewTold = { at: Math.round(span.start * 1_000), cause };
  if (cause === 'load' && loaded !== undefined) told.loadMs = spanMs(span.start, loaded.end) ?? null;
  tellView('span', visited, told, sender, gatherer);
}

type Tell = (told: Told, record: Unjudged) => void;

function tellCall(
  span: Span,
  at: number,
  home: Home | undefined,
  sender: Sender,
  nameCall: NameCall,
  tell: Tell,
): void {
  const { data } = span;
  const url = firstOf(textOf(data['url.full']), textOf(data['http.url']), textOf(data.url)) ?? '';
  const method = methodOf(
    firstOf(textOf(data['http.request.method']), textOf(data['http.method']), textOf(data.method)),
  );
  const address = addressOf(url, home);
  if (address === undefined) return;
  const end = Math.round(span.end * 1_000);
  const id = nameCall('span', { sender, method, address, start: at, end });
  const status = statusOf(data);
  const record = resourceOf(url, method, home, {
    at,
    id,
    type: data.type === 'xhr' ? 'xhr' : 'fetch',
    status,
    ...(status === 0 ? { failure: 'network' as const } : {}),
    durationMs: spanMs(span.start, span.end) ?? 0,
    ...measured(span),
  });
  if (record !== undefined) tell({ id, version: 1 }, record);
}

function tellAsset(span: Span, at: number, home: Home | undefined, tell: Tell): void {
  const { data, op, name } = span;
  // Before SDK 9.30 the name of the span is the address, without the origin where that is the page's.
  const url = firstOf(textOf(data['url.full']), textOf(data['http.url']), name) ?? '';
  const file = /\.(css|woff2?|ttf|otf)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  const kind = op.slice('resource.'.length);
  const type = file === 'css' ? 'style' : file !== undefined ? 'font' : (assetTypes[kind] ?? 'other');
  const status = statusOf(data);
  const record = resourceOf(url, type === 'beacon' ? 'POST' : 'GET', home, {
    at,
    id: `s-${span.id}`,
    type,
    status,
    durationMs: spanMs(span.start, span.end) ?? 0,
    ...measured(span),
  });
  if (record !== undefined) tell({ id: `s-${span.id}` }, record);
}

/** Times and sizes that the browser measured. */
function measured({ data, start }: Span): Pick<ResourceRecord, 'firstByteMs' | 'requestBytes' | 'responseBytes'> {
  const answered = numberOf(data['http.request.response_start']);
  return {
    firstByteMs: answered === undefined || answered === 0 ? null : (spanMs(start, answered) ?? null),
    ...known({
      requestBytes: countOf(data['http.request.body.size']),
      responseBytes: firstOf(
        countOf(data['http.response.body.size']),
        countOf(data['http.response_content_length']),
        countOf(data['http.response.size']),
        countOf(data['http.response_transfer_size']),
      ),
    }),
  };
}

function tellLongTask(span: Span, at: number, tell: Tell): void {
  const durationMs = spanMs(span.start, span.end) ?? 0;
  const record: LongTaskRecord = {
    kind: 'longtask',
    at,
    type: span.op === 'ui.long_task' ? 'longtask' : 'long-animation-frame',
    durationMs,
    // What lasts beyond 50 ms blocks (https://web.dev/articles/tbt); Sentry does not tell the browser's own figure.
    blockingMs: Math.max(0, durationMs - 50),
    scripts: [],
  };
  tell({ id: span.id }, record);
}

function tellCustom({ id, name, start, end }: Span, at: number, tell: Tell): void {
  tell({ id }, { kind: 'custom', at, name: nameOf(name), attributes: { durationMs: spanMs(start, end) ?? 0 } });
}

const nameOf = (name: string): string => targetOf(name).slice(0, 256) || 'span';

/** Written out once: to look up a name that was just put together costs as much as the rest. */
const vitalPlaces = vitalNames.map((short) => ({
  short,
  name: vitalNameOf(short),
  valueAt: `browser.web_vital.${short}.value`,
  elementAt: `browser.web_vital.${short}.${short === 'inp' ? 'target' : 'element'}`,
  olderElementAt: `${short}.element`,
}));

/** Vitals stand in measurements (SDK 7 to 10) or in attributes (SDK 11), of the page load's span or of one of their own. */
function tellVitals(span: Span, at: number, isLoaded: () => boolean, tell: Tell): void {
  for (const { short, name, valueAt, elementAt, olderElementAt } of vitalPlaces) {
    const told = numberOf(span.data[valueAt]) ?? span.measurements[short];
    if (told === undefined || name === undefined || told < 0) continue;
    const value = name === 'CLS' ? told : inTenths(told);
    // One of each kind for a page load or a navigation; told again, it has only grown.
    const id = `${span.trace}-${name}`;
    const element = firstOf(textOf(span.data[elementAt]), textOf(span.data[olderElementAt]));
    const navigation = firstOf(
      textOf(span.data['browser.navigation.type']),
      isLoad(span, isLoaded) ? 'navigate' : undefined,
    );
    const record: VitalRecord = {
      kind: 'vital',
      at,
      id,
      name,
      value,
      rating: ratingOf(name, value),
      navigation: navigation ?? 'soft-navigation',
    };
    if (element !== undefined && element !== '<unknown>') record.target = targetOf(element);
    tell({ id, version: Math.round(value * 1_000) }, record);
  }
}

const isLoad = ({ op, data }: Span, isLoaded: () => boolean): boolean =>
  op === 'pageload' || data['sentry.pageload.span_id'] !== undefined || isLoaded();

/** Without what is not known. */
function known<T extends object>(fields: T): Partial<T> {
  const known: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) known[name] = fields[name];
  return known;
}
