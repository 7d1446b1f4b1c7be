import { wordsOf } from '@sightglass/wire';
import type { Node } from 'oxc-parser';
import { nameOfBinding } from '../evaluate/names.ts';
import { literal, optionsOf, type Spot, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import { bare, isFunction, memberName, nameOfKey, type ObjectNode, propertyNamed, sidesOf } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { askedByName, askedOfPermissions, granted, toldToBuilder } from './abilities.ts';
import { isInCatalogue } from './catalogue.ts';
import type { Element } from './element.ts';
import type { AccessFact, RoleFact } from './fact.ts';
import { controlsBehind } from './gated-controls.ts';
import { rolesOfGuards } from './guards.ts';
import { allowedFrom, listByRole, type Ranks, ranksOf, tableByRole } from './ranks.ts';
import { rolesAskedFor } from './turned-away.ts';

const roleName = /^(?:user|account|member|my|current|allowed|required|min)?_?roles?$/i;
/** Roles of ARIA, of menus and of chats: words for what a thing is, not for what a person may do. */
const otherRoles = new Set(
  'alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo definition dialog directory document feed figure form generic grid gridcell group heading img image link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem assistant system tool function model primary secondary undefined'.split(
    ' ',
  ),
);
/** Who anybody is: no role that somebody was given. */
export const anybody = new Set(
  'anyone any all everyone everybody public guest anonymous * none authenticated loggedin logged-in signed-in user:any'.split(
    ' ',
  ),
);

export interface Roles {
  roles: RoleFact[];
  access: AccessFact[];
}

/** Roles and who may do what: literals beside `role`, enums of them, tables of actions or of roles. */
export function rolesIn(world: World, elements: Element[]): Roles {
  const roles = new Map<string, Spot>();
  const add = (texts: readonly string[], at: Spot) => {
    for (const text of texts) if (isRole(text) && !roles.has(text)) roles.set(text, at);
  };
  const propsOfHtml = new Set(elements.filter(({ tag }) => tag !== '').map(({ node }) => node.arguments[1]));
  const orders: Ranks[] = [];
  const told = scriptsOfTexts(world);
  const hasChat = [...told.values()].includes('chat');
  for (const { unit, node } of world.nodes) {
    if (told.get(unit) === 'content') continue;
    if (hasChat && isChat(world, unit, node)) continue;
    seed(world, propsOfHtml, unit, node, add);
    const ladder = listByRole(world, { unit, node }, (one) => isRoleValue(world, unit, one));
    if (ladder?.every(isRole)) {
      add(ladder, { unit, node });
      orders.push(new Map(ladder.map((name, rank) => [name, rank])));
    }
    const table = tableByRole(world, { unit, node }, (index) => isRoleValue(world, unit, index));
    const keys = table ? [...table.entries.keys()] : [];
    if (!table || !keys.every(isRole)) continue;
    add(keys, { unit, node });
    orders.push(...[ranksOf(table)].filter((ranks) => ranks !== undefined));
  }

  const tables = world.nodes.flatMap(({ unit, node }) =>
    node.type === 'ObjectExpression' ? (tableAt(world, unit, node) ?? []) : [],
  );
  // Each table that knows one of the roles tells the others too.
  for (let before = -1; before !== roles.size; ) {
    before = roles.size;
    for (const table of tables) {
      const isKnown = table.members.some((text) => roles.has(text)) || table.isNamed;
      if (table.kind !== 'machine' && isKnown && table.members.every(isRole)) add(table.members, table.at);
    }
  }
  // One word alone beside `role` may be anything that has a part to play, unless nothing but people are called so.
  const isAdmin = (name: string) => /^(?:super[-_]?)?admin(?:istrator)?$/i.test(name);
  if (roles.size < 2 && ![...roles].some(([name, at]) => isAdmin(name) || isGated(world, elements, name, at)))
    roles.clear();
  const grants = granted(world);
  for (const { role, at } of grants) add([role], at);
  for (const { name, at } of rolesOfGuards(world)) if (!roles.has(name)) roles.set(name, at);
  const names = [...roles.keys()];
  const order = orders.find((ranks) => names.every((name) => ranks.has(name)));
  return {
    roles: [...roles].map(([name, at]) => ({ name, at })),
    access: [
      ...tables.flatMap((table) => accessOf(table, names)),
      ...(order ? allowedFrom(world, order) : []),
      ...toldToBuilder(world, names, (unit, node) => isRoleValue(world, unit, node)),
      ...grants,
      ...askedOfPermissions(world),
      ...askedByName(world),
    ],
  };
}

/** Whether only who has the role is shown something that does something: a word in a conversation shows other things. */
function isGated(world: World, elements: readonly Element[], name: string, { unit, node }: Spot): boolean {
  if (node.type !== 'BinaryExpression' || /^(?:user|bot|ai|human|agent|me|self)$/i.test(name)) return false;
  return controlsBehind(world, elements, { unit, node }).some(({ handlers }) => handlers.length > 0);
}

const tellsOfIt = ['description', 'shortTitle', 'subtitle', 'prompt', 'suggestion', 'quote', 'useCase'];
/** So many texts about one role are written for people of that kind: what a role may do is said once. */
const fewestOfContent = 3;

/** Scripts whose `role` is something else: whom a text is written for, or who speaks in a conversation. */
function scriptsOfTexts(world: World): ReadonlyMap<Unit, 'content' | 'chat'> {
  const about = new Map<Unit, Map<string, number>>();
  const found = new Map<Unit, 'content' | 'chat'>();
  for (const { unit, node } of world.nodes) {
    if (isPlainText(node, 'assistant') && isBesideRole(unit, node)) found.set(unit, 'chat');
    if (node.type !== 'ObjectExpression') continue;
    const role = propertyNamed(node, 'role');
    const isPlain = role?.type === 'Literal' || role?.type === 'TemplateLiteral';
    const name = isPlain && propertyNamed(node, ...tellsOfIt) ? literal(world.evaluator.worth(unit, role)) : undefined;
    if (name === undefined) continue;
    const counts = about.get(unit) ?? new Map<string, number>();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    about.set(unit, counts);
    if ((counts.get(name) ?? 0) >= fewestOfContent) found.set(unit, 'content');
  }
  return found;
}

/** Minifiers write texts as literals or as templates without a gap. */
const isPlainText = (node: Node, text: string): boolean =>
  node.type === 'Literal'
    ? node.value === text
    : node.type === 'TemplateLiteral' && node.quasis.length === 1 && node.quasis[0]?.value.cooked === text;

/** `{role: 'ROLE_USER', parts: […]}`: who says something to a machine. */
function isMessage(unit: Unit, property: Node): boolean {
  const object = unit.scopes.parentOf(property);
  return object?.type === 'ObjectExpression' && propertyNamed(object, 'parts', 'content', 'tool_calls') !== undefined;
}

/** `role: 'assistant'`, `message.role === 'assistant'`. */
function isBesideRole(unit: Unit, node: Node): boolean {
  const parent = unit.scopes.parentOf(node);
  if (parent?.type === 'Property') return nameOfKey(parent.key, parent.computed) === 'role';
  if (parent?.type !== 'BinaryExpression') return false;
  return [parent.left, parent.right].some((side) => memberName(bare(side)) === 'role');
}

/** Where an assistant speaks, who answers it is the user. */
function isChat(world: World, unit: Unit, node: Node): boolean {
  const sides =
    node.type === 'BinaryExpression' ? [node.left, node.right] : node.type === 'Property' ? [node.value] : [];
  return sides.some((side) => literal(world.evaluator.worth(unit, side)) === 'user');
}

/** Columns of a table of roles: `_Role: ['name', 'users', 'roles']`. */
const isColumn = (text: string): boolean => /^(?:id|name|roles?|users?|created_?at|updated_?at)$/i.test(text);

function isRole(text: string): boolean {
  return (
    /^[A-Za-z][\w-]*(?: [\w-]+){0,2}$/.test(text) &&
    text.length <= 31 &&
    !/^(?:roles?)$|message$/i.test(text) &&
    !otherRoles.has(text.toLowerCase()) &&
    !anybody.has(text.toLowerCase())
  );
}

function seed(
  world: World,
  propsOfHtml: ReadonlySet<Node | undefined>,
  unit: Unit,
  node: Node,
  add: (texts: string[], at: Spot) => void,
): void {
  if (node.type === 'Property') {
    const key = nameOfKey(node.key, node.computed);
    if (key === undefined || !roleName.test(key) || propsOfHtml.has(unit.scopes.parentOf(node))) return;
    if (isInCatalogue(unit, node) || isMessage(unit, node)) return;
    const value = world.evaluator.worth(unit, node.value);
    const text = optionsOf(value).flatMap((one) => literal(one) ?? []);
    const listed = textsOf(value);
    if (listed && listed.filter(isColumn).length > 1) return;
    add(listed ?? (text.length > 0 ? text : oneOfChecked(world, unit, node.value)), { unit, node });
  } else if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    for (const [side, other] of sidesOf(node))
      if (isRoleValue(world, unit, side)) add([literal(world.evaluator.worth(unit, other)) ?? ''], { unit, node });
  } else if (node.type === 'CallExpression') {
    const callee = bare(node.callee);
    const name = memberName(callee) ?? '';
    const [first] = node.arguments;
    if (!first || first.type === 'SpreadElement') return;
    add(rolesAskedFor(world, unit, node) ?? [], { unit, node });
    if (name !== 'includes' || callee.type !== 'MemberExpression') return;
    // `['admin', 'owner'].includes(user.role)` and `user.roles.includes('admin')`
    if (isRoleValue(world, unit, first)) add(textsOf(world.evaluator.worth(unit, callee.object)) ?? [], { unit, node });
    else if (isRoleValue(world, unit, callee.object))
      add([literal(world.evaluator.worth(unit, first)) ?? ''], { unit, node });
  } else if (node.type === 'SwitchStatement' && isRoleValue(world, unit, node.discriminant)) {
    const texts = node.cases.flatMap(({ test }) => (test ? (literal(world.evaluator.worth(unit, test)) ?? []) : []));
    // Where an assistant or a tool may speak, nobody is let in.
    if (!texts.some((text) => /^(?:assistant|tool|function|model)$/i.test(text))) add(texts, { unit, node });
  }
}

/** The roles that a schema lets somebody be given: `role: string().oneOf(['packer', 'manager'])`. */
function oneOfChecked(world: World, unit: Unit, node: Node): string[] {
  for (let at = bare(node); at.type === 'CallExpression'; ) {
    const [first] = at.arguments;
    const texts = first && first.type !== 'SpreadElement' ? textsOf(world.evaluator.worth(unit, first)) : undefined;
    if (texts && texts.length > 1) return texts;
    const callee = bare(at.callee);
    if (callee.type !== 'MemberExpression') return [];
    at = bare(callee.object);
  }
  return [];
}

function isRoleValue(world: World, unit: Unit, node: Node): boolean {
  return isRoleAt(world, unit, node) || isHandedRole(world, unit, node);
}

function isRoleAt(world: World, unit: Unit, node: Node): boolean {
  const value: Value = world.evaluator.worth(unit, node);
  return (
    optionsOf(value).some(
      (one) => one.is === 'unknown' && roleName.test(one.name ?? '') && !isLookedUp(one.spot.node),
    ) ||
    roleName.test(memberName(bare(node)) ?? '') ||
    isRead(unit, node)
  );
}

/** `auth.role()` of a signal, also where a variable holds what it gave: `const role = this.role()`. */
function isRead(unit: Unit, node: Node): boolean {
  const [origin, other] = (node.type === 'Identifier' && unit.scopes.bindingOf(node)?.origins) || [];
  const isHeld = origin?.kind === 'value' && origin.path.length === 0 && !other;
  const read = bare(isHeld ? origin.node : node);
  return (
    read.type === 'CallExpression' &&
    read.arguments.length === 0 &&
    /^(?:user|account|member|my|current)?_?role$/i.test(memberName(bare(read.callee)) ?? '')
  );
}

/** `abilityFor(me.role)`: what all callers hand a function is its parameter, whatever that is called. */
function isHandedRole(world: World, unit: Unit, node: Node): boolean {
  const [origin, other] = (node.type === 'Identifier' && unit.scopes.bindingOf(node)?.origins) || [];
  if (origin?.kind !== 'parameter' || origin.path.length > 0 || other || !isFunction(origin.node)) return false;
  const given = world.callersOf(origin.node).flatMap(({ unit: from, call, from: first = 0, byName }) => {
    const argument = byName ? undefined : call.arguments[first + origin.position];
    return argument && argument.type !== 'SpreadElement' && !isNothing(argument) ? [{ from, argument }] : [];
  });
  return given.length > 0 && given.every(({ from, argument }) => isRoleAt(world, from, argument));
}

/** `undefined`, `void 0`, `null`: nobody is there yet. */
const isNothing = (node: Node): boolean =>
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'UnaryExpression' && node.operator === 'void') ||
  (node.type === 'Literal' && node.value === null);

/** `answers[questions.role]`: what somebody said of himself, under a name that a list of questions has. */
const isLookedUp = (node: Node): boolean =>
  node.type === 'MemberExpression' && node.computed && node.property.type !== 'Literal';

interface Table {
  kind: 'actions' | 'roles' | 'enum' | 'machine';
  /** What may be roles. */
  members: string[];
  rows: { action: string; role: string; at: Spot }[];
  actions: { action: string; at: Spot }[];
  /** Its own name says that it is about roles. */
  isNamed: boolean;
  at: Spot;
}

function tableAt(world: World, unit: Unit, node: ObjectNode): Table | undefined {
  if (node.properties.length < 2) return undefined;
  const object = world.evaluator.worth(unit, node);
  if (object.is !== 'object' || object.open) return undefined;
  const entries = [...object.entries.values()];
  const at = { unit, node };
  const name = nameAbove(unit, node) ?? '';
  const lists = entries.map((entry) => ({ entry, texts: textsOf(entry.value()) }));
  if (lists.every(({ texts }) => texts !== undefined)) {
    const members = [...new Set(lists.flatMap(({ texts }) => texts ?? []))];
    const keys = entries.map(({ key }) => key);
    if (members.length === 0 || members.length > 60) return undefined;
    if (members.every((text) => keys.includes(text)))
      return { kind: 'machine', members: [], rows: [], actions: [], isNamed: false, at };
    const rows = lists.flatMap(({ entry, texts }) =>
      (texts ?? []).map((text) => ({ key: entry.key, text, at: entry.spot })),
    );
    const byAction: Table = {
      kind: 'actions',
      members,
      rows: rows.map(({ key, text, at }) => ({ action: key, role: text, at })),
      actions: entries.map(({ key, spot }) => ({ action: key, at: spot })),
      isNamed:
        // `'order:approve': ['lead', 'owner']`
        (members.length <= 8 && keys.length > 1 && keys.every((key) => /^[a-z][\w-]*:[a-z][\w:-]*$/i.test(key))) ||
        (/^(?:permissions?|access|acl|allowed|can|policy|policies)$/i.test(wordsOf(name).at(-1) ?? '') &&
          members.length <= 8 &&
          members.length < keys.length * 2),
      at,
    };
    // A table from role to actions has many actions in few roles, and they look like none.
    const isByRole = members.length > keys.length || members.some((text) => /[:.*/]/.test(text));
    if (!isByRole) return byAction;
    return {
      ...byAction,
      kind: 'roles',
      members: keys,
      rows: rows.map(({ key, text, at }) => ({ action: text, role: key, at })),
      actions: members.map((action) => ({ action, at })),
      isNamed: /roles?$/i.test(name) || /^(?:role)?permissions?(?:by_?role)?$/i.test(name),
    };
  }
  const texts = entries.map((entry) => literal(entry.value()));
  if (!texts.every((text) => text !== undefined) || entries.length > 12) return undefined;
  // `{role: 'role'}` names inputs of a component.
  const isEnum = entries.every(
    ({ key }, i) =>
      (key !== texts[i] || /^[A-Z]/.test(key)) &&
      key.replace(/[^a-z0-9]/gi, '').toLowerCase() === texts[i]?.replace(/[^a-z0-9]/gi, '').toLowerCase(),
  );
  return isEnum
    ? { kind: 'enum', members: texts, rows: [], actions: [], isNamed: /^(?:user_?)?roles?$/i.test(name), at }
    : undefined;
}

function nameAbove(unit: Unit, node: Node): string | undefined {
  const parent = unit.scopes.parentOf(node);
  if (parent?.type === 'Property') return nameOfKey(parent.key, parent.computed);
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return undefined;
  const binding = unit.scopes.bindingOf(parent.id);
  return binding && nameOfBinding(unit, binding);
}

/** Each cell of a table about known roles: who is not in a row may not. */
function accessOf(table: Table, roles: string[]): AccessFact[] {
  if ((table.kind !== 'actions' && table.kind !== 'roles') || !table.members.every((text) => roles.includes(text)))
    return [];
  return table.actions.flatMap(({ action, at }) =>
    roles.map((role) => ({
      role,
      action,
      allowed: table.rows.some((row) => row.action === action && row.role === role),
      at,
    })),
  );
}
