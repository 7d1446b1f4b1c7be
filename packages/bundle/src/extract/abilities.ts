import type { Node } from 'oxc-parser';
import { authorsName } from '../evaluate/names.ts';
import { literal, optionsOf, parametersOf, type Spot, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, type CallNode, isFunction, memberName, nameOfKey, sidesOf, walk } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { isInCatalogue } from './catalogue.ts';
import type { AccessFact } from './fact.ts';

/** What holds the names of what somebody may do. */
const held =
  /^(?:user|my|current|granted|effective)?_?(?:permissions?|abilities|capabilities|scopes|privileges|grants|rights|entitlements)$/i;
const asks = /^(?:includes|has|some|indexOf)$/;
/** `walk:plan`, `orders.refund`, `refundOrder`: a word for a deed, and no sentence. */
const deed = /^[A-Za-z][\w-]*(?:[:./][\w*-]+)*$/;

/** What the code asks of a list of permissions, without saying who has them: `me.permissions.includes('walk:plan')`. */
export function askedOfPermissions(world: World): AccessFact[] {
  const found: AccessFact[] = [];
  const tell = (value: Value, at: Spot) => {
    for (const text of [...(textsOf(value) ?? []), ...optionsOf(value).flatMap((one) => literal(one) ?? [])])
      if (deed.test(text) && text.length <= 60) found.push({ role: '*', action: text, allowed: true, at });
  };
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    const [first] = node.arguments;
    if (callee.type !== 'MemberExpression' || !asks.test(memberName(callee) ?? '') || !first) continue;
    if (first.type === 'SpreadElement' || isFunction(first) || !holdsPermissions(world, unit, callee.object)) continue;
    const asked = world.evaluator.worth(unit, first);
    tell(asked, { unit, node });
    for (const one of callersOf(world, asked)) tell(one.value, one.at);
  }
  return found;
}

const asked = /^(?:required_?)?permissions?(?:_?(?:ids?|keys?|names?))?$/i;
/** `chatflows:view`: a word for a deed that stands beside nothing else. */
const plainDeed = /^[a-z][\w-]*(?::[\w*-]+)+$/i;

/** What a route, an entry of a menu or a button names as what one must be allowed: `<Guard permission="chatflows:view">`. */
export function askedByName(world: World): AccessFact[] {
  return world.nodes.flatMap(({ unit, node }): AccessFact[] => {
    if (node.type !== 'Property' || !asked.test(nameOfKey(node.key, node.computed) ?? '')) return [];
    if (isInCatalogue(unit, node)) return [];
    const value = world.evaluator.worth(unit, node.value);
    const texts = textsOf(value) ?? optionsOf(value).flatMap((one) => literal(one) ?? []);
    const deeds = texts.flatMap((text) => text.split(/,\s*/));
    if (deeds.length === 0 || !deeds.every((text) => plainDeed.test(text) && text.length <= 60)) return [];
    return deeds.map((action) => ({ role: '*', action, allowed: true, at: { unit, node } }));
  });
}

function holdsPermissions(world: World, unit: Unit, node: Node): boolean {
  if (held.test(memberName(bare(node)) ?? '')) return true;
  return optionsOf(world.evaluator.worth(unit, node)).some((one) => one.is === 'unknown' && held.test(one.name ?? ''));
}

/** What is handed to a function that asks with its parameter: `can('walk:plan')`. */
function callersOf(world: World, asked: Value): { value: Value; at: Spot }[] {
  return parametersOf(asked).flatMap(({ origins }) => {
    const origin = origins.find(({ kind }) => kind === 'parameter');
    const fn = origin?.node;
    if (!fn || !isFunction(fn) || origin.kind !== 'parameter' || origin.path.length > 0) return [];
    return world.callersOf(fn).flatMap(({ unit, call, from, byName }) => {
      const argument = byName ? undefined : call.arguments[(from ?? 0) + origin.position];
      if (!argument || argument.type === 'SpreadElement') return [];
      return [{ value: world.evaluator.worth(unit, argument), at: { unit, node: call } }];
    });
  });
}

/** What CASL is told inside of `switch (user.role)` and of `if (user.role === 'steward')`: `can('create', 'Plot')`. */
export function toldToBuilder(
  world: World,
  roles: readonly string[],
  isRole: (unit: Unit, node: Node) => boolean,
): AccessFact[] {
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'CallExpression' || node.arguments.length < 2) return [];
    const verb = verbOf(unit, node) ?? verbHandedIn(world, unit, node);
    if (verb === undefined) return [];
    const [actions, things] = node.arguments.map((one) =>
      one.type === 'SpreadElement' ? [] : namesIn(world.evaluator.worth(unit, one)),
    );
    const who = rolesAround(world, unit, node, isRole) ?? (isBeside(world, unit, node, isRole) ? [...roles] : []);
    return who.flatMap((role) =>
      (actions ?? []).flatMap((action) =>
        (things ?? []).map((thing) => ({
          role,
          action: `${action} ${thing}`.toLowerCase(),
          allowed: verb === 'can',
          at: { unit, node },
        })),
      ),
    );
  });
}

const namesIn = (value: Value): string[] => {
  const texts = textsOf(value) ?? optionsOf(value).flatMap((one) => literal(one) ?? []);
  return texts.filter((text) => /^[A-Za-z][\w-]*$/.test(text));
};

/** `can` and `cannot` as they are taken out of what builds an ability: a name that only a property has outlives the minifier. */
function verbOf(unit: Unit, { callee }: CallNode): 'can' | 'cannot' | undefined {
  const called = bare(callee);
  const step = called.type === 'Identifier' ? unit.scopes.bindingOf(called)?.origins[0]?.path.at(-1) : undefined;
  const name = memberName(called) ?? (step && 'key' in step ? step.key : undefined);
  return name === 'can' || name === 'cannot' ? name : undefined;
}

/** `defineAbility((can, cannot) => can('read', 'Plot'))`: what CASL hands to a function, whatever it is called there. */
function verbHandedIn(world: World, unit: Unit, { callee }: CallNode): 'can' | 'cannot' | undefined {
  const called = bare(callee);
  const origin = called.type === 'Identifier' ? unit.scopes.bindingOf(called)?.origins[0] : undefined;
  if (origin?.kind !== 'parameter' || origin.path.length > 0 || origin.position > 1) return undefined;
  const definer = unit.scopes.parentOf(origin.node);
  if (definer?.type !== 'CallExpression' || definer.arguments[0] !== origin.node) return undefined;
  const name = memberName(bare(definer.callee)) ?? authorsName(unit, bare(definer.callee));
  return name === 'defineAbility' || handsVerbs(world, unit, definer.callee)
    ? origin.position === 0
      ? 'can'
      : 'cannot'
    : undefined;
}

/** What is written in CASL's own function: `define(builder.can, builder.cannot)`. */
function handsVerbs(world: World, unit: Unit, callee: Node): boolean {
  const { read } = unit;
  return optionsOf(world.evaluator.worth(unit, callee)).some((one) => {
    if (one.is !== 'function') return false;
    const { file } = one.spot.unit === unit ? read : one.spot.unit.read;
    return /\.can,\s*[\w$]+\.cannot\b/.test(file.text.slice(one.fn.start, Math.min(one.fn.end, one.fn.start + 600)));
  });
}

/** `grants.grant('editor').createAny('video').deleteOwn('video')` of accesscontrol: its deeds are names that nobody shortens. */
export function granted(world: World): AccessFact[] {
  const own = grantedByName(world);
  const above = own.length === 0 ? new Map<string, Set<string>>() : extended(world);
  return [...own, ...[...above.keys()].flatMap((role) => inherited(role, above, own))];
}

/** What a role may that others have told: all that those may do which it extends, and which those extend. */
function inherited(role: string, above: ReadonlyMap<string, ReadonlySet<string>>, own: AccessFact[]): AccessFact[] {
  const from = new Set<string>([role]);
  for (const one of from) for (const name of above.get(one) ?? []) from.add(name);
  from.delete(role);
  const told = new Set(own.filter((one) => one.role === role).map(({ action }) => action));
  return own
    .filter((one) => one.allowed && from.has(one.role) && !told.has(one.action))
    .map((one) => ({ ...one, role }));
}

/** `grants.grant('admin').extend('editor')`, and `grants.extendRole('admin', 'editor')`: whom each role has the rights of. */
function extended(world: World): Map<string, Set<string>> {
  const above = new Map<string, Set<string>>();
  for (const { unit, node } of world.nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = bare(node.callee);
    const name = memberName(callee);
    if (callee.type !== 'MemberExpression' || !/^(?:extend|extendRole|inherit)$/.test(name ?? '')) continue;
    const given = node.arguments.map((one) =>
      one.type === 'SpreadElement' ? [] : namesIn(world.evaluator.worth(unit, one)),
    );
    const [first = [], second = []] = given;
    const roles = name === 'extendRole' ? first : (whoIn(world, unit, callee.object)?.roles ?? []);
    for (const role of roles)
      above.set(role, new Set([...(above.get(role) ?? []), ...(name === 'extendRole' ? second : first)]));
  }
  return above;
}

function grantedByName(world: World): AccessFact[] {
  return world.nodes.flatMap(({ unit, node }) => {
    if (node.type !== 'CallExpression' || node.arguments.length === 0) return [];
    const callee = bare(node.callee);
    const [, verb, whose = ''] = /^(create|read|update|delete)(Any|Own)$/.exec(memberName(callee) ?? '') ?? [];
    const [thing] = node.arguments;
    if (verb === undefined || callee.type !== 'MemberExpression' || !thing || thing.type === 'SpreadElement') return [];
    const who = whoIn(world, unit, callee.object);
    const own = whose === 'Own' ? ' own' : '';
    return (who?.roles ?? []).flatMap((role) =>
      namesIn(world.evaluator.worth(unit, thing)).map((name) => ({
        role,
        action: `${verb}${own} ${name}`.toLowerCase(),
        allowed: who?.allowed ?? true,
        at: { unit, node },
      })),
    );
  });
}

/** Whom a chain grants or denies to: the nearest word of that before it. */
function whoIn(world: World, unit: Unit, chain: Node): { roles: string[]; allowed: boolean } | undefined {
  for (let at = bare(chain); at.type === 'CallExpression'; ) {
    const callee = bare(at.callee);
    const name = memberName(callee);
    const [given] = at.arguments;
    if ((name === 'grant' || name === 'deny') && given && given.type !== 'SpreadElement')
      return { roles: namesIn(world.evaluator.worth(unit, given)), allowed: name === 'grant' };
    if (callee.type !== 'MemberExpression') return undefined;
    at = bare(callee.object);
  }
  return undefined;
}

/** The roles that a call is made for; `undefined` outside of every branch on a role. */
function rolesAround(
  world: World,
  unit: Unit,
  node: Node,
  isRole: (unit: Unit, node: Node) => boolean,
): string[] | undefined {
  for (let at: Node | undefined = node; at; at = unit.scopes.parentOf(at)) {
    const parent = unit.scopes.parentOf(at);
    if (parent?.type === 'SwitchStatement' && at.type === 'SwitchCase' && isRole(unit, parent.discriminant)) {
      const name = at.test ? literal(world.evaluator.worth(unit, at.test)) : undefined;
      return name === undefined ? [] : [name];
    }
    const branch = branchOf(parent, at);
    const asked = branch && askedIn(world, unit, branch, isRole);
    if (asked !== undefined) return asked;
    if (parent && isFunction(parent)) return undefined;
  }
  return undefined;
}

/** The condition under which a branch is taken. */
function branchOf(parent: Node | undefined, at: Node): Node | undefined {
  if (parent?.type === 'IfStatement' || parent?.type === 'ConditionalExpression')
    return parent.consequent === at ? parent.test : undefined;
  return parent?.type === 'LogicalExpression' && parent.operator === '&&' && parent.right === at
    ? parent.left
    : undefined;
}

function askedIn(
  world: World,
  unit: Unit,
  test: Node,
  isRole: (unit: Unit, node: Node) => boolean,
): string[] | undefined {
  const node = bare(test);
  if (node.type !== 'BinaryExpression' || !/^={2,3}$/.test(node.operator)) return undefined;
  for (const [side, other] of sidesOf(node)) {
    const text = isRole(unit, side) ? literal(world.evaluator.worth(unit, other)) : undefined;
    if (text !== undefined) return [text];
  }
  return undefined;
}

/** Whether the same function tells roles apart somewhere else: what it says outside of that, it says of them all. */
function isBeside(world: World, unit: Unit, node: Node, isRole: (unit: Unit, node: Node) => boolean): boolean {
  const [around] = unit.scopes.functionsAround(node);
  let found = false;
  if (around)
    walk(around, (inner) => {
      if (inner.type === 'SwitchStatement' && isRole(unit, inner.discriminant)) found = true;
      else if (inner.type === 'IfStatement' && askedIn(world, unit, inner.test, isRole)) found = true;
    });
  return found;
}
