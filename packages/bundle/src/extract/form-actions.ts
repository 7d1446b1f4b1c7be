import type { Node } from 'oxc-parser';
import { optionsOf, type Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { propertiesOf } from './routes-above.ts';
import { componentsOf, loadedBy } from './shown.ts';

/**
 * What takes the forms of a component that do not say where they go: the `action` of the route that shows it, as React Router and its like
 * have it. `{path: 'rooms', action: addRoom, Component: Rooms}`, also where both are loaded later.
 */
export function formActions(world: World): (unit: Unit, node: Node) => FunctionNode[] {
  const actions = new Map<FunctionNode, FunctionNode[]>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'ObjectExpression') continue;
    const own = propertiesOf(node);
    const lazy = own.get('lazy');
    const action = own.get('action');
    const shown = own.get('Component') ?? own.get('component') ?? own.get('element');
    if (!lazy && !(action && shown)) continue;
    const takes = action
      ? functionsOf(world, unit, action)
      : lazy
        ? functionsIn(loadedBy(world, unit, lazy, ['action']))
        : [];
    if (takes.length === 0) continue;
    const components = shown
      ? functionsOf(world, unit, made(shown))
      : lazy
        ? functionsIn(loadedBy(world, unit, lazy, ['Component', 'default']))
        : [];
    for (const component of components) actions.set(component, [...(actions.get(component) ?? []), ...takes]);
  }
  return (unit, node) =>
    actions.size === 0 ? [] : unit.scopes.functionsAround(node).flatMap((fn) => actions.get(fn) ?? []);
}

/** `Rooms` of `<Rooms />`. */
function made(shown: Node): Node {
  const element = bare(shown);
  const [component] = element.type === 'CallExpression' ? element.arguments : [];
  return component && component.type !== 'SpreadElement' ? component : shown;
}

const functionsOf = (world: World, unit: Unit, node: Node): FunctionNode[] =>
  functionsIn(componentsOf(world, unit, node));

const functionsIn = (values: ReturnType<typeof componentsOf>): FunctionNode[] =>
  values.flatMap(optionsOf).flatMap((one) => (one.is === 'function' ? [one.fn] : []));
