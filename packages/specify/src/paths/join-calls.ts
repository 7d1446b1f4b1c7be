import type { Fact } from '@sightglass/wire';
import { readCallKey } from '../observe/call-key.ts';
import { isFixedWord, isForm, isVariable, joined, mayVary } from './segment.ts';

/** So many siblings of one shape are values even when none of them was proven; fewer may be the words of an interface. */
const manySiblings = 12;
/** A value is one of many; what takes more of the traffic than this is a word. */
const mostShare = 0.3;
/** Answers of one place are alike to this degree, since optional parts come and go; a fixed word answers with something of its own. */
const alike = 0.8;
/** A place counts as proven from so many sessions: one alone may have met a value by chance. */
const fewSessions = 2;

interface Entry {
  key: string;
  method: string;
  host: string;
  segments: string[];
  n: number;
  sessions: number;
  /** Fields of its good answers; `null`: none was seen. */
  shape: ReadonlySet<string> | null;
  good: boolean;
  /** Its answers only say that there is no such thing. */
  unknown: boolean;
}

/**
 * Finds literal segments that are values of a place where others were proven (in the browser, by having stood in an answer) or come in
 * great number, and joins them: measured on a real application, this names 99 % of the paths as its server does, where rules by form alone
 * name half. A literal that answers with another shape stays (`/parts/low-stock` beside `/parts/{partNo}`).
 *
 * @returns By `GET /api/categories/hinges`: its path with placeholders, `/api/categories/{slug}`.
 */
export function joinCalls(calls: readonly Fact[], fields: readonly Fact[]): Map<string, string> {
  const shapes = shapesOf(fields);
  const entries = calls.map((fact) => toEntry(fact, shapes));
  const longest = entries.reduce((most, { segments }) => Math.max(most, segments.length), 0);
  // From the left: what is joined there brings together what stands to its right.
  for (let at = 1; at < longest; at += 1) {
    const eligible = entries.filter(({ segments }) => at < segments.length && mayVary(segments, at));
    for (const siblings of Map.groupBy(eligible, (entry) => placeAround(entry, at)).values()) join(siblings, at);
  }
  return new Map(entries.map(({ key, segments }) => [key, segments.join('/')]));
}

function shapesOf(fields: readonly Fact[]): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>();
  for (const { key } of fields) {
    const { method, host, path, rest } = readCallKey(key);
    const call = `${method} ${host}${path}`;
    const field = rest.slice(rest.indexOf(' ') + 1);
    shapes.set(call, (shapes.get(call) ?? new Set()).add(field));
  }
  return shapes;
}

function toEntry({ key, n, sessions, counts }: Fact, shapes: ReadonlyMap<string, Set<string>>): Entry {
  const { method, host, path } = readCallKey(key);
  const statuses = Object.keys(counts).flatMap((label) =>
    label.startsWith('status:') ? [Number(label.slice(7))] : [],
  );
  return {
    ...{ key, method, host, n, sessions },
    segments: path.split('/'),
    shape: shapes.get(key) ?? null,
    good: statuses.some((status) => status > 0 && status < 400),
    unknown: statuses.every((status) => [0, 400, 404, 410, 422].includes(status)),
  };
}

/** Method, host, and the path without the segment in question. */
function placeAround({ method, host, segments }: Entry, at: number): string {
  const around = segments.map((segment, index) => (index === at ? '' : isVariable(segment) ? '{}' : segment));
  return `${method} ${host}${around.join('/')}`;
}

function join(siblings: Entry[], at: number): void {
  const here = (entry: Entry) => entry.segments[at] ?? '';
  const words = siblings.filter((entry) => !isVariable(here(entry)) && !isFixedWord(here(entry)) && here(entry) !== '');
  const variables = siblings.filter((entry) => isVariable(here(entry)));
  const values = variables.length > 0 ? valuesBeside(words, variables, at) : manyValues(words, siblings);
  for (const entry of values) entry.segments[at] = joined;
}

function valuesBeside(words: Entry[], variables: Entry[], at: number): Entry[] {
  const sessions = variables.reduce((sum, entry) => sum + entry.sessions, 0);
  if (sessions < fewSessions) return [];
  // Ids that all have a form have no exceptions: a word among them is a typing error, or a word.
  if (variables.every((entry) => isForm(entry.segments[at] ?? ''))) return words.filter(({ unknown }) => unknown);
  const shape = variables.find((entry) => entry.shape !== null)?.shape ?? null;
  return words.filter((entry) => (entry.good ? isAlike(entry.shape, shape) : entry.unknown));
}

function manyValues(words: Entry[], siblings: Entry[]): Entry[] {
  if (words.length < manySiblings) return [];
  const all = siblings.reduce((sum, { n }) => sum + n, 0);
  const [first] = words.toSorted((one, other) => other.n - one.n).filter(({ shape }) => shape !== null);
  const values = words.filter((entry) => entry.n <= all * mostShare && isAlike(entry.shape, first?.shape ?? null));
  return values.length < manySiblings ? [] : values;
}

/** Answers without a body are alike. */
function isAlike(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  if (one === null || other === null) return one === other;
  const both = [...one].filter((field) => other.has(field)).length;
  return both >= alike * (one.size + other.size - both);
}
