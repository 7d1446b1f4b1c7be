import type { Node } from 'oxc-parser';
import type { Binding } from '../evaluate/scope.ts';
import { type Entry, literal, optionsOf, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, memberName, nameOfKey } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';

/** One element that the code makes: `jsx('input', {…})`, `createElement(Field, {…}, …)`, `h('p', …)`. */
export interface Element {
  /** Of HTML; empty for a component. */
  tag: string;
  /** What stands for the component. */
  component: Node | undefined;
  props: Map<string, Entry>;
  children: Value[];
  unit: Unit;
  node: CallNode;
}

const tags = new Set(
  'a abbr address article aside b blockquote body br button canvas caption code col colgroup dd details dialog div dl dt em fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr i iframe img input label legend li link main mark menu meta meter nav ol optgroup option output p pre progress q s section select small span strong sub summary sup svg table tbody td template textarea tfoot th thead time title tr u ul video'.split(
    ' ',
  ),
);
const factories = new Set(
  'jsx jsxs jsxDEV createElement createVNode createElementVNode createElementBlock createBlock'.split(' '),
);

/** Elements of every framework that makes them by calls. What calls with HTML's own tags is a factory, whatever it is called now. */
export function elementsIn(world: World): Element[] {
  const found: Element[] = [];
  const compiled = solidsFactories(world);
  const waiting: { unit: Unit; node: CallNode }[] = [];
  const known = new Set<Binding>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression' || node.arguments.length === 0) continue;
    const [first, second] = node.arguments;
    const callee = bare(node.callee);
    const isNamed = factories.has(memberName(callee) ?? (callee.type === 'Identifier' ? callee.name : ''));
    if (first?.type === 'Literal' && typeof first.value === 'string') {
      const hasProps = second === undefined || second.type === 'ObjectExpression' || isNothing(second);
      if (!tags.has(first.value) || !(isNamed || (hasProps && second !== undefined))) continue;
      const binding = callee.type === 'Identifier' ? unit.scopes.bindingOf(callee) : undefined;
      if (binding) known.add(binding);
      found.push(elementAt(world, unit, node, first.value));
    } else if (second) waiting.push({ unit, node });
  }
  for (const { unit, node } of waiting) {
    const callee = bare(node.callee);
    const binding = callee.type === 'Identifier' ? unit.scopes.bindingOf(callee) : undefined;
    const isNamed = factories.has(memberName(callee) ?? (callee.type === 'Identifier' ? callee.name : ''));
    if (isNamed || (binding && known.has(binding)) || (compiled.size > 0 && compiled.has(madeBy(world, unit, callee))))
      found.push(elementAt(world, unit, node, ''));
  }
  return found;
}

/** What Solid calls with a component and with children that are worked out when they are asked for: nobody else writes that. */
function solidsFactories(world: World): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression' || node.arguments.length !== 2) continue;
    const [first, props] = node.arguments;
    const isComponent = first?.type === 'Identifier' || first?.type === 'MemberExpression';
    if (!isComponent || props?.type !== 'ObjectExpression') continue;
    const isLate = props.properties.some(
      (one) => one.type === 'Property' && one.kind === 'get' && nameOfKey(one.key, one.computed) === 'children',
    );
    const made = isLate ? madeBy(world, unit, bare(node.callee)) : undefined;
    if (made !== undefined) found.add(made);
  }
  return found;
}

/** The function that is called, or the name that it has in its script. */
function madeBy(world: World, unit: Unit, callee: Node): unknown {
  const value = world.evaluator.worth(unit, callee);
  if (value.is === 'function') return value.fn;
  return callee.type === 'Identifier' ? unit.scopes.bindingOf(callee) : undefined;
}

function elementAt(world: World, unit: Unit, node: CallNode, tag: string): Element {
  const [component, props, ...rest] = node.arguments;
  const held = props && props.type !== 'SpreadElement' ? world.evaluator.worth(unit, props) : undefined;
  const entries = held?.is === 'object' ? held.entries : new Map<string, Entry>();
  const inner = entries.get('children')?.value();
  const more = rest.flatMap((arg) => (arg.type === 'SpreadElement' ? [] : [world.evaluator.worth(unit, arg)]));
  const children = [...(inner ? (inner.is === 'array' ? inner.items : [inner]) : []), ...more].flatMap((child) =>
    child.is === 'array' ? child.items : [child],
  );
  return { tag, component: tag === '' ? component : undefined, props: entries, children, unit, node };
}

function isNothing(node: Node): boolean {
  return (
    (node.type === 'Literal' && node.value === null) || (node.type === 'UnaryExpression' && node.operator === 'void')
  );
}

/** The literal text of a prop. */
export function propOf(element: Element, ...names: string[]): string | undefined {
  for (const name of names) {
    const text = literal(element.props.get(name)?.value());
    if (text !== undefined && text.trim() !== '') return text;
  }
  return undefined;
}

/** What an element says, when all of it is literal. */
export function textOf(element: Element): string | undefined {
  const texts = element.children.map((child) => optionsOf(child).map(literal)[0]);
  if (texts.length === 0 || texts.some((text) => text === undefined)) return undefined;
  return texts.join('').replace(/\s+/g, ' ').trim();
}

export function contains(outer: Spot | { unit: Unit; node: Node }, inner: Spot | { unit: Unit; node: Node }): boolean {
  return outer.unit === inner.unit && outer.node.start <= inner.node.start && inner.node.end <= outer.node.end;
}
