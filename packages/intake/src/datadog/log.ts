import type { ConsoleRecord, ErrorRecord, ResourceRecord } from '@sightglass/wire';
import { type Gatherer, idOf, isToDoor } from '../foreign/index.ts';
import { framesOf, placeOf, queryOf, scrubMessage } from '../privacy/index.ts';
import type { Common } from './common.ts';
import { at, countAt, type Fields, fieldsAt, textAt } from './fields.ts';
import { consoleError, describe, withoutPrefix } from './wrong.ts';

const levels: Record<string, ConsoleRecord['level']> = {
  ...{ debug: 'debug', info: 'info', notice: 'info', ok: 'info', warn: 'warn', warning: 'warn' },
  ...{ error: 'error', critical: 'error', alert: 'error', emerg: 'error' },
};

/**
 * A line of the logs SDK. What went wrong in it, an error or a call, is one here only where no RUM SDK stands beside: that one tells it itself.
 *
 * @param id - Made of the line, for a log has none of its own.
 * @param isWatched - A RUM SDK stands beside, by this line or others of its session.
 */
export function liftLog(event: Fields, common: Common, id: string, isWatched: boolean, gather: Gatherer): void {
  const status = textAt(event, 'status') ?? '';
  const origin = textAt(event, 'origin') ?? '';
  const level = (Object.hasOwn(levels, status) ? levels[status] : undefined) ?? 'log';
  const said = textAt(event, 'message') ?? '';
  const text = scrubMessage(origin === 'console' ? withoutPrefix(said) : said);
  gather.record(common.sender, { id: idOf(id) }, { ...common.here, kind: 'console', level, text });
  if (level !== 'error' || isWatched) return;
  const error = fieldsAt(event, 'error');
  if (textAt(event, 'http', 'url') !== undefined) tellCall(event, common, id, gather);
  else if (Object.keys(error).length > 0) tellError(event, error, origin, common, id, gather);
}

function tellError(event: Fields, error: Fields, origin: string, common: Common, id: string, gather: Gatherer): void {
  const isUncaught = origin === 'source';
  const handling = textAt(error, 'handling');
  const record: ErrorRecord = {
    ...common.here,
    kind: 'error',
    source: isUncaught ? 'uncaught' : origin === 'console' ? 'console' : 'manual',
    // Before major 5 nothing else says it.
    handled: handling === undefined ? !isUncaught : handling !== 'unhandled',
    ...describe({ message: event.message, ...error }, origin === 'console' ? consoleError : 'Error'),
    stack: framesOf(at(error, 'stack'), common.page),
  };
  gather.record(common.sender, { id }, record);
}

/** A call without an answer, or with one from 500 on; of others, and of how long it took, logs say nothing. */
function tellCall(event: Fields, { sender, here, page }: Common, id: string, gather: Gatherer): void {
  const url = textAt(event, 'http', 'url') ?? '';
  const place = placeOf(url, page);
  if (place === undefined || isToDoor(url)) return;
  const query = queryOf(place.query);
  const status = Math.min(countAt(event, 'http', 'status_code') ?? 0, 999);
  const record: ResourceRecord = {
    ...here,
    kind: 'resource',
    id: idOf(id),
    type: /^xhr/i.test(textAt(event, 'message') ?? '') ? 'xhr' : 'fetch',
    method: (textAt(event, 'http', 'method') ?? 'GET').slice(0, 16),
    host: place.host,
    path: place.path,
    ...(query !== undefined && { query }),
    status,
    ...(status === 0 && { failure: 'network' as const }),
  };
  gather.record(sender, { id: idOf(id) }, record);
}
