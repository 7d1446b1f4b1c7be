import { type Columns, callDays } from '@sightglass/store';
import { type About, parseSearch, type SearchNode } from '@sightglass/wire';
import { findSource, type Source } from '../traffic/source.ts';
import { kindsOf } from './event.ts';
import { testPlace } from './place.ts';
import { type Binder, testText } from './test.ts';

type Term = Extract<SearchNode, { type: 'term' }>;

/** What each key asks of a row of `call_rows`, as `event.ts` asks it of a record. */
const terms: Record<string, (test: Term['test'], binder: Binder) => string> = {
  call: (test, binder) => testPlace('call', test, binder),
  method: (test, binder) => testText('method', test, binder),
  status: (test, binder) => binder.number('status', test),
  host: (test, binder) => testText('host', test, binder),
  took: (test, binder) => `took > 0 AND ${binder.number('took', test)}`,
};

/**
 * What answers for calls of a span, where a search asks for some and days of them are kept; undefined: the records do.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findCalls(
  columns: Columns,
  project: string,
  about: About & { search: string },
): Promise<Source | undefined> {
  const { node } = parseSearch(about.search);
  if (!node || !mentionsCalls(node)) return undefined;
  const source = await findSource(columns, project, about, callDays);
  return source.kept === '' ? undefined : source;
}

function mentionsCalls(node: SearchNode): boolean {
  if (node.type === 'then') return node.steps.some((step) => asksCallsAlone(step.node));
  if (node.type === 'and' || node.type === 'or') return node.parts.some(mentionsCalls);
  return node.type === 'not' ? mentionsCalls(node.part) : asksCallsAlone(node);
}

/** Whether only calls can fit, and whether they do is told by their rows. */
export function asksCallsAlone(node: SearchNode): boolean {
  return isOfRows(node) && kindsOf(node)?.every((kind) => kind === 'resource') === true;
}

function isOfRows(node: SearchNode): boolean {
  if (node.type === 'and' || node.type === 'or') return node.parts.every(isOfRows);
  if (node.type === 'not') return isOfRows(node.part);
  return node.type === 'term' && Object.hasOwn(terms, node.key.name);
}

/** @returns a condition on rows of `call_rows`, in parentheses, of what {@link asksCallsAlone} */
export function callCondition(node: SearchNode, binder: Binder): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => callCondition(part, binder)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${callCondition(node.part, binder)}`;
    case 'term':
      return `(${terms[node.key.name]?.(node.test, binder)})`;
    default:
      throw new Error('A search of calls asks for something else');
  }
}
