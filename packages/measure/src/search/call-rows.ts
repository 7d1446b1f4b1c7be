import { type Columns, callDays } from '@sightglass/store';
import { type About, parseSearch, type SearchNode } from '@sightglass/wire';
import { findSource, type Source } from '../traffic/source.ts';
import { kindsOf } from './event.ts';
import { testPlace } from './place.ts';
import { type Binder, testText } from './test.ts';
import { conditionOf, leavesOf, type SearchLeaf } from './tree.ts';

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

const mentionsCalls = (node: SearchNode): boolean =>
  leavesOf(node).some((leaf) =>
    leaf.type === 'then' ? leaf.steps.some((step) => asksCallsAlone(step.node)) : asksCallsAlone(leaf),
  );

/** Whether only calls can fit, and whether they do is told by their rows. */
export function asksCallsAlone(node: SearchNode): boolean {
  return leavesOf(node).every(isOfRows) && kindsOf(node)?.every((kind) => kind === 'resource') === true;
}

const isOfRows = (leaf: SearchLeaf): boolean => leaf.type === 'term' && Object.hasOwn(terms, leaf.key.name);

/** @returns a condition on rows of `call_rows`, in parentheses, of what {@link asksCallsAlone} */
export const callCondition = (node: SearchNode, binder: Binder): string =>
  conditionOf(node, (leaf) => {
    const write = leaf.type === 'term' ? terms[leaf.key.name] : undefined;
    if (leaf.type !== 'term' || write === undefined) throw new Error('A search of calls asks for something else');
    return `(${write(leaf.test, binder)})`;
  });
