import type { SearchNode, SearchTest } from '@sightglass/wire';
import { kindsOf } from './event.ts';
import { testPlace } from './place.ts';
import { type Binder, testText } from './test.ts';
import { conditionOf, leavesOf, type SearchLeaf } from './tree.ts';

/** What each key asks of a row of `call_rows`, as `event.ts` asks it of a record. */
const terms: Record<string, (test: SearchTest, binder: Binder) => string> = {
  call: (test, binder) => testPlace('call', test, binder, { contains: true }),
  method: (test, binder) => testText('method', test, binder),
  status: (test, binder) => binder.number('status', test),
  host: (test, binder) => testText('host', test, binder),
  took: (test, binder) => `took > 0 AND ${binder.number('took', test)}`,
};

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

/** SQL over `call_rows`: what makes a call one event; none of them is read as a record too. */
export const callOf = 'cityHash64(of_tab, at, number)';
