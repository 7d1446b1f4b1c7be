import type { Node, PropertyDefinition } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import type { Spot, Unit, Value } from '../evaluate/value.ts';
import { bare, isClass, memberName, nameOfKey, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { selectorOf } from './markup.ts';
import { ruleNamed } from './rule-name.ts';

/** A field of a form in code, with what it is checked by. */
export interface Control {
  field: string;
  /** `given`: what the rule is told, such as a length. */
  rules: { rule: string; given: Value | undefined }[];
}

/** An entry of a group, or a field of a class that is a control by itself: `reason = new FormControl('', Validators.required)`. */
export type ControlNode = Extract<Node, { type: 'Property' }> | PropertyDefinition;

/**
 * A control of Angular: `name: ['', [v.required, v.minLength(4)]]`, `name: new FormControl('', v.required)`, and with
 * `{validators: […]}`.
 *
 * @returns `undefined` for what is none, and for a list with something in it that is no validator.
 */
export function controlAt(world: World, unit: Unit, node: ControlNode): Control | undefined {
  const field = nameOfKey(node.key, node.computed);
  const value = node.value && bare(node.value);
  // Only in a group is a list a control.
  if (!value || (node.type === 'PropertyDefinition' && value.type === 'ArrayExpression')) return undefined;
  const items =
    value.type === 'ArrayExpression'
      ? value.elements
      : value.type === 'NewExpression' ||
          (value.type === 'CallExpression' && memberName(bare(value.callee)) === 'control')
        ? value.arguments
        : [];
  const given = items[1];
  if (field === undefined || /validators$/i.test(field) || !given || items.length > 3 || given.type === 'SpreadElement')
    return undefined;
  const validators = validatorsIn(propertyNamed(given, 'validators') ?? given);
  const rules = validators.map((validator) => ruleOf(world, unit, validator));
  // A check of the product's own beside the others is told by nobody; alone it makes no control.
  const known = rules.filter((rule) => rule !== undefined);
  const isControl = value.type === 'ArrayExpression' || value.type === 'NewExpression' || rules.length === known.length;
  return known.length === 0 || !isControl ? undefined : { field, rules: known };
}

/** `address.` of a control in `address: builder.group({town: ['', required]})`, `lines[].` of one in a list of groups. */
export function groupsAround(unit: Unit, node: Node): string {
  let before = '';
  let isListed = false;
  for (let at = unit.scopes.parentOf(node); at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'Property') {
      before = `${nameOfKey(at.key, at.computed) ?? ''}${isListed ? '[]' : ''}.${before}`;
      isListed = false;
    } else if (at.type === 'ArrayExpression') isListed = true;
    else if (at.type !== 'ObjectExpression' && at.type !== 'CallExpression' && at.type !== 'NewExpression') break;
  }
  return before;
}

/**
 * Where a group stands in a list of groups that a function makes: `lines: builder.array([this.line()])`, with
 * `line() {return builder.group({sku: ['', required]})}`.
 */
export function listedAt(world: World, unit: Unit, node: Node): Spot | undefined {
  const [fn] = unit.scopes.functionsAround(node);
  const isGiven = fn && returnsOf(fn).some((given) => given.start <= node.start && node.end <= given.end);
  if (!fn || !isGiven) return undefined;
  const sites = world.callersOf(fn).map(({ unit: from, call }) => ({ unit: from, node: call }));
  return sites.find((site) => {
    const list = site.unit.scopes.parentOf(site.node);
    return list?.type === 'ArrayExpression' && groupsAround(site.unit, site.node).endsWith('[].');
  });
}

/** One, a list of them, and `compose([…])`. */
function validatorsIn(given: Node): Node[] {
  const node = bare(given);
  if (node.type === 'ArrayExpression') return node.elements.flatMap((one) => (one ? validatorsIn(one) : []));
  const [list] = node.type === 'CallExpression' ? node.arguments : [];
  const isComposed = node.type === 'CallExpression' && memberName(bare(node.callee)) === 'compose';
  return isComposed && list?.type === 'ArrayExpression' ? validatorsIn(list) : [node];
}

function ruleOf(world: World, unit: Unit, node: Node): Control['rules'][number] | undefined {
  if (node.type === 'MemberExpression') {
    const name = memberName(node);
    if (name === 'required' || name === 'requiredTrue') return { rule: 'required', given: undefined };
    return name === 'email' ? { rule: 'format', given: undefined } : undefined;
  }
  const name = node.type === 'CallExpression' ? memberName(bare(node.callee)) : undefined;
  if (node.type !== 'CallExpression' || !name || !/^(?:min|max|minLength|maxLength|pattern)$/.test(name))
    return undefined;
  const [first] = node.arguments;
  const given = first && first.type !== 'SpreadElement' ? world.evaluator.worth(unit, first) : undefined;
  const rule = ruleNamed(name);
  return rule === undefined || !given || given.is === 'unknown' ? undefined : { rule, given };
}

/** What one would call the form of a component of Angular that has no name for it: the component's own name. */
export function componentAround(unit: Unit, node: Node): string | undefined {
  let at: Node | undefined = node;
  while (at && !isClass(at)) at = unit.scopes.parentOf(at);
  for (const member of at?.body.body ?? []) {
    const made =
      member.type === 'PropertyDefinition' && nameOfKey(member.key, member.computed) === 'ɵcmp' ? member.value : null;
    if (made?.type === 'CallExpression') return selectorOf(made.arguments[0]);
  }
  return undefined;
}
