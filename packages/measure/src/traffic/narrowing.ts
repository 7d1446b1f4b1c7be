import { parseSearch, placeOf } from '@sightglass/wire';
import { type Narrowing, ofSession, toldEachTime } from '../search/narrowed.ts';
import { placed } from '../search/place.ts';
import { holds, testText } from '../search/test.ts';
import { leavesOf } from '../search/tree.ts';

type Term = NonNullable<Narrowing['term']>;

const ofRoute: Term = ({ test }, binder) => testText(placed('route'), test, binder, { read: placeOf });

/** What a call tells of itself and of the screen it was made on; each asks one column, whose different values are few. */
const ofCall: Record<string, Term> = {
  route: ofRoute,
  call: ({ test }, binder) => testText(placed('call'), test, binder, { contains: true, read: placeOf }),
  method: ({ test }, binder) => testText('method', test, binder),
  host: ({ test }, binder) => testText('host', test, binder),
  code: ({ test }, binder) => testText('code', test, binder),
  status: ({ test }, binder) => binder.number('status', test),
  took: ({ test }, binder) => `took > 0 AND ${binder.number('took', test)}`,
};

/** Over rows as `eachCall` of the store names them. */
export const callNarrowing: Narrowing = {
  term: (term, binder) => ofCall[term.key.name]?.(term, binder),
  word: (text, binder) => ['call', 'route', 'code'].map((column) => holds(column, text, binder)).join(' OR '),
  columns: new Set(['release', 'environment']),
  session: 'of_session',
};

/** What calls that are added up are told apart by as well. */
const ofSums: ReadonlySet<string> = new Set(['call', 'method', 'host', 'status']);

/** Whether a search asks of calls nothing but what sums of them tell too, with `call` as their method, host and path in one. */
export function asksSumsAlone(search: string): boolean {
  const { node } = parseSearch(search);
  return !node || leavesOf(node).every((leaf) => leaf.type === 'term' && ofSums.has(leaf.key.name));
}

/** Over rows as `eachVital` of the store names them: what was measured answers for its screen; everything else its session does. */
export const vitalNarrowing: Narrowing = {
  term: (term, binder) => (term.key.name === 'route' ? ofRoute(term, binder) : undefined),
  word: (text, binder) => ofSession({ type: 'word', text, at: 0, end: 0 }, binder, 'of_session'),
  columns: toldEachTime,
  session: 'of_session',
};
