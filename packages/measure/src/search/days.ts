import { type Columns, callDays, sessionDays } from '@sightglass/store';
import { type About, parseSearch, type SearchNode, type SearchTest } from '@sightglass/wire';
import { findSource, type Source } from '../traffic/source.ts';
import { asksCallsAlone } from './call-rows.ts';
import { areTheSame, kindsOf } from './event.ts';
import { testPlace } from './place.ts';
import { type Binder, testText } from './test.ts';
import { conditionOf, leavesOf, type SearchLeaf } from './tree.ts';

type Write = (test: SearchTest, binder: Binder) => string;

const words = { contains: true };

/** What each key asks of an element of the lists of `session_days`, as `event.ts` asks it of a record; and of which lists. */
const terms: Record<string, [what: string, lists: readonly string[], write: Write]> = {
  route: ['view', ['said'], (test, binder) => testPlace('said', test, binder)],
  title: ['view', ['also'], (test, binder) => testText('also', test, binder, words)],
  action: ['action', ['said'], (test, binder) => testText('said', test, binder, words)],
  control: ['action', ['also'], (test, binder) => testText('also', test, binder)],
  call: ['call', ['said'], (test, binder) => testPlace('said', test, binder, words)],
  method: ['call', ['method'], (test, binder) => testText('method', test, binder)],
  status: ['call', ['status'], (test, binder) => binder.number('status', test)],
  host: ['call', ['host'], (test, binder) => testText('host', test, binder)],
  took: ['call', ['took'], (test, binder) => `took > 0 AND ${binder.number('took', test)}`],
  error: ['error', ['said'], (test, binder) => testText('said', test, binder, words)],
  issue: ['error', ['also'], (test, binder) => testText('also', test, binder)],
};

/** What answers for days of a span: lists of what sessions did, in `session_days`, or calls one by one, in `call_rows`. */
export interface Days extends Source {
  of: 'sessions' | 'calls';
}

/**
 * What answers for what sessions did in a span, where a search asks for it and days of it are kept; undefined: the records do.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findDays(
  columns: Columns,
  project: string,
  about: About & { search: string },
): Promise<Days | undefined> {
  const { node } = parseSearch(about.search);
  const asking = node ? leavesOf(node).filter(asksDays) : [];
  if (asking.length === 0) return undefined;
  const of = asking.every(isSoonerInCalls) ? 'calls' : 'sessions';
  const source = await findSource(columns, project, about, of === 'calls' ? callDays : sessionDays);
  return source.kept === '' ? undefined : { ...source, of };
}

const asksDays = (leaf: SearchLeaf): boolean =>
  leaf.type === 'then' ? leaf.steps.some((step) => asksDaysAlone(step.node)) : isSoonerInDays(leaf);

/** Of one call, of two, and of any number of the same nothing has to be taken out of lists; of more, a session's lists tell sooner. */
const isSoonerInCalls = (leaf: SearchLeaf): boolean =>
  leaf.type === 'then'
    ? leaf.steps.every(({ node }) => asksCallsAlone(node)) && (leaf.steps.length === 2 || areTheSame(leaf.steps))
    : asksCallsAlone(leaf);

/** Whether only what is kept by days can fit, and whether it does is told there. */
export function asksDaysAlone(node: SearchNode): boolean {
  return leavesOf(node).every(isOfDays) && kindsOf(node) !== undefined;
}

/** Whether some such thing happened days tell sooner of screens and calls; of the others, records of their kind are few. */
export const isSoonerInDays = (node: SearchNode): boolean =>
  asksDaysAlone(node) && kindsOf(node)?.some((kind) => kind === 'view' || kind === 'resource') === true;

const isOfDays = (leaf: SearchLeaf): boolean => leaf.type === 'term' && Object.hasOwn(terms, leaf.key.name);

/** A condition on elements of lists: SQL that names them as the lists are named. */
export interface OfElements {
  lists: readonly string[];
  sql: string;
}

/** Of what {@link asksDaysAlone}. */
export function elementCondition(node: SearchNode, binder: Binder): OfElements {
  const lists = new Set<string>(['what']);
  const sql = conditionOf(node, (leaf) => {
    const asked = leaf.type === 'term' ? terms[leaf.key.name] : undefined;
    if (leaf.type !== 'term' || asked === undefined) throw new Error('A search of days asks for something else');
    const [what, some, write] = asked;
    for (const list of some) lists.add(list);
    return `(what = '${what}' AND ${write(leaf.test, binder)})`;
  });
  return { lists: [...lists], sql };
}

/** SQL over a row of `session_days`: one of its elements fits. */
export const someFits = ({ lists, sql }: OfElements): string =>
  `arrayExists((${lists.join(', ')}) -> ${sql}, ${lists.join(', ')})`;
