import { nameVariables } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, textsOf, type Unit } from '../evaluate/value.ts';
import { bare, memberName } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { contains, type Element } from './element.ts';
import type { AccessFact, CallFact } from './fact.ts';
import { decisionAt, toAction } from './gates.ts';
import type { Reach } from './reach.ts';
import { isRole, rolesAskedFor } from './turned-away.ts';

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
    const shown = usesOf({ unit, node }).flatMap((use) =>
      decisionAt(use.unit, use.node).on.flatMap((part) =>
        elements.filter((one) => contains({ unit: use.unit, node: part }, one)),
      ),
    );
    return shown.flatMap((element) =>
      toAction(element).flatMap(({ name }) => {
        const sent = sentBy(element, reach);
        // What a control does says more than what it is called.
        const told = sent.length > 0 ? sent.map(({ method, path }) => `${method} ${nameVariables(path)}`) : [name];
        return told.flatMap((action) =>
          asked.map((one) => ({ role: one, action, allowed: true, at: { unit, node }, isCall: sent.length > 0 })),
        );
      }),
    );
  });
}

/** The calls that change something which a control leads to. */
function sentBy({ props }: Element, reach: Reach): CallFact[] {
  const handlers = [...props]
    .filter(([name]) => /^on[A-Z]/.test(name))
    .flatMap(([, entry]) => optionsOf(entry.value()));
  const calls = handlers.flatMap((one) => (one.is === 'function' ? reach(one.fn) : []));
  return [...new Set(calls)].filter(({ method }) => method !== 'GET' && method !== 'HEAD');
}

/** The roles for which a test holds: `user.role === 'owner'`, `['owner', 'clerk'].includes(user.role)`, `user.roles.includes('owner')`. */
function rolesOf(world: World, unit: Unit, node: Node): string[] {
  const { worth } = world.evaluator;
  if (node.type === 'BinaryExpression' && /^={2,3}$/.test(node.operator)) {
    const other = isRole(node.left) ? node.right : isRole(node.right) ? node.left : undefined;
    const name = other && literal(worth(unit, other));
    return name === undefined ? [] : [name];
  }
  if (node.type !== 'CallExpression') return [];
  const asked = rolesAskedFor(world, unit, node);
  const callee = bare(node.callee);
  const [first] = node.arguments;
  if (asked || memberName(callee) !== 'includes' || callee.type !== 'MemberExpression' || !first) return asked ?? [];
  if (first.type === 'SpreadElement') return [];
  if (isRole(first)) return textsOf(worth(unit, callee.object)) ?? [];
  const name = isRole(callee.object) ? literal(worth(unit, first)) : undefined;
  return name === undefined ? [] : [name];
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
