import type { Parameters } from '@sightglass/store';
import { placeOf, type SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import { eventCondition } from './event.ts';
import { lineHolds, onScreen, withLine } from './line.ts';
import { placed } from './place.ts';
import { sequence } from './sequence.ts';
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
      return `cityHash64(session) IN (${sequence(node, binder)})`;
    case 'term':
      return node.key.of === 'session' ? sessionTerm(node, binder) : withEvent(eventCondition(node, binder));
  }
}

/** Sessions are looked for by their hashes, which are gathered and compared in a fraction of the time. */
const withEvent = (condition: string): string =>
  `cityHash64(session) IN (SELECT cityHash64(session) FROM records WHERE ${recordsInSpan} AND ${condition})`;

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
    ? testText(placed(column), test, binder, { read: placeOf })
    : testText(column, test, binder);
}
