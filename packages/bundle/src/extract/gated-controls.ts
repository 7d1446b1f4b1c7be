import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type FunctionNode, isFunction, memberName, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element } from './element.ts';
import { decisionAt, toAction } from './gates.ts';
import { isRole, isRoleName } from './turned-away.ts';

/** What somebody can do with something that is there only under a condition. */
export interface GatedControl {
  name: string;
  /** What it runs. */
  handlers: readonly FunctionNode[];
}

/** The controls that a test decides about, where it stands and where a variable is asked that holds it. */
export function controlsBehind(world: World, elements: readonly Element[], test: Spot): GatedControl[] {
  if (asksEach(test)) return [];
  return usesOf(test).flatMap(({ unit, node }) =>
    decisionAt(unit, node).on.flatMap((part) => [
      ...elements
        .filter((one) => contains({ unit, node: part }, one))
        .flatMap((element) => toAction(element).map(({ name }) => ({ name, handlers: handlersOf(element) }))),
      ...rendered(world, unit, part),
    ]),
  );
}

const goesThrough = /^(?:map|flatMap|forEach|filter)$/;

/** `crew.map((one) => one.role === 'captain' && …)`: what somebody else is, of whom a list is shown, not who looks at it. */
function asksEach({ unit, node }: Spot): boolean {
  let found = false;
  walk(node, (inner) => {
    if (isFunction(inner)) return false;
    const held = inner.type === 'MemberExpression' && isRole(inner) ? bare(inner.object) : undefined;
    const of = held ?? inner;
    const origin = of.type === 'Identifier' ? unit.scopes.bindingOf(of)?.origins[0] : undefined;
    if (!origin || !(held || origin.path.some((step) => 'key' in step && isRoleName(step.key)))) return true;
    const call = origin.kind === 'parameter' && origin.position === 0 ? unit.scopes.parentOf(origin.node) : undefined;
    const isEach = call?.type === 'CallExpression' && goesThrough.test(memberName(bare(call.callee)) ?? '');
    found ||= isEach || origin.kind === 'loop';
    return !found;
  });
  return found;
}

/** A test where it stands, and where a variable is asked that holds it: `const isOwner = user.role === 'owner'`. */
function usesOf({ unit, node }: Spot): Spot[] {
  let whole = node;
  let parent = unit.scopes.parentOf(whole);
  while (parent?.type === 'LogicalExpression' && parent.operator === '||')
    [whole, parent] = [parent, unit.scopes.parentOf(parent)];
  if (parent?.type !== 'VariableDeclarator' || parent.init !== whole || parent.id.type !== 'Identifier')
    return [{ unit, node }];
  const binding = unit.scopes.bindingOf(parent.id);
  return binding?.origins.length === 1 ? binding.uses.map((use) => ({ unit, node: use })) : [];
}

function handlersOf({ props }: Element): FunctionNode[] {
  return [...props]
    .filter(([name]) => /^on[A-Z]/.test(name))
    .flatMap(([, entry]) => optionsOf(entry.value()))
    .flatMap((one) => (one.is === 'function' ? [one.fn] : []));
}

/**
 * What Svelte compiles `{#if user.role === 'clerk'}<button onclick={close}>…{/if}` to: `(show) => {user.role === 'clerk' && show(block)}`,
 * where the block is a function that copies markup and listens to it.
 */
function rendered(world: World, unit: Unit, part: Node): GatedControl[] {
  const call = part.type === 'ExpressionStatement' ? bare(part.expression) : bare(part);
  const [shown] = call.type === 'CallExpression' ? call.arguments : [];
  if (call.type !== 'CallExpression' || !shown || shown.type === 'SpreadElement' || call.callee.type !== 'Identifier')
    return [];
  const [origin] = unit.scopes.bindingOf(call.callee)?.origins ?? [];
  if (origin?.kind !== 'parameter' || origin.path.length > 0) return [];
  const block = world.evaluator.worth(unit, shown);
  return block.is === 'function' && block.fn.params.length > 0 ? controlsOfBlock(world, block.spot.unit, block.fn) : [];
}

const event = /^(?:click|submit|change|input|pointerdown|mousedown|keydown)$/;
const control = /<(button|a)\b[^<>]*>([^<>{}]{1,80})<\/\1>/g;

function controlsOfBlock(world: World, unit: Unit, block: FunctionNode): GatedControl[] {
  const names: string[] = [];
  const handlers: FunctionNode[] = [];
  walk(block, (node) => {
    if (node.type !== 'CallExpression') return;
    const [first, , handler] = node.arguments;
    if (node.arguments.length === 0) names.push(...namesIn(markupOf(world, unit, node.callee)));
    if (!first || !handler || first.type === 'SpreadElement' || handler.type === 'SpreadElement') return;
    if (!event.test(literal(world.evaluator.worth(unit, first)) ?? '')) return;
    const run = isFunction(handler) ? handler : functionOf(world.evaluator.worth(unit, handler));
    if (run) handlers.push(run);
  });
  const [only, other] = names;
  // Of several nobody knows which of them does it.
  return only !== undefined && other === undefined
    ? [{ name: only, handlers }]
    : names.map((name) => ({ name, handlers: [] }));
}

const functionOf = (value: Value): FunctionNode | undefined => (value.is === 'function' ? value.fn : undefined);
const namesIn = (markup: string): string[] =>
  [...markup.matchAll(control)].map(([, , name = '']) => name.trim()).filter((name) => name !== '');

/** The markup of what was made of a text, `const block = template('<button>…</button>')`, where it is called. */
function markupOf(world: World, unit: Unit, callee: Node): string {
  const [origin] = (callee.type === 'Identifier' && unit.scopes.bindingOf(callee)?.origins) || [];
  const made = origin?.kind === 'value' && origin.path.length === 0 ? bare(origin.node) : undefined;
  const [text] = made?.type === 'CallExpression' ? made.arguments : [];
  if (!text || text.type === 'SpreadElement') return '';
  const markup = literal(world.evaluator.worth(unit, text)) ?? '';
  return markup.startsWith('<') ? markup : '';
}
