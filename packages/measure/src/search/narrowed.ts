import type { Parameters } from '@sightglass/store';
import { parseSearch, type SearchNode, SightglassError } from '@sightglass/wire';
import { sessionsInSpan } from '../span.ts';
import { searchCondition } from './condition.ts';
import { type Binder, createBinder, testText } from './test.ts';
import { conditionOf, type SearchLeaf } from './tree.ts';

type Term = Extract<SearchNode, { type: 'term' }>;

/** What one record of a kind answers of a search by itself: SQL over `records`. */
export interface Narrowing {
  /** Undefined: its session answers. */
  term(term: Term, binder: Binder): string | undefined;
  word(text: string, binder: Binder): string;
  /** What a row answers by a column of its own, of the same name. */
  columns: ReadonlySet<string>;
  /** What a row knows of its session; its id where it is left out. */
  session?: 'of_session';
}

/** Told of a session as a whole, and with each of its records too; who it is may be told only later. */
export const toldEachTime: ReadonlySet<string> = new Set([
  'browser',
  'os',
  'device',
  'country',
  'release',
  'environment',
  'intake',
]);

/** Of a statement that asks for sessions: so many of them stand everywhere, and to look for each in the index takes longer than to read all rows. */
export const manySessions = 'SETTINGS use_index_for_in_with_subqueries_max_values = 20000';

/**
 * A search asked of records one by one: what is told of one is asked of it; whatever else happened, of its session. An empty condition
 * where nothing is asked for.
 *
 * @throws {SightglassError} `bad_search`, saying what is wrong and where
 */
export function narrow(search: string, narrowing: Narrowing): { sql: string; bound: Parameters } {
  const parsed = parseSearch(search);
  if (parsed.error) throw new SightglassError('bad_search', `${parsed.error.message} (at ${parsed.error.at + 1})`);
  if (parsed.node === null) return { sql: '', bound: {} };
  const binder = createBinder();
  const sql = conditionOf(parsed.node, (leaf) => {
    const own = ownAnswer(leaf, narrowing, binder);
    return own === undefined ? ofSession(leaf, binder, narrowing.session) : `(${own})`;
  });
  return { sql, bound: binder.bound };
}

/** What a record answers by itself. */
function ownAnswer(leaf: SearchLeaf, { columns, term, word }: Narrowing, binder: Binder): string | undefined {
  if (leaf.type === 'then') return undefined;
  if (leaf.type === 'word') return word(leaf.text, binder);
  return columns.has(leaf.key.name) ? testText(leaf.key.name, leaf.test, binder) : term(leaf, binder);
}

/** The session by itself, or one of those that hold to all of it. */
export function ofSession(node: SearchNode, binder: Binder, row: 'session' | 'of_session' = 'session'): string {
  const known = row === 'session' ? 'session' : 'cityHash64(session)';
  return `${row} IN (SELECT ${known} FROM sessions FINAL WHERE ${sessionsInSpan} AND ${searchCondition(node, binder).sql})`;
}
