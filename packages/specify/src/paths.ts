import {
  type CallName,
  type Fact,
  nameVariables,
  type ObservationKind,
  placeOf,
  singular,
  wordsOf,
} from '@sightglass/wire';
import { readCallKey } from './observe/call-key.ts';
import { joinCalls } from './paths/join-calls.ts';
import { joinRoutes } from './paths/join-routes.ts';
import { fitWritten } from './paths/written.ts';

/** Which segments of the paths that sessions show are variables, and what these are called. Bound when reading, so that it can be put right. */
export interface Paths {
  /** Where the screen of a route is reached: `/#/orders` of `/orders` where the application keeps its routes in the hash. */
  address(route: string): string;
  /** Of `GET /api/orders/{integer}`, or of a key that begins like it. */
  call(key: string): CallName;
  route(route: string): string;
}

/** @param written - Calls as the code of the release writes them, where it is known. */
export function resolvePaths(of: (kind: ObservationKind) => readonly Fact[], written: readonly CallName[] = []): Paths {
  const calls = fitWritten(joinCalls(of('call'), of('responseField')), written);
  const proven = provenNames(of('call'), calls);
  const named = (path: string) => nameProven(path, proven);
  const places = [...new Set([...calls.values()])];
  const inHash = hashPrefix(of('screen').map(({ key }) => key));
  const bare = (route: string) =>
    inHash !== undefined && route.startsWith(inHash) ? route.slice(inHash.length) : route;
  const routes = joinRoutes(
    of('screen').map(({ key, sessions }) => ({ route: bare(key), sessions })),
    places,
  );
  const route = once((route) => nameVariables(routes.get(bare(route)) ?? bare(route)));
  // Thousands of fields stand behind a few hundred calls.
  const callOnce = once((call) => {
    const { method, path } = readCallKey(call);
    return { method, path: named(calls.get(call) ?? path) };
  });
  return {
    call(key) {
      const { method, host, path } = readCallKey(key);
      return callOnce(`${method} ${host}${path}`);
    },
    route,
    address: (given) => (bare(given) === given ? '' : (inHash ?? '')) + route(given),
  };
}

/**
 * What stands before the routes of an application that keeps them in the hash: `/#` of `/#/orders`. The router knows none of it, and its
 * code does not name it. `undefined` where there are none, or those of several pages, which need it to be told apart.
 */
function hashPrefix(routes: readonly string[]): string | undefined {
  const found = new Set(
    routes.flatMap((route) => (/#!?\//.test(route) ? [route.slice(0, route.indexOf('/', route.indexOf('#')))] : [])),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function once<Value>(find: (text: string) => Value): (text: string) => Value {
  const found = new Map<string, Value>();
  return (text) => {
    const known = found.get(text);
    if (known !== undefined) return known;
    const value = find(text);
    found.set(text, value);
    return value;
  };
}

/** Names of fields that a variable's values stood in, by the path up to the variable. */
function provenNames(facts: readonly Fact[], calls: ReadonlyMap<string, string>): Map<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const { key, counts } of facts) {
    const segments = (calls.get(key) ?? readCallKey(key).path).split('/');
    for (const [label, times] of Object.entries(counts)) {
      const [, segment = '', from] = /^proven:(\d+):(.+)$/.exec(label) ?? [];
      if (from === undefined) continue;
      const upTo = placeOf(segments.slice(0, Number(segment) + 2).join('/'));
      const vote = votes.get(upTo) ?? new Map<string, number>();
      votes.set(upTo, vote.set(from, (vote.get(from) ?? 0) + times));
    }
  }
  return new Map([...votes].map(([upTo, vote]) => [upTo, mostOf(vote)]));
}

function mostOf(votes: ReadonlyMap<string, number>): string {
  const [first] = [...votes].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
  return first?.[0] ?? '';
}

/** `/parts/{code}` whose values stood in `partNo` reads `/parts/{partNo}`; what stood in `slug` of `/categories` is a `categorySlug`. */
function nameProven(path: string, proven: ReadonlyMap<string, string>): string {
  const segments = path.split('/');
  const named = segments.map((segment, index) => {
    if (!/^\{[^{}]*\}$/.test(segment)) return segment;
    const from = proven.get(placeOf(segments.slice(0, index + 1).join('/')));
    return from === undefined ? segment : `{${variableOf(from, segments[index - 1] ?? '') ?? segment.slice(1, -1)}}`;
  });
  return nameVariables(named.join('/'));
}

/** `undefined`: the field's name says no more than that it is an id. */
function variableOf(from: string, parent: string): string | undefined {
  const words = wordsOf(from);
  if (/^(?:id|uuid|guid|value|name)$/.test(words.join('')) || words.length === 0) return undefined;
  const noun = wordsOf(singular(parent));
  const all = words.length > 1 || noun.includes(words[0] ?? '') ? words : [...noun, ...words];
  if (all.length < 2) return undefined;
  return all.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}
