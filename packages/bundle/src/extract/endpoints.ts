import type { Node } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import { baseKeys } from '../evaluate/library-calls.ts';
import { partsOf } from '../evaluate/operators.ts';
import type { Step } from '../evaluate/scope.ts';
import { literal, optionsOf, type Part, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  isFunction,
  memberName,
  nameOfKey,
  type ObjectNode,
  propertyNamed,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { addressOf } from './address.ts';
import { fieldsOfBody, fieldsOfQuery } from './body.ts';
import type { CallFact } from './fact.ts';
import { methodName, unpacked } from './leaving.ts';

/**
 * Endpoints of RTK Query: `createApi({baseQuery: fetchBaseQuery({baseUrl}), endpoints: build => ({rope: build.query({query: id =>
 * `ropes/${id}`})})})`, and those that are added by `api.injectEndpoints({endpoints})`. One whose base is not known is left out.
 */
export function endpointsIn(world: World): CallFact[] {
  const tables = world.nodes.flatMap(({ unit, node }) => {
    const build = node.type === 'ObjectExpression' ? propertyNamed(node, 'endpoints') : undefined;
    return node.type === 'ObjectExpression' && build && isFunction(build) ? [{ unit, node, build }] : [];
  });
  if (tables.length === 0) return [];
  const askers = askersOf(world);
  const bases = tables.map(({ unit, node }) => baseAt(world, unit, node));
  const known = new Map(bases.flatMap((base) => (base ? [[base.join(), base] as const] : [])));
  const only = known.size === 1 ? [...known.values()][0] : undefined;
  return tables.flatMap(({ unit, node, build }, i) => {
    // What is added to an API goes where the one API of the release goes.
    const base = bases[i] ?? (propertyNamed(node, 'baseQuery') ? undefined : only);
    return base ? returnsOf(build).flatMap((made) => callsOf(world, unit, bare(made), base, askers)) : [];
  });
}

/** What `fetchBaseQuery` is told, also where the product's own function calls it to sign in again. */
function baseAt(world: World, unit: Unit, node: ObjectNode): string[] | undefined {
  const given = propertyNamed(node, 'baseQuery');
  return given && baseOf(world, world.evaluator.worth(unit, given));
}

function baseOf(world: World, asked: Value, depth = 0): string[] | undefined {
  for (const one of optionsOf(asked)) {
    if (one.is === 'instance' && one.args[0]?.is === 'object') {
      const [options] = one.args;
      const told = baseKeys.map((key) => options.entries.get(key)?.value()).find((value) => value !== undefined);
      if (told) return textsOf(told);
    }
    if (one.is !== 'function' || !one.fn.body || depth > 1) continue;
    let found: string[] | undefined;
    walk(one.fn.body, (inner) => {
      if (found || inner.type !== 'CallExpression' || inner.arguments.length !== 3) return;
      found = baseOf(world, world.evaluator.worth(one.spot.unit, bare(inner.callee)), depth + 1);
    });
    if (found) return found;
  }
  return undefined;
}

/** The texts of a base; `undefined` when its beginning is not known. */
function textsOf(base: Value): string[] | undefined {
  const parts = partsOf(optionsOf(base)[0] ?? base);
  const texts = parts.flatMap((part) => (typeof part === 'string' ? [part] : []));
  return texts.length > 0 && typeof parts.at(-1) === 'string' ? texts : undefined;
}

/** Where the product asks for an endpoint, and with what. */
type Askers = ReadonlyMap<string, { at: Spot & { node: CallNode } }[]>;

const hook = /^use(?:Lazy)?([A-Z]\w*?)(?:Query|Mutation)$/;

/** `api.endpoints.book.initiate({…})`, `useTourQuery(id)`, and what `const [book] = useBookMutation()` gives. */
function askersOf(world: World): Askers {
  const found = new Map<string, { at: Spot & { node: CallNode } }[]>();
  const given = hooksGiven(world);
  const add = (name: string, unit: Unit, node: CallNode) => {
    const known = found.get(name);
    if (known) known.push({ at: { unit, node } });
    else found.set(name, [{ at: { unit, node } }]);
  };
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    if (callee.type === 'MemberExpression' && memberName(callee) === 'initiate') {
      const endpoint = bare(callee.object);
      const holder = endpoint.type === 'MemberExpression' ? bare(endpoint.object) : undefined;
      const name = memberName(endpoint);
      if (name !== undefined && holder && memberName(holder) === 'endpoints') add(name, unit, node);
      continue;
    }
    const named =
      callee.type === 'Identifier' && node.arguments.length < 3 ? (hookOf(world, unit, callee, given) ?? '') : '';
    if (named === '') continue;
    const name = named.charAt(0).toLowerCase() + named.slice(1);
    if (node.arguments.length > 0) add(name, unit, node);
    const declared = unit.scopes.parentOf(node);
    const [trigger] =
      declared?.type === 'VariableDeclarator' && declared.id.type === 'ArrayPattern' ? declared.id.elements : [];
    for (const use of (trigger?.type === 'Identifier' && unit.scopes.bindingOf(trigger)?.uses) || []) {
      const run = unit.scopes.parentOf(use);
      if (run?.type === 'CallExpression' && run.callee === use) add(name, unit, run);
    }
  }
  return found;
}

/** What a hook asks for: by the name under which it was taken out of the API, here or in the script that gives it away. */
function hookOf(world: World, unit: Unit, callee: Node, given: ReadonlyMap<string, string>): string | undefined {
  const origin = unit.scopes.bindingOf(callee)?.origins[0];
  if (origin?.kind === 'import' && origin.node.type === 'ImportSpecifier') {
    const declaration = unit.scopes.parentOf(origin.node);
    const source = declaration?.type === 'ImportDeclaration' ? declaration.source.value : '';
    const known = given.get(`${fileOf(source)} ${nameOfKey(origin.node.imported, false)}`);
    if (known !== undefined) return known;
  }
  const made = world.evaluator.worth(unit, callee);
  return takenOut(origin?.path) ?? (made.is === 'unknown' ? hook.exec(made.name ?? '')?.[1] : undefined);
}

/** Hooks that scripts give away, by the script and the name there: `const {useTourQuery: n} = api; export {n as r}`. */
function hooksGiven(world: World): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const { read, scopes } of world.units)
    for (const statement of read.ast.body)
      if (statement.type === 'ExportNamedDeclaration')
        for (const { local, exported } of statement.specifiers) {
          const name = takenOut(scopes.bindingOf(local)?.origins[0]?.path);
          if (name !== undefined) given.set(`${fileOf(read.file.path)} ${nameOfKey(exported, false)}`, name);
        }
  return given;
}

const fileOf = (path: string): string => path.split('/').at(-1) ?? path;

function takenOut(path: readonly Step[] | undefined): string | undefined {
  const step = path?.at(-1);
  return step && 'key' in step ? hook.exec(step.key)?.[1] : undefined;
}

function callsOf(world: World, unit: Unit, made: ReturnType<typeof bare>, base: string[], askers: Askers): CallFact[] {
  if (made.type !== 'ObjectExpression') return [];
  return made.properties.flatMap((one): CallFact[] => {
    const name = one.type === 'Property' ? nameOfKey(one.key, one.computed) : undefined;
    const call = one.type === 'Property' ? bare(one.value) : undefined;
    const kind = call?.type === 'CallExpression' ? (memberName(bare(call.callee)) ?? '') : '';
    const [options] = call?.type === 'CallExpression' ? call.arguments : [];
    const ask = options && propertyNamed(options, 'query');
    if (name === undefined || !ask || !/^(?:query|mutation|infiniteQuery)$/.test(kind)) return [];
    const value = world.evaluator.worth(unit, ask);
    const told = (args: Value[], asker?: Spot) => {
      const sent = value.is === 'function' ? world.evaluator.apply(value, args, value.spot) : value;
      return optionsOf(sent).flatMap((one) => callOf(world, { unit, node: ask }, name, one, base, asker) ?? []);
    };
    const asked = (askers.get(name) ?? []).flatMap(({ at }) =>
      told(
        at.node.arguments.map((arg) => world.evaluator.worth(at.unit, arg)),
        at,
      ),
    );
    const own = told([]);
    const [only, other] = own;
    // Who asks for one of them tells no address of its own.
    return [...own, ...asked.map((call) => (only && !other ? { ...call, path: only.path } : call))];
  });
}

function callOf(
  world: World,
  at: Spot,
  name: string,
  sent: Value,
  base: string[],
  asker: Spot | undefined,
): CallFact | undefined {
  const part = (...keys: string[]): Value | undefined =>
    sent.is === 'object' ? keys.map((key) => sent.entries.get(key)?.value()).find((value) => value) : undefined;
  const url = sent.is === 'text' ? sent : part('url');
  if (url?.is !== 'text') return undefined;
  const address = addressOf(under(base, url.parts));
  if (!address) return undefined;
  const method = literal(part('method')) ?? 'GET';
  if (!methodName.test(method)) return undefined;
  const query = part('params');
  const body = unpacked(part('body', 'data'));
  const fields = body && method.toUpperCase() !== 'GET' ? fieldsOfBody(body, at) : [];
  return {
    method: method.toUpperCase(),
    host: address.host,
    path: address.path,
    query: [...(query ? fieldsOfQuery([query], at) : []), ...address.queryNames.map((name) => queryField(name, at))],
    body: fields,
    isHanded: body !== undefined && fields.length === 0,
    at: world.ownerOf(url.spot) === 'third-party' ? at : url.spot,
    names: [name],
    within: [at, ...(asker ? [asker] : [])].flatMap(({ unit, node }) => unit.scopes.functionsAround(node)),
    sites: [asker ?? at],
  };
}

const queryField = (name: string, at: Spot) => ({ name, type: '' as const, values: undefined, at });

function under(base: string[], parts: readonly Part[]): Part[] {
  const [first] = parts;
  if (typeof first === 'string' && /^https?:/.test(first)) return [...parts];
  const lead = base.join('').replace(/\/+$/, '');
  return [lead, ...(typeof first === 'string' && /^[/?]/.test(first) ? [] : ['/']), ...parts];
}
