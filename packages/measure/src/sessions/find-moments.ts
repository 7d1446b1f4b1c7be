import type { Columns, Parameters } from '@sightglass/store';
import { type About, type ListedSession, parseSearch, type SearchNode } from '@sightglass/wire';
import { ofEvent } from '../search/event.ts';
import { lineHolds, onScreen } from '../search/line.ts';
import { type Binder, createBinder } from '../search/test.ts';
import { bindSpan } from '../span.ts';

type Found = NonNullable<ListedSession['found']>;

const dayMs = 24 * 3_600_000;
const mostChars = 200;

/**
 * Where each of these sessions first met most of what the search asks for at once: a line on its screens, a line of the console, a call, an
 * error, an action, a route. So a rage click on a button stands before the first click on that button. What a session must not have is no
 * place to look at, and of a sequence its first step counts.
 *
 * @throws {SightglassError} `query_timeout`, `engine_unavailable`
 */
export async function findMoments(
  columns: Columns,
  project: string,
  query: About & { search: string },
  sessions: readonly Pick<ListedSession, 'session' | 'start' | 'end'>[],
): Promise<Map<string, Found>> {
  const { node } = parseSearch(query.search);
  const asked = node ? leavesOf(node) : [];
  if (asked.length === 0 || sessions.length === 0) return new Map();
  const binder = createBinder();
  const lines = asked.map((leaf) => lineCondition(leaf, binder)).filter((condition) => condition !== undefined);
  const events = asked.filter((leaf) => leaf.type === 'word' || isEvent(leaf)).map((leaf) => ofEvent(leaf, binder));
  const bound: Parameters = {
    ...bindSpan(project, query),
    ...binder.bound,
    sessions: sessions.map(({ session }) => session),
    earliest: Math.min(...sessions.map(({ start }) => start)),
    latest: Math.max(...sessions.map(({ start, end }) => Math.max(end, start) + 1)),
    spanFrom: query.from - dayMs,
  };
  const found = await Promise.all([
    lines.length === 0 ? [] : columns.ask<FoundRow>(firstLines(lines), bound),
    events.length === 0 ? [] : columns.ask<FoundRow>(firstEvents(events), bound),
  ]);
  const moments = new Map<string, Found>();
  for (const { session, first, said, place } of found.flat().sort(byFit))
    if (!moments.has(session)) moments.set(session, { at: first, text: said, in: place });
  return moments;
}

function byFit(one: FoundRow, other: FoundRow): number {
  return other.fits - one.fits || one.first - other.first;
}

interface FoundRow {
  session: string;
  /** How much of what was asked for is in it. */
  fits: number;
  first: number;
  said: string;
  place: Found['in'];
}
type Leaf = Extract<SearchNode, { type: 'word' | 'term' }>;

/** What must be there, or may be. */
function leavesOf(node: SearchNode): Leaf[] {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.parts.flatMap(leavesOf);
    case 'not':
      return [];
    case 'then':
      return node.steps.slice(0, 1).flatMap((step) => leavesOf(step.node));
    default:
      return [node];
  }
}

const isEvent = (leaf: Leaf): boolean => leaf.type === 'term' && leaf.key.of === 'event';

function lineCondition(leaf: Leaf, binder: Binder): string | undefined {
  if (leaf.type === 'word') return `(${lineHolds(leaf.text, binder)})`;
  return leaf.key.name === 'screen' ? `(${onScreen(leaf.test, binder)})` : undefined;
}

const inSessions = `project = {project:String} AND session IN {sessions:Array(String)}
    AND at >= fromUnixTimestamp64Milli({earliest:Int64}) AND at < fromUnixTimestamp64Milli({latest:Int64})`;

/** A condition is 1 or 0. */
const fits = (conditions: readonly string[]): string => `toInt32(${conditions.join(' + ')})`;

const firstLines = (conditions: readonly string[]): string => `
  SELECT session, max(${fits(conditions)}) AS fits, toUnixTimestamp64Milli(argMin(at, (-${fits(conditions)}, at))) AS first,
    argMin(leftUTF8(text, ${mostChars}), (-${fits(conditions)}, at)) AS said, argMin(kind, (-${fits(conditions)}, at)) AS place
  FROM lines WHERE ${inSessions} AND kind NOT IN ('cut', 'stated', 'held') AND (${conditions.join(' OR ')})
  GROUP BY session`;

const firstEvents = (conditions: readonly string[]): string => `
  SELECT session, max(${fits(conditions)}) AS fits, toUnixTimestamp64Milli(argMin(at, (-${fits(conditions)}, at, number))) AS first,
    argMin(leftUTF8(multiIf(kind = 'resource', concat(method, ' ', host, path), kind = 'error', concat(name, ': ', text),
      kind = 'view', route, name != '', name, text), ${mostChars}), (-${fits(conditions)}, at, number)) AS said,
    argMin(multiIf(kind = 'resource', 'call', kind = 'view', 'route', kind IN ('error', 'console', 'action'), kind, 'other'),
      (-${fits(conditions)}, at, number)) AS place
  FROM records WHERE ${inSessions} AND at >= fromUnixTimestamp64Milli({spanFrom:Int64}) AND (${conditions.join(' OR ')})
  GROUP BY session`;
