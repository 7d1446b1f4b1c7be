import type { Gatherer } from '../foreign/index.ts';
import { fieldsOf, firstOf, type Given, listOf, textOf, timeOf } from '../given.ts';
import { hash64 } from '../hash.ts';
import { levelOf, lineOf } from '../said.ts';
import { senderOf, tracesOfHeader } from './visit.ts';

/** The SDK sends a hundred at once. */
const maxLogs = 1_000;

/** Structured logs (`enableLogs`), also those that come from the console. Where the SDK tells a template, that is the line. */
export function recordLogs(payload: Given, header: Given, gatherer: Gatherer): void {
  const before = tracesOfHeader(header);
  for (const log of listOf(payload.items, maxLogs)) {
    const at = timeOf(log.timestamp);
    const attributes = fieldsOf(log.attributes);
    const told = (name: string): string | undefined => textOf(fieldsOf(attributes[name]).value);
    if (at === undefined) {
      gatherer.aside('a log line without a time');
      continue;
    }
    const traces = {
      replay: firstOf(told('sentry.replay_id'), told('replay_id'), before.replay),
      trace: firstOf(textOf(log.trace_id), before.trace),
      release: firstOf(told('sentry.release'), before.release),
      environment: firstOf(told('sentry.environment'), before.environment),
      user: told('user.id'),
    };
    const template = told('sentry.message.template')?.replaceAll(/%[sdifoO]|\{\}/g, '{text}');
    const text = lineOf(firstOf(template, textOf(log.body)));
    const level = levelOf(log.level);
    const sequence = fieldsOf(attributes['sentry.timestamp.sequence']).value;
    const id = `${log.timestamp} ${level} ${hash64(text)} ${typeof sequence === 'number' ? sequence : ''}`;
    gatherer.record(senderOf(traces, `log-${hash64(id)}`, at, gatherer), { id }, { kind: 'console', at, level, text });
  }
}
