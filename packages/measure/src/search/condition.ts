import type { Parameters } from '@sightglass/store';
import { placeOf, type SearchNode } from '@sightglass/wire';
import { recordsInSpan } from '../span.ts';
import { callCondition } from './call-rows.ts';
import { type Days, elementCondition, isSoonerInDays, someFits } from './days.ts';
import { eventCondition } from './event.ts';
import { lineHolds, onScreen, withLine } from './line.ts';
import { placed } from './place.ts';
import { sequence } from './sequence.ts';
import { type Binder, caseless, createBinder, holds, testText } from './test.ts';
import { conditionOf, type SearchLeaf } from './tree.ts';

/**
 * A search as a condition on the rows of `sessions`, with its parameters; nothing of what was written becomes SQL. What happened in a session
 * is asked of `records` in the same span, each term once.
 *
 * @param days - What answers for days that are kept, as `findDays` tells it; its parameters go along.
 */
export function searchCondition(
  node: SearchNode,
  binder = createBinder(),
  days?: Days,
): { sql: string; bound: Parameters } {
  return {
    sql: conditionOf(node, (leaf) => ofSession(leaf, binder, days)),
    bound: { ...days?.bound, ...binder.bound },
  };
}

function ofSession(node: SearchLeaf, binder: Binder, days: Days | undefined): string {
  switch (node.type) {
    case 'word': {
      const [session, id] = caseless('session', node.text);
      return `(${holds('words', node.text, binder, 'words')} OR ${session} = ${binder.text(id)} OR ${withLine(lineHolds(node.text, binder))})`;
    }
    case 'then':
      return `cityHash64(session) IN (${sequence(node, binder, days)})`;
    case 'term':
      if (node.key.of === 'session') return sessionTerm(node, binder);
      return days && isSoonerInDays(node)
        ? inDays(days, eventCondition(node, binder), node, binder)
        : withEvent(eventCondition(node, binder));
  }
}

/** Sessions are looked for by their hashes, which are gathered and compared in a fraction of the time. */
const withEvent = (condition: string): string =>
  `cityHash64(session) IN (SELECT cityHash64(session) FROM records WHERE ${recordsInSpan} AND ${condition})`;

function inDays({ of, raw, kept }: Days, ofRecords: string, node: SearchNode, binder: Binder): string {
  const [table, fits] =
    of === 'calls'
      ? ['call_rows', callCondition(node, binder)]
      : ['session_days', someFits(elementCondition(node, binder))];
  return `cityHash64(session) IN (SELECT of_session FROM ${table} WHERE ${kept} AND ${fits}
    UNION ALL SELECT cityHash64(session) FROM records WHERE ${raw} AND ${ofRecords})`;
}

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
