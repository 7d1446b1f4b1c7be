import type { Node } from 'oxc-parser';
import { optionsOf, type Unit } from '../evaluate/value.ts';
import { type FunctionNode, isFunction, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element, propOf } from './element.ts';

/** A route that is written as an element, with the paths of those that it stands under, the outermost first. */
export interface RouteElement {
  element: Element;
  path: string;
  above: string[];
  /** Elements of routes around it. */
  around: Element[];
}

const deepest = 6;

/**
 * Routes that are written as elements: `<Route path="/orders" element={…}>`. They stand under those that hold them, whether inside of
 * them or by a variable, and under the one that shows the component that they are written in, when that ends with `*`. Where one is
 * shown by a component that nothing leads to, its path is not known, and it is left out.
 */
export function routeElements(world: World, elements: readonly Element[]): RouteElement[] {
  const routes = elements.filter(({ tag, props }) => tag === '' && (props.has('path') || props.has('index')));
  const holders = elements.flatMap((holder) =>
    holder.tag === '' ? holder.children.flatMap(({ spot }) => (contains(holder, spot) ? [] : [{ holder, spot }])) : [],
  );
  const splats = routes.filter((route) => pathOf(route)?.endsWith('*') && pathOf(route) !== '*');
  const shown = splats.map((route) => ({ route, ...shownBy(world, elements, route) }));

  function above(element: Element, height: number): string[] | undefined {
    const around = aroundOf(routes, element);
    const outermost = around[0] ?? element;
    const inside = around.map((one) => pathOf(one) ?? '');
    if (height > deepest) return undefined;
    const held = holders.find(({ spot }) => contains(spot, outermost))?.holder;
    if (held && held !== outermost) {
      const outer = above(held, height + 1);
      return outer && [...outer, pathOf(held) ?? '', ...inside];
    }
    const functions = outermost.unit.scopes.functionsAround(outermost.node);
    const under = shown.find(
      ({ fns, unit, route }) =>
        route !== outermost && (fns.some((fn) => functions.includes(fn)) || unit === outermost.unit),
    );
    if (under) {
      const outer = above(under.route, height + 1);
      return outer && [...outer, (pathOf(under.route) ?? '').replace(/\/?\*$/, ''), ...inside];
    }
    const isOpen = shown.some(({ fns, unit }) => fns.length === 0 && unit === undefined);
    const isRelative = !((inside[0] ?? pathOf(element))?.startsWith('/') ?? false);
    return isOpen && isRelative && !splats.includes(element) ? undefined : inside;
  }

  return routes.flatMap((element) => {
    const path = pathOf(element);
    const over = path === undefined ? undefined : above(element, 0);
    return path === undefined || over === undefined
      ? []
      : [{ element, path, above: over, around: aroundOf(routes, element) }];
  });
}

const pathOf = (element: Element): string | undefined =>
  propOf(element, 'path') ?? (element.props.has('index') ? '' : undefined);

function aroundOf(routes: readonly Element[], element: Element): Element[] {
  return routes
    .filter((other) => other !== element && contains(other, element))
    .toSorted((one, other) => one.node.start - other.node.start);
}

/** The component that a route shows: its function, or the script that it is loaded from. */
function shownBy(
  world: World,
  elements: readonly Element[],
  route: Element,
): { fns: FunctionNode[]; unit: Unit | undefined } {
  const given = ['element', 'component', 'Component', 'render'].flatMap(
    (key) => route.props.get(key)?.value() ?? [],
  )[0];
  if (!given) return { fns: [], unit: undefined };
  const element = elements.find(({ unit, node }) => unit === given.spot.unit && node === given.spot.node);
  const value = element?.component ? world.evaluator.worth(element.unit, element.component) : given;
  const fns = optionsOf(value).flatMap((one) => (one.is === 'function' ? [one.fn] : []));
  return { fns, unit: fns.length > 0 ? undefined : loadedFrom(world, value.spot.node) };
}

/** `lazy(() => import('./Admin.js'))`. */
function loadedFrom(world: World, node: Node): Unit | undefined {
  let name: string | undefined;
  if (node.type !== 'CallExpression' || !node.arguments.some(isFunction)) return undefined;
  walk(node, (inner) => {
    if (inner.type === 'ImportExpression' && inner.source.type === 'Literal')
      name = `${inner.source.value}`.split('/').at(-1);
  });
  if (name === undefined) return undefined;
  return world.units.find(({ read }) => read.file.path === name || read.file.path.endsWith(`/${name}`));
}
