import { debugId, type ErrorRecord, limits, type StackFrame } from '@sightglass/wire';
import type { Gatherer } from '../foreign/index.ts';
import { countOf, fieldsOf, firstOf, type Given, listOf, textOf, timeOf } from '../given.ts';
import { frameOf, scrubMessage } from '../privacy/index.ts';
import { attributesOf, levelOf, lineOf } from '../said.ts';
import type { NameCall } from './call-names.ts';
import { type NameAnswered, recordOfCrumb } from './from-crumbs.ts';
import { answeredCall, unansweredCalls, walkCrumbs } from './pages.ts';
import { type Page, pageOf, senderOf, type Traces, tracesOfEvent, whereOf } from './visit.ts';
import { tellUser } from './who.ts';

const maxCauses = 5;
/** One for each script of the page. */
const maxImages = 1_000;

/**
 * An error or a message, with the breadcrumbs that led to it.
 *
 * @param home - Some page of the origin that sent, where the event does not tell its own.
 */
export function recordEvent(
  event: Given,
  header: Given,
  gatherer: Gatherer,
  nameCall: NameCall,
  home: Page | undefined,
): void {
  const at = timeOf(event.timestamp);
  const id = firstOf(textOf(event.event_id), textOf(header.event_id));
  if (at === undefined || id === undefined) {
    gatherer.aside('an event without a time or an id');
    return;
  }
  const traces = tracesOfEvent(event, header);
  const sender = senderOf(traces, id, at, gatherer);
  const nameAnswered: NameAnswered = (method, address, end) => nameCall('crumb', { sender, method, address, end });
  const exceptions = listOf(fieldsOf(event.exception).values, maxCauses + 1);
  const failed = failedCall(exceptions.at(-1), event, at);
  // Of a call it is the call's address, not the page's.
  const page = failed === undefined ? pageOf(fieldsOf(event.request).url) : undefined;
  const where = whereOf(page);
  if (failed !== undefined) tellCrumb(failed, home);
  else if (exceptions.length > 0 && !isMessage(event, exceptions))
    gatherer.record(sender, { id }, { kind: 'error', at, ...where, ...errorOf(exceptions, page, debugIdsOf(event)) });
  else if (!isToldElsewhere(event, traces)) tellMessage(event, id, at);
  tellUser(sender, at, gatherer);
  if (traces.replay !== undefined) {
    // With Replay they come in its segments as well, each once; all but these.
    for (const crumb of unansweredCalls(event)) tellCrumb(crumb, page);
    return;
  }
  const told = { at, trace: traces.trace, last: page, home };
  for (const [crumb, on] of walkCrumbs(event, told, sender, gatherer)) tellCrumb(crumb, on);

  function tellCrumb(crumb: Given, on: Page | undefined): void {
    const left = recordOfCrumb(crumb, on, nameAnswered);
    if (left !== undefined) gatherer.record(sender, left.told, left.record);
  }

  function tellMessage(message: Given, told: string, time: number): void {
    const logged = fieldsOf(message.logentry);
    const text = lineOf(firstOf(textOf(message.message), textOf(logged.formatted), textOf(logged.message)));
    const level = levelOf(firstOf(textOf(message.level), 'info'));
    if (level === 'error')
      gatherer.record(
        sender,
        { id: told },
        {
          kind: 'error',
          at: time,
          ...where,
          source: message.logger === 'console' ? 'console' : 'manual',
          handled: true,
          type: 'Message',
          message: text,
          stack: stackOf(
            firstOf(exceptions.at(-1), listOf(fieldsOf(message.threads).values, 1)[0]) ?? {},
            page,
            debugIdsOf(event),
          ),
        },
      );
    else gatherer.record(sender, { id: told }, { kind: 'console', at: time, ...where, level, text });
  }
}

/** What the breadcrumbs of a transaction tell that neither Replay nor its spans do. */
export function recordUnanswered(event: Given, header: Given, gatherer: Gatherer, nameCall: NameCall): void {
  const calls = unansweredCalls(event);
  if (calls.length === 0) return;
  const traces = tracesOfEvent(event, header);
  const sender = senderOf(traces, traces.trace ?? '', timeOf(event.timestamp) ?? 0, gatherer);
  const page = pageOf(fieldsOf(event.request).url);
  for (const crumb of calls) {
    const left = recordOfCrumb(crumb, page, (method, address, end) =>
      nameCall('crumb', { sender, method, address, end }),
    );
    if (left !== undefined) gatherer.record(sender, left.told, left.record);
  }
}

/** A message with the stack from which it was sent: since SDK 11 that stands as an exception without a type. */
function isMessage(event: Given, exceptions: readonly Given[]): boolean {
  const [only] = exceptions;
  const said = firstOf(textOf(event.message), textOf(fieldsOf(event.logentry).message));
  return exceptions.length === 1 && said !== undefined && textOf(only?.type) === undefined;
}

/** Lines of the console below errors (`captureConsole`): Replay or structured logs tell them as well. */
function isToldElsewhere(event: Given, { replay }: Traces): boolean {
  if (event.logger !== 'console' || levelOf(event.level) === 'error') return false;
  const { integrations } = fieldsOf(event.sdk);
  return replay !== undefined || (Array.isArray(integrations) && integrations.includes('ConsoleLogs'));
}

/** A call that was refused, told as an error (`httpClient`); as the breadcrumb of that call, whose record it gets. */
function failedCall(thrown: Given | undefined, event: Given, at: number): Given | undefined {
  const [whole, category = 'fetch'] = /^(?:auto\.)?http\.client(?:\.(fetch|xhr))?$/.exec(mechanismOf(thrown)) ?? [];
  if (whole === undefined) return undefined;
  const { url, method } = fieldsOf(event.request);
  const { status_code } = fieldsOf(fieldsOf(event.contexts).response);
  return (
    answeredCall(event, category, status_code, at) ?? { category, timestamp: at, data: { url, method, status_code } }
  );
}

const mechanismOf = (thrown: Given | undefined): string => textOf(fieldsOf(thrown?.mechanism).type) ?? '';

/** The last exception is the one that was thrown; those before it are its causes, the deepest first. */
function errorOf(
  exceptions: readonly Given[],
  page: Page | undefined,
  debugIds: DebugIds,
): Pick<ErrorRecord, 'source' | 'handled' | 'type' | 'message' | 'stack' | 'causes'> {
  const thrown = exceptions.at(-1) ?? {};
  const mechanism = mechanismOf(thrown);
  // Up to some of SDK 7, what escaped from a listener is called handled: it was seen, and thrown on.
  const handled = fieldsOf(thrown.mechanism).handled !== false && mechanism !== 'instrument';
  // Errors of workers come without the thing that was thrown: `Uncaught TypeError: what it says`.
  const [, named, said] = /^Uncaught (?:(\w*Error): )?(.*)/s.exec(textOf(thrown.value) ?? '') ?? [];
  const type = named ?? typeOf(thrown);
  const causes = exceptions.slice(0, -1).reverse();
  return {
    source: sourceOf(mechanism, handled),
    handled,
    type,
    message: scrubMessage(said ?? textOf(thrown.value) ?? '', { type }),
    stack: stackOf(thrown, page, debugIds),
    ...(causes.length === 0 ? {} : { causes: causes.map((cause) => causeOf(cause, page, debugIds)) }),
  };
}

function causeOf(cause: Given, page: Page | undefined, debugIds: DebugIds): NonNullable<ErrorRecord['causes']>[number] {
  const stack = stackOf(cause, page, debugIds);
  const told = { type: typeOf(cause), message: scrubMessage(textOf(cause.value) ?? '') };
  return stack.length === 0 ? told : { ...told, stack };
}

const typeOf = (exception: Given): string => scrubMessage((textOf(exception.type) ?? 'Error').slice(0, 256));

/** By the mechanism: `onerror` and `auto.browser.global_handlers.onerror` are one. */
function sourceOf(mechanism: string, handled: boolean): ErrorRecord['source'] {
  if (/unhandledrejection$/i.test(mechanism)) return 'rejection';
  if (/console$/i.test(mechanism)) return 'console';
  return handled ? 'manual' : 'uncaught';
}

/** Debug ids by the address of the script that has one: builds with Sentry's plugins tell them with each error. */
type DebugIds = ReadonlyMap<string, string>;

function debugIdsOf(event: Given): DebugIds {
  return new Map(
    listOf(fieldsOf(event.debug_meta).images, maxImages).flatMap(({ type, code_file, debug_id }) => {
      const script = textOf(code_file);
      const id = debugId.safeParse(textOf(debug_id)?.toLowerCase()).data;
      return type === 'sourcemap' && script !== undefined && id !== undefined ? [[script, id]] : [];
    }),
  );
}

/** Sentry writes the deepest frame last; ours stands first. */
function stackOf(exception: Given, page: Page | undefined, debugIds: DebugIds): StackFrame[] {
  const frames = fieldsOf(exception.stacktrace).frames;
  const innermost = Array.isArray(frames) ? frames.slice(-limits.maxStackFrames).reverse() : [];
  return listOf(innermost, limits.maxStackFrames).map((frame) => {
    const name = textOf(frame.function) ?? '';
    const url = firstOf(textOf(frame.abs_path), textOf(frame.filename)) ?? '';
    const id = debugIds.get(url) ?? debugIds.get(textOf(frame.filename) ?? '');
    return {
      ...frameOf(
        { name: name === '?' ? '' : name, url, line: countOf(frame.lineno), column: countOf(frame.colno) },
        page?.address,
      ),
      ...(id === undefined ? {} : { debugId: id }),
    };
  });
}

/** What a person wrote through the feedback form: their words as a template, who they are not at all. */
export function recordFeedback(event: Given, header: Given, gatherer: Gatherer): void {
  const at = timeOf(event.timestamp);
  const id = firstOf(textOf(event.event_id), textOf(header.event_id));
  const said = fieldsOf(fieldsOf(event.contexts).feedback);
  if (at === undefined || id === undefined) {
    gatherer.aside('feedback without a time or an id');
    return;
  }
  const page = pageOf(firstOf(textOf(said.url), textOf(fieldsOf(event.request).url)));
  gatherer.record(
    senderOf(tracesOfEvent(event, header), id, at, gatherer),
    { id },
    {
      kind: 'custom',
      at,
      ...(page === undefined ? {} : { route: page.route }),
      name: 'feedback',
      attributes: attributesOf({ message: said.message, source: said.source }),
    },
  );
}
