import type { Node } from 'oxc-parser';
import { literal, type Spot, type Unit } from '../evaluate/value.ts';
import { nameOfKey, type ObjectNode, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { joinPaths } from './route-path.ts';
import { listOf } from './shown.ts';

/** What an object writes, by name. */
export function propertiesOf(node: ObjectNode): Map<string, Node> {
  const entries = node.properties.flatMap((property): [string, Node][] => {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    return key !== undefined && property.type === 'Property' ? [[key, property.value]] : [];
  });
  return new Map(entries);
}

/** The path that a route says for itself. */
export function ownPath(world: World, unit: Unit, own: Map<string, Node>): string | undefined {
  const written = own.get('path');
  if (written) return literal(world.evaluator.worth(unit, written));
  return own.has('index') && !own.has('key') ? '' : undefined;
}

/** Lists of routes that are written elsewhere, with the route that has them as its children: `{path: 'orders', children: orderRoutes}`. */
export type Holders = ReadonlyMap<Node, Spot>;

/** All of them. */
export function holdersIn(world: World): Holders {
  const found = new Map<Node, Spot>();
  for (const { unit, node } of world.nodes) {
    const children = propertyNamed(node, 'path') && propertyNamed(node, 'children', 'routes');
    if (!children) continue;
    const spread =
      children.type === 'ArrayExpression'
        ? children.elements.flatMap((one) => (one?.type === 'SpreadElement' ? [one.argument] : []))
        : [children];
    for (const one of spread) {
      const list = listOf(world, unit, one);
      if (list) found.set(list.node, { unit, node });
    }
  }
  return found;
}

/** Paths of the routes that a route stands under; `undefined` when one of them is not known. */
export function pathsAbove(world: World, unit: Unit, node: Node, holders: Holders, height = 0): string[] | undefined {
  const { parentOf } = unit.scopes;
  const list = parentOf(node);
  const held = list && holders.get(list);
  if (held && height < 8) {
    const above = pathsAbove(world, held.unit, held.node, holders, height + 1);
    const path =
      held.node.type === 'ObjectExpression' ? (ownPath(world, held.unit, propertiesOf(held.node)) ?? '') : '';
    return above && [...above, path];
  }
  const property = list?.type === 'ArrayExpression' ? parentOf(list) : undefined;
  if (property?.type !== 'Property') return [];
  const key = nameOfKey(property.key, property.computed);
  const holder = parentOf(property);
  if ((key !== 'children' && key !== 'routes') || holder?.type !== 'ObjectExpression') return [];
  const above = pathsAbove(world, unit, holder, holders, height);
  const own = propertiesOf(holder);
  const path = own.has('path') ? ownPath(world, unit, own) : '';
  return above === undefined || path === undefined ? undefined : [...above, path];
}

/** A route that loads the routes below it, and the path that they stand under. */
export interface Loader {
  path: string;
  at: Spot;
}

/** What loads the routes of a script that is loaded later: `{path: 'admin', loadChildren: () => import('./admin.js')}`. */
export function loadersIn(world: World, holders: Holders): Map<Unit, Loader> {
  const found = new Map<Unit, Loader>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'ImportExpression' || node.source.type !== 'Literal') continue;
    const name = `${node.source.value}`.split('/').at(-1) ?? '';
    const target = world.units.find(({ read }) => read.file.path === name || read.file.path.endsWith(`/${name}`));
    let at: Node | undefined = node;
    while (at && !(at.type === 'Property' && nameOfKey(at.key, at.computed) === 'loadChildren'))
      at = unit.scopes.parentOf(at);
    const route = at && unit.scopes.parentOf(at);
    if (!target || target === unit || route?.type !== 'ObjectExpression') continue;
    const own = ownPath(world, unit, propertiesOf(route));
    const above = pathsAbove(world, unit, route, holders);
    if (own !== undefined && above !== undefined) {
      found.set(target, { path: joinPaths([...above, own]), at: { unit, node: route } });
    }
  }
  return found;
}

/** The route that a route stands under: of its own list, of a list that stands elsewhere, or of the script that loads it. */
export function routeAbove(
  { unit, node }: Spot,
  holders: Holders,
  loaders: ReadonlyMap<Unit, Loader>,
): Spot | undefined {
  const { parentOf } = unit.scopes;
  const list = parentOf(node);
  const held = list && holders.get(list);
  if (held) return held;
  const property = list?.type === 'ArrayExpression' ? parentOf(list) : undefined;
  const holder = property?.type === 'Property' ? parentOf(property) : undefined;
  if (holder?.type === 'ObjectExpression' && propertyNamed(holder, 'children', 'routes') === list)
    return { unit, node: holder };
  const loader = loaders.get(unit)?.at;
  return loader?.unit === unit ? undefined : loader;
}
