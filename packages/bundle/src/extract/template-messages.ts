import type { Node } from 'oxc-parser';
import type { Unit } from '../evaluate/value.ts';
import {
  bare,
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  memberName,
  nameOfKey,
  propertyNamed,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import { isSentence, ruleNamed } from './rule-name.ts';

/** What a template of Angular shows while a field breaks a rule. */
interface Shown {
  cls: ClassNode;
  unit: Unit;
  field: string;
  rule: string;
  message: string;
}

/**
 * Rules with the messages that templates of Angular show for them: `@if (form.get('zip').hasError('pattern')) {<mat-error>Five
 * digits</mat-error>}`, and `*ngIf`. A condition on several rules, and a message with a value in it, say nothing of one.
 */
export function withTemplateMessages(world: World, rules: readonly RuleFact[]): RuleFact[] {
  const shown = shownIn(world);
  if (shown.length === 0) return [...rules];
  return rules.map((rule) => {
    if (rule.message !== undefined) return rule;
    const told = shown.filter(
      ({ unit, cls, field, rule: name }) =>
        name === rule.rule &&
        unit === rule.at.unit &&
        cls.start <= rule.at.node.start &&
        rule.at.node.end <= cls.end &&
        (field === rule.field || rule.field.endsWith(`.${field}`)),
    );
    const [first] = told;
    return first && told.every(({ message }) => message === first.message) ? { ...rule, message: first.message } : rule;
  });
}

function shownIn(world: World): Shown[] {
  return world.nodes.flatMap(({ unit, node }) => {
    const template = isClass(node) ? templateOf(node) : undefined;
    if (!isClass(node) || !template) return [];
    return inTemplate(unit, template.fn, new Set(), template.consts).map((one) => ({ ...one, unit, cls: node }));
  });
}

/** `static ɵcmp = define({consts: […], template: function (flags, ctx) {…}})`. */
function templateOf(cls: ClassNode): { fn: FunctionNode; consts: Node | undefined } | undefined {
  for (const member of cls.body.body) {
    const made =
      member.type === 'PropertyDefinition' && nameOfKey(member.key, member.computed) === 'ɵcmp' ? member.value : null;
    const [given] = made?.type === 'CallExpression' ? made.arguments : [];
    const fn = given && propertyNamed(given, 'template');
    if (given && fn && isFunction(fn)) return { fn, consts: propertyNamed(given, 'consts') };
  }
  return undefined;
}

type Told = Pick<Shown, 'field' | 'rule' | 'message'>;

/** What a template shows on a condition, and what the templates within it do. */
function inTemplate(unit: Unit, fn: FunctionNode, seen: Set<Node>, consts?: Node): Told[] {
  if (seen.has(fn) || !fn.body) return [];
  seen.add(fn);
  const within = new Map<number, FunctionNode>();
  const names = new Map<number, string>();
  const conditions: { test: Node; at: number }[] = [];
  const advance = advanceIn(unit, fn.body);
  let index = 0;
  walk(fn.body, (node) => {
    if (node !== fn.body && isFunction(node)) return false;
    if (node.type === 'ConditionalExpression') {
      const at = numberAt(bare(node.consequent));
      if (at !== undefined) conditions.push({ test: node.test, at });
    }
    if (node.type !== 'CallExpression') return true;
    const [first, second, third] = node.arguments;
    const at = numberAt(first);
    const callee = bare(node.callee);
    if (advance !== undefined && callee.type === 'Identifier' && callee.name === advance) index += at ?? 1;
    const embedded = second && functionOf(unit, second);
    if (at !== undefined && embedded) within.set(at, embedded);
    const named = at !== undefined && textAt(second) !== undefined ? nameIn(consts, numberAt(third)) : undefined;
    // What refers to an element stands in the place behind it.
    if (at !== undefined && named !== undefined) names.set(at + 1, named);
    if (textAt(first) === 'ngIf' && second) conditions.push({ test: second, at: index });
    return true;
  });
  return [
    ...conditions.flatMap(({ test, at }): Told[] => {
      const view = within.get(at);
      const message = view && textOf(view);
      const broken = message === undefined ? undefined : brokenIn(unit, test, names);
      return message !== undefined && broken ? [{ ...broken, message }] : [];
    }),
    ...[...within.values()].flatMap((one) => inTemplate(unit, one, seen)),
  ];
}

/** What goes on to the next element is called with so many: `advance(3)`, as a statement of its own where values are brought up to date. */
function advanceIn(unit: Unit, body: Node): string | undefined {
  let found: string | undefined;
  walk(body, (node) => {
    const isUpdate =
      node.type === 'IfStatement'
        ? isFlag(bare(node.test))
        : node.type === 'LogicalExpression' && isFlag(bare(node.left));
    if (isUpdate)
      walk(node.type === 'IfStatement' ? node.consequent : node, (inner) => {
        if (inner.type !== 'CallExpression' || inner.arguments.length !== 1 || inner.callee.type !== 'Identifier')
          return;
        const holder = unit.scopes.parentOf(inner)?.type;
        const isStatement = holder === 'ExpressionStatement' || holder === 'SequenceExpression';
        if (isStatement && numberAt(inner.arguments[0]) !== undefined) found ??= inner.callee.name;
      });
    return !isUpdate;
  });
  return found;
}

/** `flags & 2`: values are brought up to date. */
const isFlag = (node: Node): boolean =>
  node.type === 'BinaryExpression' && node.operator === '&' && numberAt(node.right) === 2;

const numberAt = (node: Node | undefined): number | undefined =>
  node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined;

function textAt(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined;
}

function functionOf(unit: Unit, node: Node): FunctionNode | undefined {
  const [origin] = node.type === 'Identifier' ? (unit.scopes.bindingOf(node)?.origins ?? []) : [];
  return origin?.kind === 'value' && origin.path.length === 0 && isFunction(origin.node) ? origin.node : undefined;
}

/** `email` of the attributes `['type', 'email', 'name', 'email']` at a place of the list. */
function nameIn(consts: Node | undefined, at: number | undefined): string | undefined {
  const list = consts?.type === 'ArrayExpression' && at !== undefined ? consts.elements[at] : undefined;
  const texts = list?.type === 'ArrayExpression' ? list.elements.map((one) => textAt(one ?? undefined)) : [];
  const name = texts.findIndex((text, i) => i % 2 === 0 && (text === 'name' || text === 'formControlName'));
  return name < 0 ? undefined : texts[name + 1];
}

/** All that a view says, when it is one sentence and nothing in it varies. */
function textOf(view: FunctionNode): string | undefined {
  const texts: string[] = [];
  let varies = false;
  walk(view, (node) => {
    if (isFlag(node)) varies = true;
    const [at, text] = node.type === 'CallExpression' && node.arguments.length === 2 ? node.arguments : [];
    const said = numberAt(at) === undefined ? undefined : textAt(text)?.trim();
    if (said?.includes(' ')) texts.push(said);
  });
  const [only, other] = texts;
  return !varies && only !== undefined && other === undefined && isSentence(only) ? only : undefined;
}

/** The one rule of the one field that a condition asks for. */
function brokenIn(
  unit: Unit,
  test: Node,
  names: ReadonlyMap<number, string>,
): { field: string; rule: string } | undefined {
  const found = new Map<string, { field: string; rule: string }>();
  let isClear = true;
  const take = (control: Node, key: string | undefined, field = fieldOf(unit, control, names)) => {
    const rule = key === undefined ? undefined : ruleNamed(key);
    if (rule === undefined || field === undefined) isClear = false;
    else found.set(`${field} ${rule}`, { field, rule });
  };
  walk(test, (node) => {
    if (node.type === 'UnaryExpression' && node.operator === '!') return bare(node.argument).type === 'UnaryExpression';
    if (node.type === 'LogicalExpression' && node.operator === '||') isClear = false;
    const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined;
    if (node.type === 'CallExpression' && callee?.type === 'MemberExpression') {
      if (!/^(?:hasError|getError)$/.test(memberName(callee) ?? '')) return true;
      const [key, path] = node.arguments;
      take(bare(callee.object), textAt(key), path && textAt(path)?.split('.').at(-1));
      return false;
    }
    const of = node.type === 'MemberExpression' ? bare(node.object) : undefined;
    if (node.type === 'MemberExpression' && of?.type === 'MemberExpression' && memberName(of) === 'errors') {
      take(bare(of.object), memberName(node) ?? textAt(node.property));
      return false;
    }
    return true;
  });
  const [only, other] = [...found.values()];
  return isClear && !other ? only : undefined;
}

/** `zip` of `form.get('address.zip')`, `form.controls.zip`, `ctx.zip`, and of a name for an element in the template. */
function fieldOf(unit: Unit, control: Node, names: ReadonlyMap<number, string>): string | undefined {
  if (control.type === 'CallExpression')
    return memberName(bare(control.callee)) === 'get' ? textAt(control.arguments[0])?.split('.').at(-1) : undefined;
  if (control.type === 'MemberExpression') return memberName(control) ?? textAt(control.property);
  const [origin] = control.type === 'Identifier' ? (unit.scopes.bindingOf(control)?.origins ?? []) : [];
  const at = origin?.node.type === 'CallExpression' ? numberAt(origin.node.arguments[0]) : undefined;
  return at === undefined ? undefined : names.get(at);
}
