import type { Evaluator } from './evaluator.ts';
import { fieldsOf, namedIn, queryOfUrl } from './fields.ts';
import { concat, partsOf } from './operators.ts';
import { choice, type Frame, literal, type Part, type Spot, type Value, type ValueOf } from './value.ts';
import { memberName, type NewNode } from './walk.ts';

const ofText = new Set([
  'replace',
  'replaceAll',
  'trim',
  'trimEnd',
  'toString',
  'toLowerCase',
  'toUpperCase',
  'concat',
]);

/** Methods of the language itself, as far as texts, lists and objects flow through them. `undefined`: not one of them. */
export function ofBuiltIn(spot: Spot, name: string, of: Value, args: Value[], evaluator: Evaluator): Value | undefined {
  const { apply } = evaluator;
  const [first] = args;
  // A text that may be one or another: the same is done to each.
  if (of.is === 'choice' && ofText.has(name) && of.options.some(({ is }) => is === 'text'))
    return choice(
      spot,
      of.options.map((one) => ofBuiltIn(spot, name, one, args, evaluator) ?? one),
    );
  if (of.is === 'unknown' && (of.name === 'Object' || of.name === 'JSON' || of.name === 'Array' || of.name === 'Math'))
    return ofNamespace(spot, `${of.name}.${name}`, args);
  switch (name) {
    case 'concat':
      if (of.is === 'array')
        return { ...of, items: [...of.items, ...args.flatMap((arg) => (arg.is === 'array' ? arg.items : [arg]))] };
      return of.is === 'text' ? args.reduce((all, next) => concat(spot, all, next), of as Value) : undefined;
    case 'join':
      return of.is === 'array' ? joined(spot, of.items, literal(first) ?? ',') : undefined;
    case 'filter':
    case 'sort':
    case 'toSorted':
    case 'reverse':
    case 'slice':
      return of.is === 'array' ? of : of.is === 'text' && name === 'slice' ? hole(spot) : undefined;
    case 'map':
    case 'flatMap':
      if (of.is !== 'array' || first?.is !== 'function') return undefined;
      return { ...of, items: of.items.slice(0, 50).map((item) => apply(first, [item], spot)) };
    case 'find':
    case 'at':
      return of.is === 'array' && of.items.length > 0 ? choice(spot, of.items) : undefined;
    case 'set':
    case 'append': {
      // `new HttpParams().set('reason', reason)`: each gives back what it was called on, with one name more.
      const before = of.is === 'fields' ? of.fields : isParams(of, evaluator) ? namedIn(fromObject(of)) : undefined;
      const [, held] = args;
      const named = literal(first);
      return before && held && named !== undefined
        ? { is: 'fields', fields: [...before, { name: named, value: held }], spot }
        : undefined;
    }
    case 'toString':
    case 'trim':
    case 'trimEnd':
    case 'toJSON':
      return of.is === 'text' || of.is === 'fields' ? of : undefined;
    case 'toLowerCase':
    case 'toUpperCase': {
      const known = literal(of);
      if (known === undefined) return undefined;
      return { is: 'text', parts: [name === 'toLowerCase' ? known.toLowerCase() : known.toUpperCase()], spot };
    }
    case 'replace':
    case 'replaceAll': {
      // `'/orders/:id'.replace(':id', id)` puts a value where the name stood.
      const known = literal(of);
      const from = literal(first);
      const into = args[1];
      if (of.is === 'text' && first?.is === 'regex') return replacedIn(spot, of.parts, first, literal(into));
      if (known === undefined || from === undefined || into === undefined || !known.includes(from))
        return of.is === 'text' ? of : undefined;
      const [before = '', after = ''] = known.split(from);
      const parts: Part[] = [before, ...partsOf(into), after];
      return { is: 'text', parts: parts.filter((part) => part !== ''), spot };
    }
    default:
      return undefined;
  }
}

/** What a class of a library makes that names are put into, as Angular's `HttpParams`. */
const isParams = (of: Value, { propertyOf }: Evaluator): of is ValueOf<'instance'> =>
  of.is === 'instance' &&
  of.of.is === 'class' &&
  ['append', 'appendAll', 'keys'].every((name) => propertyOf(of, name, of.spot).is === 'function');

/** `new HttpParams({fromObject: {…}})` */
function fromObject({ args: [given] }: ValueOf<'instance'>): Value | undefined {
  return given?.is === 'object' ? given.entries.get('fromObject')?.value() : undefined;
}

/** Functions of `Object`, `JSON` and `Array`. */
export function ofNamespace(spot: Spot, name: string, args: Value[]): Value | undefined {
  const [given] = args;
  const first = given?.is === 'choice' && /^Object\.(?:keys|values|entries)$/.test(name) ? anyOf(given) : given;
  switch (name) {
    case 'JSON.stringify':
      return first ? { is: 'json', of: first, spot } : undefined;
    case 'JSON.parse': {
      const written = literal(first);
      return written === undefined || written.length > longestJson ? undefined : parsed(spot, written);
    }
    case 'Object.freeze':
    case 'Object.seal':
      return first;
    case 'Object.assign': {
      const objects = args.filter((arg) => arg.is === 'object');
      const entries = new Map(objects.flatMap((object) => [...object.entries]));
      return { is: 'object', entries, open: objects.length < args.length || objects.some(({ open }) => open), spot };
    }
    case 'Object.keys':
      if (first?.is !== 'object')
        return first ? { is: 'array', items: [{ is: 'key', of: first, spot }], open: true, spot } : undefined;
      return {
        is: 'array',
        items: [...first.entries.keys()].map((key) => ({ is: 'text', parts: [key], spot })),
        open: first.open,
        spot,
      };
    case 'Object.values':
      if (first?.is !== 'object') return undefined;
      return { is: 'array', items: [...first.entries.values()].map((entry) => entry.value()), open: first.open, spot };
    case 'Object.entries':
      if (first?.is !== 'object') {
        const pair: Value = {
          is: 'array',
          items: [{ is: 'key', of: first ?? hole(spot), spot }, hole(spot)],
          open: false,
          spot,
        };
        return { is: 'array', items: [pair], open: true, spot };
      }
      return {
        is: 'array',
        items: [
          ...[...first.entries.values()].map(
            (entry): Value => ({
              is: 'array',
              items: [{ is: 'text', parts: [entry.key], spot: entry.spot }, entry.value()],
              open: false,
              spot,
            }),
          ),
          // Names that only callers know.
          ...(first.rest ?? []).map(
            (of): Value => ({ is: 'array', items: [{ is: 'key', of, spot }, hole(spot)], open: false, spot }),
          ),
        ],
        open: first.open,
        spot,
      };
    case 'Array.from':
      return first?.is === 'array' ? first : undefined;
    default:
      return undefined;
  }
}

/** `options.query ?? {}`: what may be in it, if anything is. */
function anyOf(given: ValueOf<'choice'>): Value {
  const objects = given.options.flatMap((one) => (one.is === 'object' ? [one] : []));
  if (objects.length === 0) return given;
  const entries = new Map(objects.flatMap((object) => [...object.entries]));
  // `query ?? {}`: whatever the caller gives.
  const handed = given.options.filter((one) => one.is === 'unknown' && one.parameters.length > 0);
  const rest = [...objects.flatMap((object) => object.rest ?? []), ...handed];
  const open = objects.some((object) => object.open);
  return { is: 'object', entries, open, spot: given.spot, ...(rest.length > 0 ? { rest } : {}) };
}

/** Bundlers keep large tables as the text of a file. */
const longestJson = 4_000_000;

function parsed(spot: Spot, written: string): Value | undefined {
  try {
    return ofJson(spot, JSON.parse(written));
  } catch {
    return undefined; // it is no JSON, then
  }
}

/** What the text of a file holds. */
export function ofJson(spot: Spot, told: unknown): Value {
  if (typeof told === 'string') return { is: 'text', parts: [told], spot };
  if (typeof told === 'number') return { is: 'number', number: told, spot };
  if (typeof told === 'boolean') return { is: 'boolean', boolean: told, spot };
  if (Array.isArray(told)) return { is: 'array', items: told.map((one) => ofJson(spot, one)), open: false, spot };
  if (typeof told !== 'object' || told === null) return { is: 'nothing', spot };
  const entries = Object.entries(told).map(
    ([key, value]) => [key, { key, spot, value: () => ofJson(spot, value) }] as const,
  );
  return { is: 'object', entries: new Map(entries), open: false, spot };
}

/** Functions that every script can call. */
export function ofGlobal(spot: Spot, name: string, args: Value[]): Value | undefined {
  const [first] = args;
  switch (name) {
    case 'String':
    case 'encodeURIComponent':
    case 'encodeURI':
    case 'decodeURIComponent':
      return first?.is === 'number' ? { is: 'text', parts: [`${first.number}`], spot } : first;
    case 'Number':
    case 'parseInt':
    case 'parseFloat':
      return first?.is === 'unknown' || first?.is === 'number' ? first : hole(spot);
    case 'structuredClone':
      return first;
    default:
      return undefined;
  }
}

/** `new URL(path, base)`, `new URLSearchParams({…})`, `new FormData()`, `new Map([…])`, `new Set([…])`. */
export function ofNew(
  spot: Spot,
  node: NewNode,
  args: Value[],
  evaluator: Evaluator,
  frame: Frame | undefined,
): Value | undefined {
  const name = node.callee.type === 'Identifier' ? node.callee.name : memberName(node.callee);
  if (node.callee.type === 'Identifier' && spot.unit.scopes.bindingOf(node.callee)) return undefined;
  const [first, second] = args;
  switch (name) {
    case 'URL':
      return queryOfUrl(spot, node, first && second ? addressOf(spot, first, second) : first, evaluator, frame);
    case 'Request':
      return undefined;
    case 'URLSearchParams':
    case 'FormData':
    case 'Headers':
      return fieldsOf(spot, node, first, evaluator, frame);
    case 'Set':
      return first;
    case 'Map': {
      if (first?.is !== 'array') return undefined;
      const pairs = first.items.flatMap((pair) => {
        const key = pair.is === 'array' ? literal(pair.items[0]) : undefined;
        const value = pair.is === 'array' ? pair.items[1] : undefined;
        return key !== undefined && value ? [[key, { key, spot: pair.spot, value: () => value }] as const] : [];
      });
      return { is: 'object', entries: new Map(pairs), open: pairs.length < first.items.length, spot };
    }
    default:
      return undefined;
  }
}

function addressOf(spot: Spot, path: Value, base: Value): Value {
  const own = literal(path);
  const under = literal(base);
  if (own !== undefined && /^https?:/.test(own)) return path;
  // A path from the root replaces the base's own path and leaves its host.
  if (own?.startsWith('/') && under !== undefined)
    return { is: 'text', parts: [(/^https?:\/\/[^/]*/.exec(under)?.[0] ?? '') + own], spot };
  return base.is === 'text' && under !== '' ? concat(spot, base, path) : path;
}

/** What a regular expression replaces in the parts that are known; it is the code's own, and short. */
function replacedIn(
  spot: Spot,
  parts: readonly Part[],
  { source, flags }: { source: string; flags: string },
  into: string | undefined,
): Value {
  if (into === undefined || source.length > longestPattern) return { is: 'text', parts: [...parts], spot };
  try {
    const pattern = new RegExp(source, flags);
    // What is bound to the beginning or the end of the text is so in its first and last part alone.
    const fits = (at: number) =>
      (!source.startsWith('^') || at === 0) && (!source.endsWith('$') || at === parts.length - 1);
    const told = parts.map((part, at) =>
      typeof part === 'string' && fits(at) ? part.slice(0, longestText).replace(pattern, into) : part,
    );
    return { is: 'text', parts: told.filter((part) => part !== ''), spot };
  } catch {
    return { is: 'text', parts: [...parts], spot }; // an expression that this engine does not know replaces nothing
  }
}

/** Slashes and spaces are taken off by short ones; a long one may cost any time. */
const longestPattern = 12;
const longestText = 400;

function joined(spot: Spot, items: Value[], separator: string): Value {
  const [first, ...rest] = items;
  const between: Value = { is: 'text', parts: [separator], spot };
  const start: Value = { is: 'text', parts: [''], spot };
  if (!first) return start;
  return rest.reduce((all, next) => concat(spot, concat(spot, all, between), next), concat(spot, start, first));
}

function hole(spot: Spot): Value {
  return { is: 'unknown', name: undefined, parameters: [], spot };
}
