import type { Node } from 'oxc-parser';
import { returnsOf } from '../evaluate/functions.ts';
import { literal, type Unit } from '../evaluate/value.ts';
import {
  bare,
  type CallNode,
  type FunctionNode,
  isFunction,
  memberName,
  type ObjectNode,
  propertyNamed,
  sidesOf,
  walk,
} from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { messageOf } from './chain-rules.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';

type BinaryNode = Extract<Node, { type: 'BinaryExpression' }>;
type Rule = Pick<RuleFact, 'rule' | 'value' | 'field'>;

/**
 * What a schema asks of two fields together: `object({…}).refine((stay) => stay.until > stay.from, {path: ['until'], message: '…'})`, and
 * `.superRefine((stay, context) => {if (stay.until <= stay.from) context.addIssue({path: ['until'], message: '…'})})`.
 *
 * @param ofFields - What is known of its fields: a schema of which nothing is says nothing here either.
 */
export function rulesOfRefinements(world: World, forms: Forms, ofFields: readonly RuleFact[]): RuleFact[] {
  const schemas = new Set(ofFields.map(({ at }) => at.unit.scopes.parentOf(at.node)));
  return world.nodes.flatMap(({ unit, node }): RuleFact[] => {
    const name = node.type === 'CallExpression' ? memberName(bare(node.callee)) : undefined;
    if (node.type !== 'CallExpression' || (name !== 'refine' && name !== 'superRefine')) return [];
    const schema = schemaOf(node);
    const [check, told] = node.arguments;
    if (!schema || !schemas.has(schema) || !check || !isFunction(check)) return [];
    const found =
      name === 'refine'
        ? told && told.type !== 'SpreadElement'
          ? onlyOne(returnsOf(check)).map((holds) => ({ told: told as Node, test: holds, at: holds, isBroken: false }))
          : []
        : issuesIn(check);
    return found.flatMap((one) => {
      const field = pathIn(world, unit, one.told);
      if (field === undefined || !isAlwaysAsked(unit, check, one.at)) return [];
      return rulesOf(unit, check, one.test, one.isBroken, field).map((rule) => ({
        ...rule,
        form: forms.formOf(unit, schema),
        message: messageOf(world.evaluator.worth(unit, one.told), world),
        at: { unit, node: one.test },
        schema,
        within: forms.usersOf(unit, schema),
        beside: forms.besideOf(unit, schema),
      }));
    });
  });
}

/** The fields of `object({…})` at the beginning of a chain. */
function schemaOf({ callee }: CallNode): ObjectNode | undefined {
  for (let at: Node = bare(callee); ; ) {
    if (at.type === 'MemberExpression') at = bare(at.object);
    else if (at.type === 'CallExpression') {
      const [first, ...more] = at.arguments;
      if (first?.type === 'ObjectExpression' && more.length === 0) return first;
      at = bare(at.callee);
    } else return undefined;
  }
}

/** Where an issue is added, and under which condition. */
function issuesIn(check: FunctionNode): { told: Node; test: Node; at: Node; isBroken: boolean }[] {
  const found: { told: Node; test: Node; at: Node; isBroken: boolean }[] = [];
  const add = (at: Node, test: Node, then: Node) => {
    const told = issueOf(then);
    if (told) found.push({ told, test, at, isBroken: true });
  };
  walk(check, (node) => {
    if (node.type === 'IfStatement') add(node, node.test, node.consequent);
    // As minifiers write it.
    else if (node.type === 'LogicalExpression' && node.operator === '&&') add(node, node.left, node.right);
  });
  return found;
}

const onlyOne = (nodes: readonly Node[]): readonly Node[] => (nodes.length === 1 ? nodes : []);
const always = /^(?:BlockStatement|ExpressionStatement|ParenthesizedExpression|ReturnStatement|SequenceExpression)$/;

/** Whether nothing else decides that this is looked at: in an `if`, or after a `return`, it is a rule of some cases. */
function isAlwaysAsked(unit: Unit, check: FunctionNode, node: Node): boolean {
  for (let at = unit.scopes.parentOf(node); at !== check; at = unit.scopes.parentOf(at))
    if (!at || !always.test(at.type)) return false;
  let leaves = false;
  if (check.body)
    walk(check.body, (inner) => {
      if (isFunction(inner)) return false;
      leaves ||= inner.type === 'ReturnStatement' && inner.end <= node.start;
      return true;
    });
  return !leaves;
}

/** What `context.addIssue({path, message})` is told, alone or first in a block. */
function issueOf(node: Node): Node | undefined {
  if (node.type === 'BlockStatement') return node.body[0] && node.body.length < 3 ? issueOf(node.body[0]) : undefined;
  const call = bare(node.type === 'ExpressionStatement' ? node.expression : node);
  const isIssue = call.type === 'CallExpression' && memberName(bare(call.callee)) === 'addIssue';
  return isIssue && call.arguments[0]?.type === 'ObjectExpression' ? call.arguments[0] : undefined;
}

function pathIn(world: World, unit: Unit, told: Node): string | undefined {
  const path = propertyNamed(told, 'path');
  const steps = path?.type === 'ArrayExpression' ? path.elements : [];
  const names = steps.map((step) =>
    step && step.type !== 'SpreadElement' ? literal(world.evaluator.worth(unit, step)) : undefined,
  );
  return names.length > 0 && names.every((one) => one !== undefined) ? names.join('.') : undefined;
}

/** @param isBroken - The test holds where the rule is broken. */
function rulesOf(unit: Unit, check: FunctionNode, test: Node, isBroken: boolean, field: string): Rule[] {
  const node = bare(test);
  const fieldOf = (one: Node) => fieldOfValue(unit, check, one);
  if (node.type === 'LogicalExpression') {
    const [first, second] = [bare(node.left), bare(node.right)];
    // `kind === 'sail' && mast === undefined`, and where it holds: `kind !== 'sail' || mast !== undefined`.
    if (node.operator !== (isBroken ? '&&' : '||') || !isMissing(unit, check, second, field, isBroken)) return [];
    const asked = fieldThatIsThere(unit, check, first, isBroken);
    return asked === undefined || asked === field ? [] : [{ rule: 'requiredIf', value: asked, field }];
  }
  if (node.type !== 'BinaryExpression') return [];
  for (const [index, [side, other]] of sidesOf(node).entries()) {
    const beside = fieldOf(other);
    if (fieldOf(side) !== field || beside === undefined || beside === field) continue;
    const written = index === 0 ? node.operator : (turned[node.operator] ?? node.operator);
    const operator = isBroken ? (opposites[written] ?? '') : written;
    if (/^={2,3}$/.test(operator)) return [{ rule: 'equals', value: beside, field }];
    const words = comparisons[operator];
    return words === undefined ? [] : [{ rule: 'compare', value: `${words} ${beside}`, field }];
  }
  return [];
}

const turned: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
const opposites: Readonly<Record<string, string>> = {
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<' },
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==' },
};
const comparisons: Readonly<Record<string, string>> = {
  ...{ '>': 'more than', '<': 'less than', '>=': 'at least', '<=': 'at most' },
  ...{ '!==': 'other than', '!=': 'other than' },
};

/** `stay.until` of what is checked, and `until` of `({until}) => …`. */
function fieldOfValue(unit: Unit, check: FunctionNode, node: Node): string | undefined {
  const at = bare(node);
  const [parameter] = check.params;
  const originOf = (one: Node) => (one.type === 'Identifier' ? unit.scopes.bindingOf(one)?.origins[0] : undefined);
  if (at.type === 'MemberExpression') {
    const origin = originOf(bare(at.object));
    return origin?.node === check && origin.position === 0 && origin.path.length === 0 ? memberName(at) : undefined;
  }
  const origin = parameter?.type === 'ObjectPattern' ? originOf(at) : undefined;
  const [step, more] = origin?.node === check && origin.position === 0 ? origin.path : [];
  return step && !more && 'key' in step ? step.key : undefined;
}

/**
 * What a test asks to be there, or to be one thing: `phone`, `kind === 'sail'`; where the other holds it is `!phone`, `kind !== 'sail'`.
 * "Either a phone or a mail" asks for none of them.
 */
function fieldThatIsThere(unit: Unit, check: FunctionNode, node: Node, isBroken: boolean): string | undefined {
  if (node.type === 'BinaryExpression') {
    const [field] = [node.left, node.right].flatMap((side) => fieldOfValue(unit, check, side) ?? []);
    // `phone !== ''` says that it is there, as `kind === 'sail'` does.
    const isEqual = /^={2,3}$/.test(node.operator);
    if (!isEqual && !/^!={1,2}$/.test(node.operator)) return field;
    return (isEqual !== asksForNothing(node)) === isBroken ? field : undefined;
  }
  let at: Node = node;
  let isOff = false;
  for (; at.type === 'UnaryExpression' && at.operator === '!'; isOff = !isOff) at = bare(at.argument);
  return isOff === isBroken ? undefined : fieldOfValue(unit, check, at);
}

/** `mast === undefined`, `!mast`; where it holds, `mast !== undefined`, `!!mast`, `mast`. */
function isMissing(unit: Unit, check: FunctionNode, node: Node, field: string, isBroken: boolean): boolean {
  if (node.type === 'BinaryExpression') {
    const asks = sidesOf(node).some(
      ([side, other]) => fieldOfValue(unit, check, side) === field && isNothing(bare(other)),
    );
    return asks && /^[!=]={1,2}$/.test(node.operator) && node.operator.startsWith('!') !== isBroken;
  }
  let at: Node = node;
  let isOff = false;
  for (; at.type === 'UnaryExpression' && at.operator === '!'; isOff = !isOff) at = bare(at.argument);
  return fieldOfValue(unit, check, at) === field && isOff === isBroken;
}

const isNothing = (one: Node): boolean =>
  (one.type === 'UnaryExpression' && one.operator === 'void') ||
  (one.type === 'Literal' && (one.value === null || one.value === '')) ||
  (one.type === 'Identifier' && one.name === 'undefined');
const asksForNothing = (node: BinaryNode): boolean => [node.left, node.right].some((side) => isNothing(bare(side)));
