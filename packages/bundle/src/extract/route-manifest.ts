import { literal, type Unit, type Value } from '../evaluate/value.ts';
import type { ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RouteFact } from './fact.ts';
import { joinPaths, templateOf } from './route-path.ts';
import { titleOfMeta } from './title-set.ts';

const highest = 8;

/** The manifest of React Router and Remix: `{routes: {'routes/orders': {id, parentId: 'root', path: 'orders', module}}}`. */
export function routesOfManifest(world: World, unit: Unit, node: ObjectNode): RouteFact[] {
  const object = world.evaluator.worth(unit, node);
  const routes = object.is === 'object' ? object.entries.get('routes')?.value() : undefined;
  if (routes?.is !== 'object' || !routes.entries.has('root')) return [];
  const listed = [...routes.entries.values()].map(({ key, spot, value }) => ({ key, spot, route: value() }));
  if (!listed.every(({ key, route }) => textIn(route, 'id') === key)) return [];
  return listed.flatMap(({ key, spot, route }): RouteFact[] => {
    if (key === 'root' || textIn(route, 'module') === undefined) return [];
    const isIndex = route.is === 'object' && route.entries.has('index');
    const own = textIn(route, 'path');
    // Without a path of its own it frames others.
    if (own === undefined && !isIndex) return [];
    const parts: string[] = [];
    let at: Value | undefined = route;
    for (let height = 0; at && height < highest; height += 1) {
      parts.unshift(textIn(at, 'path') ?? '');
      const above = textIn(at, 'parentId');
      at = above === undefined ? undefined : routes.entries.get(above)?.value();
    }
    const path = templateOf(joinPaths(parts.filter((part) => part !== '')) || '/');
    return path === undefined ? [] : [{ path, title: titleIn(world, unit, route), access: [], at: spot }];
  });
}

const textIn = (value: Value, key: string): string | undefined =>
  value.is === 'object' ? literal(value.entries.get(key)?.value()) : undefined;

/** What the module of a route calls its page: `export const meta = () => [{title: 'Plots'}]`. */
function titleIn(world: World, unit: Unit, route: Value): string {
  const module = textIn(route, 'module');
  return (module !== undefined && titleOfMeta(world, world.exportOf(unit, module, 'meta'))) || '';
}
