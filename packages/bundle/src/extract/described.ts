import type { Node } from 'oxc-parser';
import { baseKeys } from '../evaluate/library-calls.ts';
import { literal, optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, memberName, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { type Request, unpacked } from './leaving.ts';

/**
 * `(options?.client ?? client).get({url: '/plots/{plotId}', ...options})`: as generators of clients write each call of a described API. What
 * is sent stands with those who call the function around it.
 */
export function describedAt(world: World, unit: Unit, client: Node, method: string, told: Value): Request | undefined {
  const url = told.is === 'object' ? told.entries.get('url')?.value() : undefined;
  if (told.is !== 'object' || !url || !/^\/[\w{]/.test(literal(url) ?? '')) return undefined;
  const base = baseOf(world, unit, client);
  // A cache, a server and a router are told an address so as well; a generator lets callers say more.
  if (base === undefined && (told.rest ?? []).length === 0) return undefined;
  const query = told.entries.get('query')?.value();
  return {
    method,
    url,
    base,
    query: query ? [query] : [],
    body: unpacked(told.entries.get('body')?.value()),
    sure: true,
    handed: told.rest ?? [],
  };
}

/** What the client was told later, `client.setConfig({baseUrl: '/api'})`, or was made with: `createClient(createConfig({baseUrl: '/api'}))`. */
function baseOf(world: World, unit: Unit, client: Node): Value | undefined {
  const later = toldLater(world);
  const told = new Set(placesOf(world, unit, client).flatMap((one) => later.get(one) ?? []));
  if (told.size > 0) return told.size === 1 ? [...told][0] : undefined;
  return madeWith(world, unit, client);
}

/** Where what a client may be was made. */
const placesOf = (world: World, unit: Unit, client: Node): Node[] =>
  optionsOf(world.evaluator.worth(unit, client)).map(({ spot }) => spot.node);

const bases = new WeakMap<World, ReadonlyMap<Node, Value[]>>();

function toldLater(world: World): ReadonlyMap<Node, Value[]> {
  const known = bases.get(world);
  if (known) return known;
  const found = new Map<Node, Value[]>();
  bases.set(world, found);
  for (const { unit, node } of world.nodes) {
    const callee = node.type === 'CallExpression' && node.arguments.length === 1 ? bare(node.callee) : undefined;
    if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression' || memberName(callee) !== 'setConfig')
      continue;
    const [options] = node.arguments;
    const base = options && propertyNamed(options, ...baseKeys);
    if (!base) continue;
    const value = world.evaluator.worth(unit, base);
    for (const one of placesOf(world, unit, callee.object)) found.set(one, [...(found.get(one) ?? []), value]);
  }
  return found;
}

function madeWith(world: World, unit: Unit, client: Node): Value | undefined {
  const named = bare(client);
  if (named.type === 'LogicalExpression') return madeWith(world, unit, named.right);
  const [origin, other] = (named.type === 'Identifier' && unit.scopes.bindingOf(named)?.origins) || [];
  if (origin?.kind !== 'value' || origin.path.length > 0 || other) return undefined;
  let made: Node | undefined = bare(origin.node);
  for (let depth = 0; made?.type === 'CallExpression' && depth < 2; depth += 1) {
    const first: Node | undefined = made.arguments[0];
    const base = first && propertyNamed(first, ...baseKeys);
    if (base) return world.evaluator.worth(unit, base);
    made = first && bare(first);
  }
  return undefined;
}
