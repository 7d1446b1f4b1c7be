import type { Parameters } from '@sightglass/store';
import { placeOf, type SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import { eventCondition } from './event.ts';
import { lineHolds, onScreen, withLine } from './line.ts';
import { type Binder, caseless, createBinder, holds, testText } from './test.ts';

/**
 * A search as a condition on the rows of `sessions`, with its parameters; nothing of what was written becomes SQL. What happened in a session
 * is asked of `records` in the same span, each term once.
 */
export function searchCondition(node: SearchNode, binder = createBinder()): { sql: string; bound: Parameters } {
  return { sql: ofSession(node, binder), bound: binder.bound };
}

function ofSession(node: SearchNode, binder: Binder): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => ofSession(part, binder)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${ofSession(node.part, binder)}`;
    case 'word': {
      const [session, id] = caseless('session', node.text);
      return `(${holds('words', node.text, binder, 'words')} OR ${session} = ${binder.text(id)} OR ${withLine(lineHolds(node.text, binder))})`;
    }
    case 'then':
      return sequence(node, binder);
    case 'term':
      return node.key.of === 'session' ? sessionTerm(node, binder) : withEvent(eventCondition(node, binder));
  }
}

const withEvent = (condition: string): string =>
  `session IN (SELECT session FROM records WHERE ${recordsInSpan} AND ${condition})`;

const has: Record<string, string> = {
  errors: 'errors > 0',
  frustrations: 'frustrations > 0',
  'failed-calls': 'failed_calls > 0',
  replay: 'replay = 1',
};

/** Columns of `sessions` by the name of their key, where the two differ. */
const columns: Record<string, string> = {
  entry: 'entry_route',
  exit: 'last_route',
  failed: 'failed_calls',
  duration: "dateDiff('millisecond', start, end)",
};

function sessionTerm({ key, test }: Extract<SearchNode, { type: 'term' }>, binder: Binder): string {
  if (key.name === 'has')
    return test.type === 'is'
      ? `(${Object.hasOwn(has, test.text) ? has[test.text] : '0'})`
      : `(${Object.values(has).join(' OR ')})`;
  if (key.name === 'screen') return withLine(onScreen(test, binder));
  const column = columns[key.name] ?? key.name;
  if (key.kind === 'number' || key.kind === 'duration') return binder.number(column, test);
  return key.name === 'entry' || key.name === 'exit'
    ? testText(`replaceRegexpAll(${column}, '\\\\{[^{}]*\\\\}', '{}')`, test, binder, { read: placeOf })
    : testText(column, test, binder);
}

/**
 * Steps in order of time, each another event than the one before it. A step may stand in the same millisecond: a click and its
 * call often do. `within` is the time from the first step to the last.
 */
function sequence({ steps, withinMs }: Extract<SearchNode, { type: 'then' }>, binder: Binder): string {
  const conditions = steps.map(({ node }) => ofEvent(node, binder));
  const lists = conditions.map((condition, at) => `groupUniqArrayIf((at_ms, event), ${condition}) AS s${at}`);
  const inTime = (at: number): string =>
    withinMs === null ? '' : ` AND e${at}.1 - e0.1 <= ${binder.integer(withinMs)}`;
  const from = (at: number): string => {
    const step = steps[at];
    if (step === undefined) return '1';
    const order = at === 0 ? '1' : `e${at}.1 >= e${at - 1}.1 AND e${at}.2 != e${at - 1}.2${inTime(at)}`;
    const found = `arrayExists(e${at} -> ${order} AND ${from(at + 1)}, s${at})`;
    return step.not ? `NOT ${found}` : found;
  };
  return `session IN (
    SELECT session FROM (
      SELECT session, ${lists.join(', ')} FROM (
        SELECT *, toUnixTimestamp64Milli(at) AS at_ms,
          cityHash64(tab, kind, multiIf(record_id != '', record_id, kind = 'view' AND view != '', view, toString(number))) AS event
        FROM records WHERE ${recordsInSpan} AND (${conditions.join(' OR ')})
      ) GROUP BY session
    ) WHERE ${from(0)})`;
}

export function ofEvent(node: SearchNode, binder: Binder): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => ofEvent(part, binder)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${ofEvent(node.part, binder)}`;
    case 'word':
      return holds("concat(name, ' ', text, ' ', route, ' ', path)", node.text, binder);
    case 'term':
      return eventCondition(node, binder);
    case 'then':
      throw new Error('A sequence within a sequence, which the grammar refuses');
  }
}
