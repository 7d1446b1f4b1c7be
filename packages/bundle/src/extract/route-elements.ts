import type { Node } from 'oxc-parser';
import { optionsOf, type Unit, type Value } from '../evaluate/value.ts';
import { type FunctionNode, isFunction, propertyNamed, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element, propOf } from './element.ts';
import { holdersIn, ownPath, pathsAbove, propertiesOf } from './routes-above.ts';

/** A route that is written as an element, with the paths of those that it stands under, the outermost first. */
export interface RouteElement {
  element: Element;
  path: string;
  above: string[];
  /** Elements of routes around it. */
  around: Element[];
}

const deepest = 6;
/** So many components may stand between a route and the routes below it. */
const highest = 3;

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
  const splats = routes.filter((route) => isSplat(pathOf(route)));
  const shown: Shown[] = [
    ...splats.map((route) => ({
      route,
      path: pathOf(route) ?? '',
      over: (height: number) => above(route, height),
      from: route.unit,
      ...shownBy(world, elements, route),
    })),
    ...splatsOfTables(world, routes),
  ];
  /** What is loaded for one of them alone is all below it, but what stands in the script that the routes are in may be anywhere. */
  const homes = Map.groupBy(shown, ({ home }) => home);
  const tables = new Set(shown.map(({ from }) => from));
  const isLoadedFor = (one: Shown, unit: Unit) =>
    one.unit === unit || (one.home === unit && homes.get(unit)?.length === 1 && !tables.has(unit));

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
    const under = splatAbove(outermost, outermost, 0);
    if (under) {
      const outer = under.over(height + 1);
      return outer && [...outer, under.path.replace(/\/?\*$/, ''), ...inside];
    }
    const isOpen = shown.some(({ fns, unit }) => fns.length === 0 && unit === undefined);
    const isRelative = !((inside[0] ?? pathOf(element))?.startsWith('/') ?? false);
    return isOpen && isRelative && !splats.includes(element) ? undefined : inside;
  }

  /** The splat that shows the component that an element stands in, or one that shows it in turn; else the one that loads the script. */
  function splatAbove(element: Element, own: Element, height: number): Shown | undefined {
    const functions = element.unit.scopes.functionsAround(element.node);
    const near = shown.find(({ fns, route }) => route !== own && fns.some((fn) => functions.includes(fn)));
    if (near || shown.length === 0) return near;
    const users = height < highest ? functions.flatMap((fn) => usersOf().get(fn) ?? []) : [];
    for (const user of users) {
      const far = user === element ? undefined : splatAbove(user, own, height + 1);
      if (far) return far;
    }
    return height > 0 ? undefined : shown.find((one) => one.route !== own && isLoadedFor(one, element.unit));
  }

  let known: Map<FunctionNode, Element[]> | undefined;
  /** Elements by the function of the component that they show. */
  function usersOf(): Map<FunctionNode, Element[]> {
    if (known) return known;
    known = new Map();
    for (const user of elements) {
      if (user.tag !== '' || !user.component) continue;
      for (const one of optionsOf(world.evaluator.worth(user.unit, user.component)))
        if (one.is === 'function') known.set(one.fn, [...(known.get(one.fn) ?? []), user]);
    }
    return known;
  }

  return routes.flatMap((element) => {
    const path = pathOf(element);
    const over = path === undefined ? undefined : above(element, 0);
    return path === undefined || over === undefined
      ? []
      : [{ element, path, above: over, around: aroundOf(routes, element) }];
  });
}

/** A route that leaves what stands below it to the component that it shows. */
interface Shown {
  /** Absent where a table has it. */
  route?: Element;
  path: string;
  over(height: number): string[] | undefined;
  /** The script that the route is in. */
  from: Unit;
  /** The component: its function, or the script that it is loaded from. */
  fns: FunctionNode[];
  unit: Unit | undefined;
  /** The script of the function. */
  home: Unit | undefined;
}

const isSplat = (path: string | undefined): boolean => path !== undefined && path !== '*' && path.endsWith('*');

/** `{path: '/admin/*', component: Admin}` of a table, where what Admin shows has routes of its own, written as elements. */
function splatsOfTables(world: World, routes: readonly Element[]): Shown[] {
  const props = new Set<Node | undefined>(routes.map(({ node }) => node.arguments[1]));
  const holders = holdersIn(world);
  return world.nodes.flatMap(({ unit, node }): Shown[] => {
    const shows = node.type === 'ObjectExpression' && propertyNamed(node, 'component', 'Component', 'element');
    if (node.type !== 'ObjectExpression' || !shows || props.has(node)) return [];
    const path = ownPath(world, unit, propertiesOf(node));
    if (path === undefined || !isSplat(path)) return [];
    const given = world.evaluator.worth(unit, shows);
    return [{ path, over: () => pathsAbove(world, unit, node, holders), from: unit, ...codeOf(world, given) }];
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
function shownBy(world: World, elements: readonly Element[], route: Element): Pick<Shown, 'fns' | 'unit' | 'home'> {
  const given = ['element', 'component', 'Component', 'render'].flatMap(
    (key) => route.props.get(key)?.value() ?? [],
  )[0];
  if (!given) return { fns: [], unit: undefined, home: undefined };
  const element = elements.find(({ unit, node }) => unit === given.spot.unit && node === given.spot.node);
  return codeOf(world, element?.component ? world.evaluator.worth(element.unit, element.component) : given);
}

function codeOf(world: World, value: Value): Pick<Shown, 'fns' | 'unit' | 'home'> {
  const made = optionsOf(value).filter((one) => one.is === 'function');
  const unit = made.length > 0 ? undefined : loadedFrom(world, value.spot.node);
  return { fns: made.map(({ fn }) => fn), unit, home: made[0]?.spot.unit };
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
