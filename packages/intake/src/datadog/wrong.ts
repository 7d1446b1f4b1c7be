import type { ErrorRecord } from '@sightglass/wire';
import { type Gatherer, idOf } from '../foreign/index.ts';
import { hash64 } from '../hash.ts';
import { framesOf, placeholderOf, placeOf, scrubMessage } from '../privacy/index.ts';
import { actionOf, attributesOf, type Common } from './common.ts';
import { at, type Fields, fieldsAt, isFields, msAt, textAt } from './fields.ts';

/** What went wrong or took long, and what the application measured. */

export const consoleError = 'console.error';
const maxCauses = 5;
const maxScripts = 10;
const maxFunctionChars = 256;

/** An error. One that was told on the console is no line there as well: where the logs SDK stands beside, it tells that line. */
export function liftError(event: Fields, common: Common, gather: Gatherer): void {
  const error = fieldsAt(event, 'error');
  const id = textAt(error, 'id') ?? hash64(JSON.stringify([common.here.at, error]));
  const source = sourceOf(error);
  const record: ErrorRecord = {
    ...common.here,
    kind: 'error',
    source,
    handled: textAt(error, 'handling') === 'handled',
    ...describe(error, source === 'console' ? consoleError : 'Error'),
    stack: framesOf(at(error, 'stack'), common.page),
    ...causesOf(error, common),
    ...actionOf(event),
  };
  gather.record(common.sender, { id: idOf(id) }, record);
}

function sourceOf(error: Fields): ErrorRecord['source'] {
  switch (textAt(error, 'source')) {
    case 'console':
      return 'console';
    case 'custom':
    case 'logger':
    case 'agent':
      return 'manual';
    case 'network':
      return 'resource';
    case 'report':
      return isFields(error.csp) || /^csp/i.test(textAt(error, 'type') ?? '') ? 'csp' : 'deprecation';
    default:
      return 'uncaught';
  }
}

/** A console line repeats the error's type before its message; without it, it is the same issue as the error that was thrown. */
export function describe(error: Fields, otherwise: string): { type: string; message: string } {
  const told = textAt(error, 'type') ?? textAt(error, 'kind') ?? '';
  const type = /^[\w$.]{1,80}$/.test(told) && placeholderOf(told) === undefined ? told : otherwise;
  const said = textAt(error, 'message') ?? '';
  const message = otherwise === consoleError ? withoutPrefix(said) : said;
  return {
    type,
    message: scrubMessage(message.startsWith(`${type}: `) ? message.slice(type.length + 2) : message, { type }),
  };
}

/** Major 4 says before what was written to the console that it was. */
export const withoutPrefix = (line: string): string => line.replace(/^console error: /, '');

function causesOf(error: Fields, { page }: Common): Pick<ErrorRecord, 'causes'> {
  const causes = Array.isArray(error.causes) ? error.causes.filter(isFields).slice(0, maxCauses) : [];
  if (causes.length === 0) return {};
  return {
    causes: causes.map((cause) => {
      const stack = framesOf(at(cause, 'stack'), page);
      return { ...describe(cause, 'Error'), ...(stack.length === 0 ? {} : { stack }) };
    }),
  };
}

export function liftLongTask(event: Fields, { sender, here, page }: Common, gather: Gatherer): void {
  const task = fieldsAt(event, 'long_task');
  const id = textAt(task, 'id') ?? hash64(JSON.stringify([here.at, task]));
  const durationMs = msAt(task, 'duration') ?? 0;
  const isFrame = textAt(task, 'entry_type') === 'long-animation-frame';
  const scripts = Array.isArray(task.scripts) ? task.scripts.filter(isFields).slice(0, maxScripts) : [];
  gather.record(
    sender,
    { id: idOf(id) },
    {
      ...here,
      kind: 'longtask',
      type: isFrame ? 'long-animation-frame' : 'longtask',
      durationMs,
      blockingMs: msAt(task, 'blocking_duration') ?? (isFrame ? 0 : Math.max(0, durationMs - 50)),
      scripts: scripts.map((script) => {
        const place = placeOf(textAt(script, 'source_url') ?? '', page, true);
        const by = textAt(script, 'invoker_type') ?? '';
        return {
          // An invoker is an address, or names an element by id or source: `IMG#id.onload`, `IMG[src=…].onload`.
          invoker: /script$/.test(by)
            ? by
            : (textAt(script, 'invoker') ?? '').slice(0, 1_024).replace(/(#|\[).*(?=\.on|$)/s, ''),
          function: (textAt(script, 'source_function_name') ?? '').slice(0, maxFunctionChars),
          host: place?.host ?? '',
          file: place?.path ?? '',
          durationMs: msAt(script, 'duration') ?? 0,
        };
      }),
    },
  );
}

/** What the application measured by itself; Web Vitals come with the view. */
export function liftVital(event: Fields, { sender, here }: Common, gather: Gatherer): void {
  const vital = fieldsAt(event, 'vital');
  const id = textAt(vital, 'id') ?? hash64(JSON.stringify([here.at, vital]));
  const durationMs = msAt(vital, 'duration');
  const attributes = {
    ...attributesOf({
      type: vital.type,
      description: vital.description,
      step_type: vital.step_type,
      operation_key: vital.operation_key,
      failure_reason: vital.failure_reason,
    }),
    ...(durationMs !== undefined && { durationMs }),
    ...attributesOf(at(event, 'context')),
  };
  gather.record(sender, { id: idOf(id) }, { ...here, kind: 'custom', name: textAt(vital, 'name') ?? '', attributes });
}
