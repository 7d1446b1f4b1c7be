import type { Parameters } from '@sightglass/store';
import { parseSearch, type SearchNode, SightglassError } from '@sightglass/wire';
import { sessionsInSpan } from '../span.ts';
import { searchCondition } from './condition.ts';
import { type Binder, createBinder, testText } from './test.ts';

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
  return { sql: ofRecord(parsed.node, narrowing, binder), bound: binder.bound };
}

function ofRecord(node: SearchNode, narrowing: Narrowing, binder: Binder): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => ofRecord(part, narrowing, binder)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${ofRecord(node.part, narrowing, binder)}`;
    case 'word':
      return `(${narrowing.word(node.text, binder)})`;
    case 'then':
      return ofSession(node, binder, narrowing.session);
    case 'term': {
      if (narrowing.columns.has(node.key.name)) return `(${testText(node.key.name, node.test, binder)})`;
      const own = narrowing.term(node, binder);
      return own === undefined ? ofSession(node, binder, narrowing.session) : `(${own})`;
    }
  }
}

/** The session by itself, or one of those that hold to all of it. */
export function ofSession(node: SearchNode, binder: Binder, row: 'session' | 'of_session' = 'session'): string {
  const known = row === 'session' ? 'session' : 'cityHash64(session)';
  return `${row} IN (SELECT ${known} FROM sessions FINAL WHERE ${sessionsInSpan} AND ${searchCondition(node, binder).sql})`;
}
