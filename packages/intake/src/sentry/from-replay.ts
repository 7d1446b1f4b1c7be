import { limits, type ReplayEvent, type VitalRecord } from '@sightglass/wire';
import { type Gatherer, idOf, type Sender, type Tools } from '../foreign/index.ts';
import { countOf, fieldsOf, firstOf, type Given, inTenths, numberOf, spanMs, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { queryOf } from '../privacy/index.ts';
import { ratingOf } from '../rating.ts';
import { createKnown, type Known } from '../rrweb/known.ts';
import { normaliseEvents } from '../rrweb/normalise.ts';
import { createPageNodes } from '../rrweb/page-nodes.ts';
import { toldOfBodies } from '../told-bodies.ts';
import { addressOf, methodOf, resourceOf } from './call.ts';
import type { NameCall } from './call-names.ts';
import { lineAt } from './envelope.ts';
import { type Crumb, recordOfCrumb } from './from-crumbs.ts';
import { createTimeline, keepShown, lastShown, type Timeline } from './timeline.ts';
import { tellView, type ViewTold } from './view.ts';
import { type Page, pageOf, senderOf, tracesOfEvent, viewIdOf, whereOf } from './visit.ts';
import { vitalNameOf } from './vital.ts';
import { tellSession, tellUser } from './who.ts';

/** A `replay_event` and the `replay_recording` that came with it. */
export interface Recording {
  head: Given;
  segment: number;
  events: unknown[];
}

/** JSON of bytes, cleaned and bounded. */
export type ReadJson = (bytes: Uint8Array) => unknown;

/**
 * The payload of a `replay_recording`: a line of JSON with the segment's number, then a JSON array, as it is or as a zlib stream. Which,
 * its first byte tells.
 *
 * @returns undefined when it is neither, or more than a segment may unpack to
 */
export function readRecording(payload: Uint8Array, tools: Tools, read: ReadJson): Omit<Recording, 'head'> | undefined {
  const line = lineAt(payload, 0);
  const segment = countOf(fieldsOf(read(payload.subarray(0, line.end))).segment_id);
  const data = payload.subarray(line.next);
  const plain = data[0] === 0x5b;
  const bytes = plain ? data : tools.inflate(data, limits.maxSegmentUnpackedBytes);
  const events = bytes === undefined ? undefined : read(bytes);
  return segment !== undefined && Array.isArray(events) ? { segment, events } : undefined;
}

const firstText = (texts: unknown): string | undefined => (Array.isArray(texts) ? textOf(texts[0]) : undefined);

interface Scene {
  gatherer: Gatherer;
  sender: Sender;
  nameCall: NameCall;
  pageAt: Timeline['pageAt'];
  home: Page | undefined;
  crumbs: readonly Given[];
}

/** A segment of a replay, and as records what its breadcrumbs and performance spans tell beside the picture. */
export function recordReplay(
  { head, segment, events }: Recording,
  header: Given,
  gatherer: Gatherer,
  nameCall: NameCall,
): void {
  const replay = firstOf(textOf(head.replay_id), textOf(header.event_id));
  if (replay === undefined) {
    gatherer.aside('a replay without an id');
    return;
  }
  const traces = tracesOfEvent(head, header);
  const trace = traces.trace ?? firstText(head.trace_ids);
  const sender = senderOf({ ...traces, trace, replay }, replay, timeOf(head.timestamp) ?? 0, gatherer);
  const given = events.map(fieldsOf);
  const told = given.filter(({ type }) => type === 5).map(({ data }) => fieldsOf(data));
  // Before their addresses are scrubbed.
  const metas = given.filter(({ type }) => type === 4);
  const loads = metas.map(({ timestamp, data }) => ({ timestamp, href: fieldsOf(data).href }));
  const { events: picture, bad } = normaliseEvents(given.filter((event) => !isTold(event)));
  if (bad > 0) gatherer.aside('an event of a replay that is none', bad);
  gatherer.segment({
    session: sender.session,
    tab: sender.tab,
    // Numbers run through all of a replay's page loads, each of which begins with a whole page.
    page: idOf(replay),
    seq: segment,
    anchor: picture.some(({ type }) => type === 2),
    events: picture.length > 0 ? picture : nothingMoved(given),
  });
  const crumbs = told.filter(({ tag }) => tag === 'breadcrumb').map(({ payload }) => fieldsOf(payload));
  const spans = told.filter(({ tag }) => tag === 'performanceSpan').map(({ payload }) => fieldsOf(payload));
  const home = firstOf(pageOf(loads[0]?.href), pageOf(fieldsOf(head.request).url));
  const timeline = createTimeline(
    {
      home,
      loads,
      crumbs,
      spans,
      begun: picture[0]?.timestamp,
      viewOf: (page, at) => viewIdOf('replay', sender, page, at, gatherer),
    },
    lastShown(replay, segment, gatherer),
  );
  keepShown(replay, segment, timeline, gatherer);
  const { pageAt } = timeline;
  const scene = { gatherer, sender, nameCall, home, pageAt, crumbs };
  tellSession(head, metas[0], home, sender, gatherer);
  tellUser(sender, timeOf(head.timestamp) ?? picture[0]?.timestamp ?? 0, gatherer);
  const known = createKnown(`${sender.session} ${replay}`, gatherer);
  nameByPicture(crumbs, picture, known);
  known.keepControls(given);
  const integrations = fieldsOf(head.sdk).integrations;
  const has = (name: string): boolean => Array.isArray(integrations) && integrations.includes(name);
  // What tracing and structured logs tell as well, they tell in full.
  tellCrumbs(
    crumbs.filter(({ category }) => category !== 'console' || !has('ConsoleLogs')),
    scene,
  );
  for (const span of spans) tellSpan(span, spans, scene, has('BrowserTracing'));
}

/** A segment in which nothing moved holds its place, or its number would be missed as a gap. */
function nothingMoved(events: readonly Given[]): ReplayEvent[] {
  const at = events.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== undefined);
  return at === undefined ? [] : [{ type: 5, timestamp: at, data: { tag: 'still', payload: {} } }];
}

/** Sentry's own events between rrweb's: they become records, and hold texts that a picture has no use for. */
function isTold({ type, data }: Given): boolean {
  return type === 5 && ['breadcrumb', 'performanceSpan', 'options'].includes(String(fieldsOf(data).tag));
}

/**
 * Gives the crumbs' nodes the text that the picture has of them, this segment's or an earlier one's: Sentry tells of a node only what
 * stands in itself, which of a button with an icon, and of all that was added to a page, is nothing. In place: the crumbs are fresh from
 * the parser.
 */
function nameByPicture(crumbs: readonly Given[], picture: readonly ReplayEvent[], known: Known): void {
  const nodes = createPageNodes();
  const inOrder = [...crumbs].sort((one, other) => (timeOf(one.timestamp) ?? 0) - (timeOf(other.timestamp) ?? 0));
  let next = 0;
  for (const crumb of inOrder) {
    const { node } = fieldsOf(crumb.data);
    if (typeof node !== 'object' || node === null) continue;
    const at = timeOf(crumb.timestamp) ?? 0;
    for (let event = picture[next]; event !== undefined && event.timestamp <= at; event = picture[next]) {
      nodes.apply(event);
      next += 1;
    }
    const { id, textContent, attributes } = fieldsOf(node);
    const found = nodes.find(id);
    if (found !== undefined) {
      const all = { ...fieldsOf(attributes), ...found.attributes };
      Object.assign(node, { tagName: found.tag, textContent: found.text, attributes: all });
    } else if ((textOf(textContent) ?? '').trim() === '') {
      const control = known.controlAt(id, at);
      if (control !== undefined) Object.assign(node, { tagName: control.tag, textContent: control.name });
    }
  }
}

/** Of the same click told twice, the one that frustrated stands, with all that it frustrated by. */
function tellCrumbs(crumbs: readonly Given[], { gatherer, sender, pageAt }: Scene): void {
  const byId = new Map<string, Crumb>();
  for (const crumb of crumbs) {
    const told = recordOfCrumb(crumb, pageAt(timeOf(crumb.timestamp) ?? 0));
    if (told === undefined) continue;
    const key = `${told.record.kind} ${told.told.id}`;
    const before = byId.get(key)?.record;
    if (before?.kind === 'action' && told.record.kind === 'action') {
      const frustrations = [...new Set([...before.frustrations, ...told.record.frustrations])];
      const version = frustrations.length;
      byId.set(key, { told: { ...told.told, version }, record: { ...before, version, frustrations } });
    } else byId.set(key, told);
  }
  for (const { told, record } of byId.values()) gatherer.record(sender, told, record);
}

function tellSpan(span: Given, spans: readonly Given[], scene: Scene, traced: boolean): void {
  const op = textOf(span.op) ?? '';
  const at = timeOf(span.startTimestamp);
  if (at === undefined) return;
  if (op === 'resource.fetch' || op === 'resource.xhr')
    tellCall(span, at, op === 'resource.xhr' ? 'xhr' : 'fetch', scene);
  else if (op.startsWith('navigation.')) tellVisit(span, at, op, scene);
  else if (!traced && (op === 'web-vital' || op === 'paint')) tellVital(span, at, spans, scene);
}

function tellCall(span: Given, at: number, type: 'fetch' | 'xhr', { gatherer, sender, nameCall, pageAt }: Scene): void {
  const data = fieldsOf(span.data);
  const page = pageAt(at);
  const url = textOf(span.description) ?? '';
  const method = methodOf(textOf(data.method));
  const address = addressOf(url, page);
  if (address === undefined) return;
  const id = nameCall('replay', { sender, method, address, start: at, end: timeOf(span.endTimestamp) });
  const status = Math.min(countOf(data.statusCode) ?? 0, 999);
  const answer = fieldsOf(data.response);
  const request = fieldsOf(data.request);
  const bodies = toldOfBodies({ request: request.body, response: answer.body }, status, paramsOf(address.query));
  const requestBytes = countOf(request.size);
  const responseBytes = countOf(answer.size);
  const record = resourceOf(url, method, page, {
    at,
    ...whereOf(page),
    id,
    type,
    status,
    ...(status === 0 ? { failure: 'network' as const } : {}),
    durationMs: spanMs(span.startTimestamp, span.endTimestamp) ?? 0,
    ...(requestBytes === undefined ? {} : { requestBytes }),
    ...(responseBytes === undefined ? {} : { responseBytes }),
    ...bodies,
  });
  // The span of the same call knows more, unless this one saw what was sent or answered.
  const version = Object.keys(bodies).length === 0 ? 0 : 2;
  if (record !== undefined) gatherer.record(sender, { id, version }, record);
}

const paramsOf = (query: string): string[] => Object.keys(queryOf(query) ?? {});

function tellVisit(span: Given, at: number, op: string, scene: Scene): void {
  const { gatherer, sender, home } = scene;
  const page = pageOf(span.description, home);
  if (page === undefined) return;
  const data = fieldsOf(span.data);
  const told: ViewTold = { at, cause: op === 'navigation.push' ? 'push' : 'load' };
  const from = pageOf(firstOf(textOf(data.previous), leftFor(page, at, scene)), home);
  if (from !== undefined) told.from = from.route;
  const loadMs = numberOf(data.duration);
  if (loadMs !== undefined && loadMs > 0) told.loadMs = inTenths(loadMs);
  tellView('replay', { page, view: viewIdOf('replay', sender, page, at, gatherer) }, told, sender, gatherer);
}

/** Of the first navigation after a page load only its breadcrumb says from where it came, some 30 ms earlier. */
function leftFor({ route }: Page, at: number, { crumbs, home }: Scene): string | undefined {
  for (const { category, timestamp, data } of crumbs) {
    const apart = at - (timeOf(timestamp) ?? 0);
    if (category !== 'navigation' || apart < 0 || apart > 100) continue;
    const { from, to } = fieldsOf(data);
    if (pageOf(to, home)?.route === route) return textOf(from);
  }
  return undefined;
}

/** Of a page load, without tracing. A paint is counted from the page load that stands in the same segment. */
function tellVital(span: Given, at: number, spans: readonly Given[], { gatherer, sender, pageAt }: Scene): void {
  const name = vitalNameOf(textOf(span.description) ?? '');
  const loaded = spans.find(({ op }) => /^navigation\.(?!push)/.test(String(op)));
  const value =
    span.op === 'paint' ? spanMs(loaded?.startTimestamp, span.startTimestamp) : numberOf(fieldsOf(span.data).value);
  if (name === undefined || value === undefined || value < 0) return;
  const page = pageAt(at);
  const id = `${name}-${hash64(`${sender.session} ${page?.route ?? ''} ${page?.since ?? 0}`)}`;
  const record: VitalRecord = {
    kind: 'vital',
    at,
    ...whereOf(page),
    id,
    name,
    value,
    rating: ratingOf(name, value),
    navigation: loaded === undefined ? 'soft-navigation' : 'navigate',
  };
  gatherer.record(sender, { id, version: Math.round(value * 1_000) }, record);
}
