import type { Parameters } from '@sightglass/store';
import { parseSearch, placeOf, type SearchNode, SightglassError } from '@sightglass/wire';
import { searchCondition } from '../search/condition.ts';
import { type Binder, createBinder, testText } from '../search/test.ts';
import { sessionsInSpan } from '../span.ts';

type Term = Extract<SearchNode, { type: 'term' }>;

/** Keys that an error or a failed call answers itself, by columns of `records`. */
const own: Record<string, (test: Term['test'], binder: Binder) => string> = {
  error: (test, binder) =>
    `kind = 'error' AND ${testText("concat(name, ': ', text)", test, binder, { contains: true })}`,
  route: (test, binder) =>
    testText("replaceRegexpAll(route, '\\\\{[^{}]*\\\\}', '{}')", test, binder, { read: placeOf }),
  call: (test, binder) =>
    `kind = 'resource' AND ${testText("replaceRegexpAll(concat(method, ' ', host, path), '\\\\{[^{}]*\\\\}', '{}')", test, binder, { contains: true, read: placeOf })}`,
  method: (test, binder) => `kind = 'resource' AND ${testText('method', test, binder)}`,
  status: (test, binder) => `kind = 'resource' AND ${binder.number('status', test)}`,
  host: (test, binder) => `kind = 'resource' AND ${testText('host', test, binder)}`,
  took: (test, binder) => `kind = 'resource' AND duration_ms > 0 AND ${binder.number('duration_ms', test)}`,
  code: (test, binder) => `kind = 'resource' AND ${testText('code', test, binder)}`,
  issue: (test, binder) => testText('issue', test, binder),
};
const columns = new Set(['role', 'browser', 'os', 'device', 'country', 'release', 'environment', 'intake', 'session']);

/**
 * A search asked of errors and failed calls: what is told of one is asked of it; whatever else happened, of its session. An empty condition
 * where nothing is asked for.
 *
 * @throws {SightglassError} `bad_search`, saying what is wrong and where
 */
export function troubleSearch(text: string): { sql: string; bound: Parameters } {
  const parsed = parseSearch(text);
  if (parsed.error) throw new SightglassError('bad_search', `${parsed.error.message} (at ${parsed.error.at + 1})`);
  if (parsed.node === null) return { sql: '', bound: {} };
  const binder = createBinder();
  const sql = ofTrouble(parsed.node, binder);
  return { sql, bound: binder.bound };
}

function ofTrouble(node: SearchNode, binder: Binder): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map((part) => ofTrouble(part, binder)).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${ofTrouble(node.part, binder)}`;
    case 'word':
      return `(positionCaseInsensitiveUTF8(concat(name, ' ', text, ' ', method, ' ', path, ' ', route, ' ', visitor), ${binder.text(node.text)}) > 0)`;
    case 'then':
      return ofSession(node, binder);
    case 'term':
      if (columns.has(node.key.name)) return `(${testText(node.key.name, node.test, binder)})`;
      return own[node.key.name] === undefined
        ? ofSession(node, binder)
        : `(${own[node.key.name]?.(node.test, binder)})`;
  }
}

function ofSession(node: SearchNode, binder: Binder): string {
  return `session IN (SELECT session FROM sessions FINAL WHERE ${sessionsInSpan} AND ${searchCondition(node, binder).sql})`;
}
