import { limits } from '@sightglass/wire';
import { createGatherer, type ForeignFormat, type Gatherer, type Tools } from '../foreign/index.ts';
import { countOf, fieldsOf, type Given, listOf, textOf, timeOf } from '../given.ts';
import { readJson } from '../json/index.ts';
import { createCallNames } from './call-names.ts';
import { type Item, readEnvelope } from './envelope.ts';
import { recordEvent, recordFeedback, recordUnanswered } from './from-event.ts';
import { recordLogs } from './from-log.ts';
import { readRecording, recordReplay } from './from-replay.ts';
import { recordSpans } from './from-spans.ts';
import { goneTo } from './pages.ts';
import { byOneClock } from './slept.ts';
import { type Span, spansOfItem, spansOfTransaction } from './span.ts';
import { pageOf, type Traces, tracesOfEvent, tracesOfHeader } from './visit.ts';

const bounds = { maxNesting: limits.maxSegmentNesting, maxValues: limits.maxJsonValues };
/** Items that no visit is made of: release health counts page loads, profiles and metrics are no part of what is shown. */
const apartTypes = new Set([
  'session',
  'sessions',
  'profile',
  'profile_chunk',
  'attachment',
  'check_in',
  'statsd',
  'metric_buckets',
  'metric',
  'trace_metric',
  'user_report',
  'raw_security',
  'otel_log',
  'nel',
  'unreal_report',
  'form_data',
]);
const maxReports = 50;

/** An envelope, item by item; a bad one costs itself. */
export const decodeEnvelope: ForeignFormat['decode'] = (body, head, about, tools) => {
  const gatherer = createGatherer(about, tools.recall);
  const read = createReader(gatherer, tools);
  const envelope = readEnvelope(body, (line) => objectOf(read(line)));
  if (envelope === undefined) return { reason: 'no envelope: its first line is no JSON object' };
  const { header, items, broken } = envelope;
  if (broken !== undefined) gatherer.aside(broken);
  const nameCall = createCallNames(gatherer);
  const home = pageOf(head.origin);
  let replayHead: Given | undefined;
  for (const item of items) {
    const type = textOf(item.header.type) ?? '';
    if (type === 'replay_event') replayHead = objectOf(read(item.payload)) ?? {};
    else if (type === 'replay_recording') tellReplay(item, replayHead ?? {});
    else if (apartTypes.has(type)) gatherer.apart(type);
    else tellItem(type, objectOf(read(item.payload)));
  }
  return gatherer.lifted();

  function tellItem(type: string, payload: Given | undefined): void {
    if (payload === undefined) gatherer.aside('an item that is no JSON object');
    else if (type === 'event' || type === 'error' || type === 'default')
      recordEvent(payload, header, gatherer, nameCall, home);
    else if (type === 'transaction') {
      tellSpans(spansOfTransaction(withAddress(byOneClock(payload))), tracesOfEvent(payload, header));
      recordUnanswered(payload, header, gatherer, nameCall);
    } else if (type === 'span') tellSpans(spansOfItem(payload), tracesOfHeader(header));
    else if (type === 'log') recordLogs(payload, header, gatherer);
    else if (type === 'feedback') recordFeedback(payload, header, gatherer);
    else if (type === 'client_report') tellReport(payload, gatherer);
    else gatherer.aside('an item of an unknown type');
  }

  function tellSpans(spans: Span[] | undefined, traces: Traces): void {
    if (spans === undefined || spans.length === 0) gatherer.aside('spans without ids or times');
    else recordSpans(spans, traces, gatherer, nameCall, home);
  }

  function tellReplay({ payload }: Item, event: Given): void {
    const recording = readRecording(payload, tools, read);
    if (recording === undefined) gatherer.aside('a recording that cannot be unpacked');
    else recordReplay({ ...recording, head: event }, header, gatherer, nameCall);
  }
};

/** JSON of some bytes, cleaned; undefined where they are none. */
function createReader(gatherer: Gatherer, tools: Tools): (bytes: Uint8Array) => unknown {
  return (bytes) => {
    const read = readJson(bytes, bounds, tools.toText);
    if ('fault' in read) return undefined;
    gatherer.cleaned(read.cleaned);
    return read.value;
  };
}

function objectOf(value: unknown): Given | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldsOf(value) : undefined;
}

/**
 * A transaction with its page's address in its trace, where only the later ones of SDK 10 put it. Of a navigation its breadcrumb says where it
 * went to; else it is the address of the page from which the event was sent, for a page is left when its transaction is over. A page load
 * that was left earlier still has its path for a name.
 */
function withAddress(event: Given): Given {
  const contexts = fieldsOf(event.contexts);
  const trace = fieldsOf(contexts.trace);
  const data = fieldsOf(trace.data);
  if (textOf(data['url.full']) !== undefined) return event;
  const asked = textOf(fieldsOf(event.request).url);
  const sentFrom = pageOf(asked)?.address;
  const isNamed = trace.op === 'pageload' && fieldsOf(event.transaction_info).source === 'url';
  const gone = trace.op === 'navigation' ? goneTo(event, timeOf(event.start_timestamp) ?? 0) : undefined;
  const named = isNamed ? textOf(event.transaction) : gone;
  const isElsewhere = sentFrom !== undefined && named?.startsWith('/') === true && named !== sentFrom.path;
  const url = isElsewhere ? `http://${sentFrom.host}${named}` : asked;
  return { ...event, contexts: { ...contexts, trace: { ...trace, data: { ...data, 'url.full': url } } } };
}

/** What the SDK threw away before it could be sent: nobody's doing, and worth knowing when numbers look too small. */
function tellReport(report: Given, gatherer: Gatherer): void {
  gatherer.apart('client_report');
  for (const { reason, category, quantity } of listOf(report.discarded_events, maxReports)) {
    const name = /^[a-z_]{1,32}$/.test(String(category)) ? String(category) : 'other';
    const why = /^[a-z_]{1,32}$/.test(String(reason)) ? String(reason) : 'other';
    gatherer.apart(`sdk_discarded_${name}_${why}`, Math.min(countOf(quantity) ?? 0, 1e6));
  }
}
