import { nameVariables } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { literal, textsOf, type Unit } from '../evaluate/value.ts';
import { bare, type FunctionNode, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { Element } from './element.ts';
import type { AccessFact, CallFact } from './fact.ts';
import { controlsBehind } from './gated-controls.ts';
import type { Reach } from './reach.ts';
import { isRole, isRoleName, rolesAskedFor } from './turned-away.ts';

/** Controls that are there only for some roles: `user.role === 'owner' && <button onClick={close}>Close the shop</button>`. */
export function shownTo(
  world: World,
  elements: readonly Element[],
  reach: Reach,
  names: readonly string[],
): AccessFact[] {
  return world.nodes.flatMap(({ unit, node }): AccessFact[] => {
    const asked = rolesOf(world, unit, node).filter((name) => names.includes(name));
    if (asked.length === 0) return [];
    return controlsBehind(world, elements, { unit, node }).flatMap(({ name, handlers }) => {
      const sent = sentBy(handlers, reach);
      // What a control does says more than what it is called.
      const told = sent.length > 0 ? sent.map(({ method, path }) => `${method} ${nameVariables(path)}`) : [name];
      return told.flatMap((action) =>
        asked.map((one) => ({ role: one, action, allowed: true, at: { unit, node }, isCall: sent.length > 0 })),
      );
    });
  });
}

/** The calls that change something which a control leads to. */
function sentBy(handlers: readonly FunctionNode[], reach: Reach): CallFact[] {
  return [...new Set(handlers.flatMap(reach))].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
}

/** The roles for which a test holds: `user.role === 'owner'`, `['owner', 'clerk'].includes(user.role)`, `user.roles.includes('owner')`. */
function rolesOf(world: World, unit: Unit, node: Node): string[] {
  const { worth } = world.evaluator;
  if (node.type === 'BinaryExpression' && /^={2,3}$/.test(node.operator)) {
    const other = isHeldRole(unit, node.left) ? node.right : isHeldRole(unit, node.right) ? node.left : undefined;
    const name = other && literal(worth(unit, other));
    return name === undefined ? [] : [name];
  }
  if (node.type !== 'CallExpression') return [];
  const asked = rolesAskedFor(world, unit, node);
  const callee = bare(node.callee);
  const [first] = node.arguments;
  if (asked || memberName(callee) !== 'includes' || callee.type !== 'MemberExpression' || !first) return asked ?? [];
  if (first.type === 'SpreadElement') return [];
  if (isHeldRole(unit, first)) return textsOf(worth(unit, callee.object)) ?? [];
  const name = isHeldRole(unit, callee.object) ? literal(worth(unit, first)) : undefined;
  return name === undefined ? [] : [name];
}

/** `user.role`, and `role` as a component was handed it: `({role}) => …`. */
function isHeldRole(unit: Unit, node: Node): boolean {
  const [origin, other] = (node.type === 'Identifier' && unit.scopes.bindingOf(node)?.origins) || [];
  const step = other ? undefined : origin?.path.findLast((one) => 'key' in one);
  return isRole(node) || (step !== undefined && 'key' in step && isRoleName(step.key));
}
