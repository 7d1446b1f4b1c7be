import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Spot, textsOf, type Unit } from '../evaluate/value.ts';
import { bare, isFunction, memberName, propertyNamed, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { letInByLoader } from './loaders.ts';
import { type Holders, type Loader, propertiesOf, routeAbove } from './routes-above.ts';

/** What Angular asks before it shows a route, or loads what is below it. */
const guardKeys = ['canActivate', 'canMatch', 'canLoad', 'canActivateChild'] as const;
const roleKeys = ['roles', 'role', 'allowedRoles', 'requiredRoles', 'requiredRole', 'expectedRole', 'permissions'];
/** `user.admin`, `user.isAdmin`: who may do everything, told by a switch. */
const flag = /^(?:is_?)?(admin|superadmin|superuser)$/i;
const asksForRole = /^(?:user|account|member|my|current|allowed|required)?_?roles?$/i;
/** A guard that is longer does more than guard. */
const longestGuard = 3_000;
const highest = 6;

/** Who a guard lets through: `[withRole('curator', 'keeper')]`, and the literals that its own code asks about. */
export function guardsIn(world: World, unit: Unit, route: ReadonlyMap<string, Node>): { name: string; at: Spot }[] {
  return guardKeys.flatMap((key) => {
    const list = route.get(key);
    if (list?.type !== 'ArrayExpression') return [];
    return list.elements.flatMap((guard) => {
      if (!guard || guard.type === 'SpreadElement') return [];
      const called = bare(guard);
      const given =
        called.type === 'CallExpression'
          ? called.arguments.flatMap((argument) => {
              const value = argument.type === 'SpreadElement' ? undefined : world.evaluator.worth(unit, argument);
              return textsOf(value) ?? literal(value) ?? [];
            })
          : [];
      if (given.length > 0) return given.map((name) => ({ name, at: { unit, node: guard } }));
      return optionsOf(world.evaluator.worth(unit, guard)).flatMap((one) => {
        const fn = one.is === 'function' ? one.fn : one.is === 'class' ? asksIn(one.cls.body) : undefined;
        return fn ? askedBy(world, one.spot.unit, fn).map((name) => ({ name, at: { unit, node: guard } })) : [];
      });
    });
  });
}

/** The method of a guard's class that is asked. */
function asksIn(body: Extract<Node, { type: 'ClassBody' }>): Node | undefined {
  for (const member of body.body)
    if (member.type === 'MethodDefinition' && member.key.type === 'Identifier')
      if (guardKeys.some((key) => member.key.type === 'Identifier' && member.key.name === key)) return member.value;
  return undefined;
}

/** `user.admin`, `user.role === 'keeper'`, `roles.includes('keeper')`, `hasRole('keeper')`. */
function askedBy(world: World, unit: Unit, guard: Node): string[] {
  const found = new Set<string>();
  if (guard.end - guard.start > longestGuard) return [];
  const add = (node: Node) => {
    const text = literal(world.evaluator.worth(unit, node));
    if (text !== undefined) found.add(text);
  };
  const isRole = (node: Node) => asksForRole.test(memberName(bare(node)) ?? '');
  walk(guard, (node) => {
    if (node.type === 'MemberExpression') {
      const name = flag.exec(memberName(node) ?? '')?.[1];
      if (name !== undefined) found.add(name.toLowerCase());
    } else if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
      if (isRole(node.left)) add(node.right);
      if (isRole(node.right)) add(node.left);
    } else if (node.type === 'CallExpression') {
      const callee = bare(node.callee);
      const [first] = node.arguments;
      const name = memberName(callee) ?? '';
      const asks =
        /^(?:hasRole|isInRole)$/.test(name) ||
        (name === 'includes' && callee.type === 'MemberExpression' && isRole(callee.object));
      if (asks && first && first.type !== 'SpreadElement' && !isFunction(first)) add(first);
    }
  });
  return [...found];
}

/** What the routes above a route ask for, and what they call what stands at their own address. */
export function guardedAbove(
  world: World,
  route: Spot,
  path: string,
  { lazy, holders }: { lazy: ReadonlyMap<Unit, Loader>; holders: Holders },
): { title: string; access: string[] } {
  let title = '';
  let own = path === '';
  let at = routeAbove(route, holders, lazy);
  for (let height = 0; at?.node.type === 'ObjectExpression' && height < highest; height += 1) {
    const { unit, node } = at;
    const properties = propertiesOf(node);
    const written = properties.get('title');
    if (own && title === '' && written) title = literal(world.evaluator.worth(unit, written)) ?? '';
    own &&= literal(world.evaluator.worth(unit, properties.get('path') ?? node)) === '';
    const isGuarded = guardKeys.some((key) => properties.has(key));
    const asked = isGuarded
      ? [...guardsIn(world, unit, properties).map(({ name }) => name), ...inData(world, at, 'data')]
      : // What Vue Router is told of a route holds for all below it that say nothing else.
        [...letInByLoader(world, unit, properties), ...inData(world, at, 'meta')];
    if (asked.length > 0) return { title, access: [...new Set(asked)] };
    at = routeAbove(at, holders, lazy);
  }
  return { title, access: [] };
}

/** `data: {roles: ['keeper']}`: what a guard reads. */
function inData(world: World, { unit, node }: Spot, held: 'data' | 'meta'): string[] {
  const data = propertyNamed(node, held);
  return roleKeys.flatMap((key) => {
    const given = data && propertyNamed(data, key);
    const value = given && world.evaluator.worth(unit, given);
    return textsOf(value) ?? literal(value) ?? [];
  });
}

/** Roles that guards alone know: `user.admin` is no text beside `role`. */
export function rolesOfGuards(world: World): { name: string; at: Spot }[] {
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'ObjectExpression' || !propertyNamed(node, ...guardKeys)) return [];
    return guardsIn(world, unit, propertiesOf(node)).filter(({ name }) => flag.test(name));
  });
}
