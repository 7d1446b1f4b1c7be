import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element, propOf, textOf } from './element.ts';
import { titleSetIn } from './title-set.ts';

/** How long a function may be that only loads what it shows. */
const longestLoader = 600;

/**
 * The components that a route shows: what it names, or what it loads later. `() => import('./tools.js')`, also with the name of what
 * it gives, and `() => n.e(831).then(n.bind(n, 831))`.
 */
export function componentsOf(world: World, unit: Unit, node: Node, given?: string): Value[] {
  const loaded = loadedBy(world, unit, node, given === undefined ? undefined : [given]);
  if (loaded.length > 0) return loaded;
  return optionsOf(world.evaluator.worth(unit, node)).flatMap((one) => {
    if (one.is !== 'function' || one.fn.end - one.fn.start > longestLoader || one.fn === node) return [one];
    const inner = loadedBy(world, one.spot.unit, one.fn);
    return inner.length > 0 ? inner : [one];
  });
}

/** What a script that is loaded later gives away: under one of the names, else by itself or as React Router calls a component. */
export function loadedBy(world: World, unit: Unit, node: Node, given?: readonly string[]): Value[] {
  if (node.end - node.start > longestLoader) return [];
  const found: Value[] = [];
  const names = given ?? [exportNamed(node), 'Component'];
  const [name = ''] = names;
  walk(node, (inner) => {
    if (inner.type === 'ImportExpression' && inner.source.type === 'Literal') {
      const { value: source } = inner.source;
      const values = names.map((one) => world.exportOf(unit, `${source}`, one));
      const value = values.find((one) => one && one.is !== 'unknown' && one.is !== 'nothing') ?? values[0];
      if (value) found.push(value);
    } else if (inner.type === 'CallExpression') {
      const exports = requiredBy(world, unit, inner);
      const value = exports && world.evaluator.propertyOf(exports, name, { unit, node: inner });
      if (value && value.is !== 'unknown' && value.is !== 'nothing') found.push(value);
    }
  });
  return found;
}

/** What a bundler's module gives away: `n(831)`, `n.bind(n, 831)`, `t.r(2880)`. */
function requiredBy(world: World, unit: Unit, call: CallNode): Value | undefined {
  const isBound = memberName(bare(call.callee)) === 'bind' && call.arguments.length === 2;
  const id = call.arguments.at(-1);
  if (id?.type !== 'Literal' || (typeof id.value !== 'number' && typeof id.value !== 'string')) return undefined;
  const callee = bare(call.callee);
  const asks: CallNode =
    isBound && callee.type === 'MemberExpression'
      ? { ...call, callee: callee.object as CallNode['callee'], arguments: [id] }
      : call; // an object that is called may be a callee
  const value = world.evaluator.worth(unit, asks);
  return value.is === 'object' ? value : undefined;
}

/** The name beside a loader, or in what it makes of a module: `lazy(() => …, 'ToolList')`, `.then((m) => m.ToolList)`. */
function exportNamed(node: Node): string {
  let name: string | undefined;
  const call = bare(node);
  if (call.type === 'CallExpression')
    for (const argument of call.arguments.slice(1))
      if (argument.type === 'Literal' && typeof argument.value === 'string') name ??= argument.value;
  walk(node, (inner) => {
    if (inner.type !== 'CallExpression' || memberName(bare(inner.callee)) !== 'then') return;
    const [then] = inner.arguments;
    const parameter = then && isFunction(then) ? then.params[0] : undefined;
    if (!then || parameter?.type !== 'Identifier') return;
    walk(then, (member) => {
      const isOf =
        member.type === 'MemberExpression' &&
        member.object.type === 'Identifier' &&
        member.object.name === parameter.name;
      if (isOf) name ??= memberName(member);
    });
  });
  return name ?? 'default';
}

/** What a component is titled: what it calls the document, its first heading, or the title that it hands to what frames it. */
export function titleOf(world: World, elements: readonly Element[], shown: readonly Value[]): string {
  for (const one of shown.flatMap(optionsOf)) {
    const set = one.is === 'function' || one.is === 'object' || isWrapped(one) ? titleSetIn(world, one) : undefined;
    if (set !== undefined) return set;
    const inside = elementsIn(elements, one);
    const heading = inside.find(({ tag }) => tag === 'h1');
    const title =
      (heading && textOf(heading)) ??
      inside.flatMap((element) => (element.tag === '' ? (propOf(element, 'title', 'heading') ?? []) : []))[0];
    if (title !== undefined) return title;
  }
  return '';
}

/** The elements of a component, in the order of the code: of a function, or of the object that other frameworks make of it. */
function elementsIn(elements: readonly Element[], shown: Value): Element[] {
  if (shown.is !== 'function' && shown.is !== 'object' && !isWrapped(shown))
    return elements.filter(({ unit, node }) => unit === shown.spot.unit && node === shown.spot.node);
  return elements
    .filter((one) => contains(shown.spot, one))
    .toSorted((one, other) => one.node.start - other.node.start);
}

/** `defineComponent({…})`, `withComponentProps(function () {…})`: a library's own around what the product wrote. */
function isWrapped({ is, spot: { node } }: Value): boolean {
  const [first] = is === 'unknown' && node.type === 'CallExpression' ? node.arguments : [];
  return first !== undefined && (first.type === 'ObjectExpression' || isFunction(first));
}

/** What guards a component asks for: `<RequireRole roles={['roaster', 'owner']}>` around all that it shows. */
export function guardsOf(elements: readonly Element[], shown: readonly Value[], keys: readonly string[]): string[] {
  for (const one of shown)
    for (const { tag, props } of elementsIn(elements, one)) {
      if (tag !== '' || !props.has('children')) continue;
      const asked = keys.flatMap((key) => {
        const value = props.get(key)?.value();
        return textsOf(value) ?? literal(value) ?? [];
      });
      if (asked.length > 0) return asked;
    }
  return [];
}

/** Pages that Next's scripts announce: `__NEXT_P.push(['/orders', () => t.r(2880)])`, with what they show. */
export function announcedPages(world: World): { path: string; shown: Node; at: Spot }[] {
  return pushesIn(world).flatMap(({ unit, node }) => {
    if (node.type !== 'CallExpression') return [];
    const [given] = node.arguments;
    const [path, show] = given?.type === 'ArrayExpression' ? given.elements : [];
    if (
      !path ||
      !show ||
      path.type === 'SpreadElement' ||
      !isFunction(show) ||
      !/__NEXT_P/.test(textAt(unit, node.callee))
    )
      return [];
    const written = literal(world.evaluator.worth(unit, path));
    if (written === undefined || !/^\/(?!_|404$|500$|api\/)/.test(written)) return [];
    return [{ path: written, shown: show, at: { unit, node } }];
  });
}

/** What announces a page is Next's own code, and so looked at whoever owns it. */
function pushesIn(world: World): Spot[] {
  return world.units.flatMap((unit) => {
    const found: Spot[] = [];
    if (/__NEXT_P/.test(unit.read.file.text))
      walk(unit.read.ast, (node) => {
        if (node.type === 'CallExpression' && memberName(bare(node.callee)) === 'push') found.push({ unit, node });
      });
    return found;
  });
}

const textAt = ({ read }: Unit, { start, end }: Node): string =>
  read.file.text.slice(start, Math.min(end, start + 200));

/** Text of a property that names a text of the catalogue: `meta: {title: 'orders.list'}`. */
export function textNamed(world: World, written: string): string {
  const known = /^[A-Za-z][\w-]*(?:[.:][\w-]+)+$/.test(written) ? world.catalogue.textAt(written) : undefined;
  const text = known?.parts.every((part) => typeof part === 'string') ? known.parts.join('') : undefined;
  return text ?? written;
}

/** The list that a node writes or stands for. */
export function listOf(world: World, unit: Unit, node: Node | undefined): Spot | undefined {
  if (!node) return undefined;
  if (node.type === 'ArrayExpression') return { unit, node };
  const value = world.evaluator.worth(unit, node);
  return value.is === 'array' && value.spot.node.type === 'ArrayExpression' ? value.spot : undefined;
}
