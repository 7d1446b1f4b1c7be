import type { Node } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import { literal, optionsOf, type Spot, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, isFunction, memberName, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { isDictionary } from '../own/dictionary.ts';
import { contains, type Element } from './element.ts';
import type { RouteFact } from './fact.ts';
import { guardedAbove, guardsIn } from './guards.ts';
import { letInByLoader } from './loaders.ts';
import { routeElements } from './route-elements.ts';
import { routesOfManifest } from './route-manifest.ts';
import { joinPaths, templateOf } from './route-path.ts';
import { type Holders, holdersIn, type Loader, loadersIn, ownPath, pathsAbove, propertiesOf } from './routes-above.ts';
import { routesByAddress } from './routes-by-address.ts';
import { routesBySegments } from './routes-by-segments.ts';
import { announcedPages, componentsOf, guardsOf, listOf, textNamed, titleOf } from './shown.ts';
import { titleOfHead } from './title-set.ts';
import { isRedirect, letIn, letInByLoad } from './turned-away.ts';

/** What makes an object with a path a screen. */
const screenKeys =
  'component Component element lazy loadChildren loadComponent children routes render view screen page template handler loader'.split(
    ' ',
  );
const accessKeys =
  'access roles role allowedRoles requiredRoles requiredRole allow requires require permission permissions requiredPermission'.split(
    ' ',
  );

/** Screens that the code routes to: tables of routes, route elements, generated trees and manifests, and addresses compared by hand. */
export function routesIn(world: World, elements: Element[]): RouteFact[] {
  const found: RouteFact[] = [];
  const holders = holdersIn(world);
  const lazy = loadersIn(world, holders);
  // What an element is given is told with the element, which knows what it stands under.
  const told = new Set<Node | undefined>(
    elements
      .filter(({ tag, props }) => tag === '' && (props.has('path') || props.has('index')))
      .map(({ node }) => node.arguments[1]),
  );
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'ObjectExpression' || told.has(node)) continue;
    found.push(
      ...fromObject(world, elements, unit, node, { lazy, holders }),
      ...fromManifest(world, unit, node),
      ...routesOfManifest(world, unit, node),
      ...fromTable(world, elements, unit, node),
    );
  }
  found.push(
    ...fromElements(world, elements),
    ...fromFileRoutes(world, elements),
    ...fromPages(world, elements),
    ...routesByAddress(world),
    ...routesBySegments(world, elements),
  );
  const groups = Map.groupBy(found, ({ path }) => path.replace(/\{[^{}]*\}/g, '{}'));
  return [...groups.values()].flatMap((some) => {
    // A manifest may be anybody's; what shows the screen is the product's.
    const first = some.find(({ at }) => world.ownerOf(at) === 'product') ?? some[0];
    if (!first) return [];
    return [
      {
        ...first,
        title: some.find(({ title }) => title !== '')?.title ?? '',
        access: [...new Set(some.flatMap(({ access }) => access))],
      },
    ];
  });
}

function fromObject(
  world: World,
  elements: Element[],
  unit: Unit,
  node: ObjectNode,
  { lazy, holders }: { lazy: ReadonlyMap<Unit, Loader>; holders: Holders },
): RouteFact[] {
  const own = propertiesOf(node);
  const isScreen = screenKeys.some((key) => own.has(key) && !isLiteral(own.get(key)));
  if (!(isScreen || own.has('getParentRoute')) || own.has('method') || own.has('$$typeof')) return [];
  if (own.has('getParentRoute')) return fromTree(world, elements, unit, node, own);
  const path = ownPath(world, unit, own);
  // A redirect is no screen, and neither is a path beside something else that is rendered.
  if (path === undefined || own.has('redirectTo') || (own.has('redirect') && !own.has('component'))) return [];
  if (isSentOn(own)) return [];
  const above = pathsAbove(world, unit, node, holders);
  if (
    above === undefined ||
    (above.length === 0 &&
      !path.startsWith('/') &&
      !own.has('component') &&
      !own.has('loadChildren') &&
      !own.has('loadComponent') &&
      !own.has('element') &&
      !own.has('Component'))
  )
    return [];
  if (own.has('loadChildren') && [...lazy.values()].some(({ at }) => at.node === node)) return [];
  const children = listOf(world, unit, own.get('children'));
  const shows = screenKeys.some((key) => !/^(?:children|routes|loader)$/.test(key) && own.has(key));
  if (own.has('children') && (!shows || /^\/?$/.test(path) || hasIndex(children?.node))) return [];
  const loader = path.startsWith('/') ? undefined : lazy.get(unit)?.path;
  const parents = loader === undefined ? above : [loader, ...above];
  const guarded = guardedAbove(world, { unit, node }, path, { lazy, holders });
  return routeAt(world, elements, { unit, node }, joinPaths([...parents, path]), own).map((route) => ({
    ...route,
    title: route.title === '' ? guarded.title : route.title,
    access: route.access.length > 0 ? route.access : guarded.access,
  }));
}

function hasIndex(children: Node | undefined): boolean {
  if (children?.type !== 'ArrayExpression') return false;
  return children.elements.some((child) => {
    if (child?.type !== 'ObjectExpression') return false;
    const own = propertiesOf(child);
    const path = own.get('path');
    return own.has('index') || (path?.type === 'Literal' && path.value === '');
  });
}

function routeAt(world: World, elements: Element[], at: Spot, path: string, own: Map<string, Node>): RouteFact[] {
  const route = templateOf(path);
  if (route === undefined) return [];
  const shown = [
    'component',
    'Component',
    'element',
    'render',
    'view',
    'screen',
    'page',
    'loadComponent',
    'lazy',
  ].flatMap((key) => own.get(key) ?? [])[0];
  const values = shown ? componentsOf(world, at.unit, shown) : [];
  if (values.some(({ spot }) => isRedirect(elements, spot.unit, spot.node))) return [];
  const options = [...own].map(([key, node]) => [key, world.evaluator.worth(at.unit, node)] as const);
  const meta = ['meta', 'data', 'handle']
    .flatMap((key) => own.get(key) ?? [])
    // `meta: pageMeta || {}`, as Nuxt writes it.
    .flatMap((node) => optionsOf(world.evaluator.worth(at.unit, node)))
    .flatMap((held) =>
      held.is === 'object' ? [...held.entries.values()].map(({ key, value }) => [key, value()] as const) : [],
    );
  const all = [...options, ...meta];
  const guards = [...guardsIn(world, at.unit, own).map(({ name }) => name), ...letInByLoader(world, at.unit, own)];
  const title = all.filter(([key]) => key === 'title' || key === 'label').map(([, value]) => literal(value));
  const access = all
    .filter(([key]) => accessKeys.includes(key))
    .flatMap(([, value]) => textsOf(value) ?? literal(value) ?? []);
  const asked = [...guards, ...access];
  // A table that a framework writes is nobody's; what it shows is the product's.
  const component = values.find(({ spot }) => world.ownerOf(spot) === 'product')?.spot;
  const place = component !== undefined && world.ownerOf(at) !== 'product' ? component : at;
  return [
    {
      path: route,
      // `:orderId` is put in by whoever shows it.
      title: textNamed(
        world,
        title.find((text) => text !== undefined && !/^[:{]/.test(text)) ??
          titleOfHead(world, all.find(([key]) => key === 'head')?.[1]) ??
          titleOf(world, elements, values),
      ),
      access: asked.length > 0 ? asked : shownTo(world, elements, values),
      at: place,
    },
  ];
}

/** Whom what is shown asks for itself: by a guard around it, or by sending all others on. */
function shownTo(world: World, elements: Element[], values: Value[]): string[] {
  const asked = guardsOf(elements, values, accessKeys);
  return asked.length > 0 ? asked : letIn(world, elements, values);
}

/** `{index: true, loader: () => redirect('/ward')}`: what only sends on shows nothing. */
function isSentOn(own: ReadonlyMap<string, Node>): boolean {
  const loader = own.get('loader');
  if (!loader || screenKeys.some((key) => key !== 'loader' && own.has(key)) || !isFunction(loader)) return false;
  const [given, other] = returnsOf(loader);
  const call = given && !other ? bare(given) : undefined;
  const to = call?.type === 'CallExpression' && call.arguments.length === 1 ? call.arguments[0] : undefined;
  return to?.type === 'Literal' && typeof to.value === 'string' && /^\.{0,2}\//.test(to.value);
}

/** `<Route path="/orders" element={…}>`. */
function fromElements(world: World, elements: Element[]): RouteFact[] {
  const routes = routeElements(world, elements);
  return routes.flatMap(({ element, path, above, around }): RouteFact[] => {
    const { unit, node, props } = element;
    const shown = ['element', 'component', 'Component', 'render', 'lazy', 'getComponent'].some((key) => props.has(key));
    const holds = path.startsWith('/') && (element.children.length > 0 || props.has('exact'));
    if (!shown && !holds) return [];
    const own = new Map(
      [...props].flatMap(([key, { spot }]): [string, Node][] =>
        spot.node.type === 'Property' ? [[key, spot.node.value]] : [],
      ),
    );
    const below = routes.filter((other) => other.element !== element && contains(element, other.element));
    if (around.length === 0 && below.length > 0) {
      const isLayout = below.some((other) => other.element.props.has('index') || other.path.startsWith('/'));
      if (isLayout || /^\/?$/.test(path)) return [];
    }
    return routeAt(world, elements, { unit, node }, joinPaths([...above, path]), own);
  });
}

/** `createRoute({getParentRoute: () => root, path})` and the generated `route.update({id: '/orders/$orderId', getParentRoute})`. */
function fromTree(
  world: World,
  elements: Element[],
  unit: Unit,
  node: ObjectNode,
  own: Map<string, Node>,
): RouteFact[] {
  const id = own.get('id');
  const whole = id && literal(world.evaluator.worth(unit, id));
  const path = own.has('path') || whole === undefined ? ownPath(world, unit, own) : '';
  if (path === undefined) return [];
  if (isLeftAtOnce(optionsBefore(unit, node)) || isFrame(whole)) return [];
  if (whole?.startsWith('/')) return routeAt(world, elements, { unit, node }, withoutNesting(whole), own);
  // A route without anything to show holds others, or sends on.
  const after = unit.scopes.parentOf(unit.scopes.parentOf(node) ?? node);
  const shows =
    ['component', 'lazy'].some((key) => own.has(key)) || (after && /^(?:lazy|update)$/.test(memberName(after) ?? ''));
  if (whole !== undefined ? !own.has('path') && !whole.startsWith('/') : !shows) return [];
  const above: string[] = [];
  let at: Map<string, Node> = own;
  for (let height = 0; height < 6; height += 1) {
    const parent = at.get('getParentRoute');
    const value = parent && world.evaluator.apply(world.evaluator.worth(unit, parent), [], { unit, node });
    const made = (parent && declaredBy(unit, parent)) ?? (value && bare(value.spot.node));
    const options = made?.type === 'CallExpression' ? made.arguments[0] : undefined;
    if (options?.type !== 'ObjectExpression') break;
    at = propertiesOf(options);
    above.unshift(at.has('path') ? (ownPath(world, unit, at) ?? '') : '');
  }
  return routeAt(world, elements, { unit, node }, joinPaths([...above, path]), own);
}

/** What `createFileRoute('/orders')({…})` was told, where `route.update({…})` says under what it stands. */
function optionsBefore(unit: Unit, node: Node): ReadonlyMap<string, Node> {
  const call = unit.scopes.parentOf(node);
  const callee = call?.type === 'CallExpression' ? bare(call.callee) : undefined;
  if (callee?.type !== 'MemberExpression' || memberName(callee) !== 'update') return new Map();
  const origin = unit.scopes.bindingOf(callee.object)?.origins.find(({ kind }) => kind === 'value');
  const made = origin && origin.path.length === 0 ? bare(origin.node) : undefined;
  const options = made?.type === 'CallExpression' ? made.arguments[0] : undefined;
  return options?.type === 'ObjectExpression' ? propertiesOf(options) : new Map();
}

/** `beforeLoad: () => {throw redirect({to: '/orders'})}`: a route without anything to show that sends everybody on. */
function isLeftAtOnce(own: ReadonlyMap<string, Node>): boolean {
  if (own.has('component')) return false;
  return ['beforeLoad', 'loader'].some((key) => {
    const asked = own.get(key);
    if (!asked || !isFunction(asked) || asked.body?.type !== 'BlockStatement') return false;
    return asked.body.body.at(-1)?.type === 'ThrowStatement';
  });
}

/** `/_signedIn`: what stands around others, and has no address of its own. */
const isFrame = (path: string | undefined): boolean => path !== undefined && /\/_[^/]*$/.test(path);

/** `/orders/$orderId_/edit`: an address that TanStack Router does not show within that of the order. */
const withoutNesting = (path: string): string => path.replace(/(?<=[\w$])_(?=\/|$)/g, '');

/** Of `() => parentRoute`, the call that made it: what library made it is looked through. */
function declaredBy(unit: Unit, parent: Node): Node | undefined {
  const named = isFunction(parent) && parent.body?.type === 'Identifier' ? parent.body : undefined;
  const origin = named && unit.scopes.bindingOf(named)?.origins.find(({ kind }) => kind === 'value');
  const made = origin && origin.path.length === 0 ? bare(origin.node) : undefined;
  const chained = made?.type === 'CallExpression' ? bare(made.callee) : undefined;
  // `createRoute({…}).lazy(() => …)`
  return chained?.type === 'MemberExpression' && chained.object.type === 'CallExpression' ? chained.object : made;
}

/** Pages of Next, with what they show. */
function fromPages(world: World, elements: Element[]): RouteFact[] {
  return announcedPages(world).flatMap(({ path, shown, at }) => {
    const route = templateOf(path);
    if (route === undefined) return [];
    const values = componentsOf(world, at.unit, shown);
    const page = values.find(({ spot }) => world.ownerOf(spot) === 'product');
    return [
      {
        path: route,
        title: titleOf(world, elements, values),
        access: shownTo(world, elements, values),
        at: page?.spot ?? at,
      },
    ];
  });
}

/** `createFileRoute('/orders/$orderId')({component})`. */
function fromFileRoutes(world: World, elements: Element[]): RouteFact[] {
  return world.nodes.flatMap(({ unit, node }): RouteFact[] => {
    const made = node.type === 'CallExpression' ? bare(node.callee) : undefined;
    if (node.type !== 'CallExpression' || made?.type !== 'CallExpression' || made.arguments.length !== 1) return [];
    const [options] = node.arguments;
    const [given] = made.arguments;
    if (options?.type !== 'ObjectExpression' || given?.type !== 'Literal' || typeof given.value !== 'string') return [];
    const own = propertiesOf(options);
    if (!given.value.startsWith('/') || !['component', 'loader', 'beforeLoad'].some((key) => own.has(key))) return [];
    if (isLeftAtOnce(own) || isFrame(given.value)) return [];
    return routeAt(world, elements, { unit, node: given }, withoutNesting(given.value), own);
  });
}

/** Next's list of pages. */
function fromManifest(world: World, unit: Unit, node: ObjectNode): RouteFact[] {
  const pages = propertiesOf(node).get('sortedPages');
  const paths = pages && textsOf(world.evaluator.worth(unit, pages));
  return (paths ?? []).flatMap((written) => {
    const path = /^\/(?:_|404$|500$|api\/)/.test(written) ? undefined : templateOf(written);
    return path === undefined ? [] : [{ path, title: '', access: [], at: { unit, node } }];
  });
}

/** `{'/': Home, '/orders/:id': Order}`, and the numbered nodes of a generated dictionary. */
function fromTable(world: World, elements: Element[], unit: Unit, node: ObjectNode): RouteFact[] {
  const own = [...propertiesOf(node)];
  if (
    own.length < 2 ||
    own.length !== node.properties.length ||
    !own.every(([key]) => /^\/[\w/:[\]().{}=@$-]*$/.test(key))
  )
    return [];
  const isCounted = isDictionary(node);
  const nodes = isCounted ? nodesBeside(unit) : [];
  const isShown = own.every(([, value]) => {
    if (isFunction(value) || isCounted) return true;
    return value.type === 'Identifier' && world.evaluator.worth(unit, value).is === 'function';
  });
  if (!isShown) return [];
  return own.flatMap(([key, value]) => {
    const path = templateOf(key);
    if (path === undefined) return [];
    const [page, layouts] = value.type === 'ArrayExpression' ? value.elements : [];
    const counted = numberOf(page ?? null);
    const shown = counted === undefined ? undefined : nodes[counted];
    const values = shown ? componentsOf(world, unit, shown, 'component') : componentsOf(world, unit, value);
    const around = layouts?.type === 'ArrayExpression' ? layouts.elements.map(numberOf) : [];
    const scripts = [...around, counted].flatMap((at) => {
      const node = at === undefined ? undefined : nodes[at];
      return node ? componentsOf(world, unit, node, 'component').map(({ spot }) => spot.unit) : [];
    });
    const access = scripts.map((script) => (script === unit ? [] : letInByLoad(world, script)));
    return [
      {
        path,
        title: titleOf(world, elements, values),
        // Who gets through the nearest.
        access: access.findLast((names) => names.length > 0) ?? [],
        at: { unit, node: unit.scopes.parentOf(value) ?? value },
      },
    ];
  });
}

/** The scripts that a dictionary counts: `[() => import('../nodes/0.js'), …]`. */
function nodesBeside(unit: Unit): readonly (Node | null)[] {
  for (const statement of unit.read.ast.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { init } of statement.declarations)
      if (
        init?.type === 'ArrayExpression' &&
        init.elements.length > 1 &&
        init.elements.every((one) => one && isFunction(one))
      )
        return init.elements;
  }
  return [];
}

/** `4`, and `-5` or `~4` for the fifth, which has something to ask of its server first. */
function numberOf(node: Node | null): number | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'number') return node.value;
  if (node?.type !== 'UnaryExpression') return undefined;
  const below = numberOf(node.argument);
  return below === undefined ? undefined : node.operator === '~' ? below : below - 1;
}

function isLiteral(node: Node | undefined): boolean {
  return node?.type === 'Literal' || (node?.type === 'MemberExpression' && memberName(node) === 'length');
}
