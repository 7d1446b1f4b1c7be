import type { Node } from 'oxc-parser';
import { literal, optionsOf, type Part, type Unit } from '../evaluate/value.ts';
import { bare, memberName, nameOfKey } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { heldAt, setBy } from './held.ts';
import { isListHeld } from './held-list.ts';
import { isSentence } from './rule-name.ts';
import { askedBy, isItself, originOf, type Subject, subjectOf } from './subjects.ts';

type Check = Pick<RuleFact, 'rule' | 'value'> & Subject;

/** Checks written by hand: a condition on one field, and the message for those who fail it, in the same place. */
export function rulesByHand(world: World, forms: Forms): RuleFact[] {
  return world.nodes.flatMap(({ unit, node }): RuleFact[] => {
    return partsOf(node).flatMap((parts): RuleFact[] => {
      const said = messageIn(world, unit, parts.broken);
      if (!said) return [];
      const checks = parts.isMissing
        ? missing(world, unit, parts.test, said.field)
        : checksOf(world, unit, parts.test, said.field);
      return checks.flatMap((check) => {
        const field = said.field ?? check.field;
        // Under the name of what is missing anything may be said: `if (!form.from) errors.from = 'Say when it begins'`.
        const isOfIt = check.rule === 'required' && said.field === check.field && !isNotThere.test(said.message);
        if (field === undefined || !(isOfIt || says(check.rule, said.message))) return [];
        // A component sets texts for many reasons.
        if (said.isSet === true && check.isHeld !== true) return [];
        return [
          {
            form: forms.formOf(unit, node),
            field,
            rule: check.rule,
            value: check.value,
            message: said.message.includes(hole) ? undefined : said.message,
            at: { unit, node: parts.test },
            within: forms.usersOf(unit, node),
          },
        ];
      });
    });
  });
}

const isNotThere = /\b(?:not found|unknown|no such|does(?: not|n['’]t) exist|no longer)\b/i;

/** Whether the message speaks of the rule: `if (!order) return 'Order not found'` is none about an input. */
function says(rule: string, message: string): boolean {
  if (rule === 'pattern' || rule === 'enum') return true;
  if (rule === 'required')
    return /^(?:who|what|which|when|where|how|why)\b[^?]*\?$|\b(?:required?|enter|give|choose|select|provide|fill|type|pick|must|missing|add|needs?|empty|blank|specify)\b/i.test(
      message,
    );
  return /\d|\b(?:least|most|more|less|fewer|must|between|negative|positive|maximum|minimum|too|exceed|longer|shorter|characters)\b/i.test(
    message,
  );
}

interface Parts {
  test: Node;
  /** What happens to those who fail. */
  broken: Node;
  /** They fail where the test does not hold: `holder ? … : (faults.holder = 'Who is it for?')`. */
  isMissing?: true;
}

function partsOf(node: Node): Parts[] {
  if (node.type === 'IfStatement') return [{ test: node.test, broken: node.consequent }, ...otherwise(node)];
  if (node.type === 'ConditionalExpression') return [{ test: node.test, broken: node.consequent }, ...otherwise(node)];
  if (node.type !== 'LogicalExpression') return [];
  // Minifiers write `if (a) b = c` as `a && (b = c)`.
  if (node.operator === '&&') return [{ test: node.left, broken: node.right }];
  return node.operator === '||' ? [{ test: node.left, broken: node.right, isMissing: true }] : [];
}

function otherwise({ test, alternate }: { test: Node; alternate: Node | null }): Parts[] {
  return alternate ? [{ test, broken: alternate, isMissing: true }] : [];
}

/** Where a message puts in what only running tells: `Between {least} and {most}`, as money. It says of what it speaks, and is not told. */
const hole = '\ufffc';
const withHoles = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : hole)).join('');

interface Said {
  message: string;
  field: string | undefined;
  /** Put where a component holds it, under no field's name. */
  isSet?: true;
}

/** The message that is set, pushed or given back, and the field it is set for, when one is named. */
function messageIn(world: World, unit: Unit, then: Node): Said | undefined {
  const node = single(then);
  const text = (value: Node | undefined): string | undefined => {
    const worth = value && world.evaluator.worth(unit, value);
    const known = worth?.is === 'text' ? withHoles(worth.parts) : literal(worth);
    return known !== undefined && isSentence(known) ? known : undefined;
  };
  if (node.type === 'AssignmentExpression') {
    const message = text(node.right);
    const field = node.left.type === 'MemberExpression' ? memberName(node.left) : undefined;
    if (message === undefined || field === 'error' || field === 'message') return undefined;
    // `fault.value = '…'` of a ref.
    return field === 'value' ? { message, field: undefined, isSet: true } : { message, field };
  }
  if (node.type === 'ReturnStatement') {
    if (!node.argument) return undefined;
    const message = text(node.argument);
    if (message !== undefined) return { message, field: undefined };
    const given = single(node.argument);
    return fromObject(given, text) ?? (given.type === 'CallExpression' ? messageIn(world, unit, given) : undefined);
  }
  if (node.type === 'CallExpression') {
    const set = setBy(world, unit, node);
    const shown = text(set);
    if (shown !== undefined) return { message: shown, field: undefined, isSet: true };
    const args = node.arguments.filter((arg) => arg.type !== 'SpreadElement');
    const [first, second] = args;
    const field = first && args.length > 1 ? literal(world.evaluator.worth(unit, first)) : undefined;
    const message = text(args.length > 1 ? second : undefined);
    if (field !== undefined && message !== undefined && /^[\w.[\]]+$/.test(field)) return { message, field };
    const object = args.find((arg) => arg.type === 'ObjectExpression');
    const told = object && fromObject(object, text);
    return told && field !== undefined && told.field === undefined ? { ...told, field } : told;
  }
  if (node.type === 'Literal') {
    const message = text(node);
    return message === undefined ? undefined : { message, field: undefined };
  }
  return undefined;
}

/** `{field: 'reference', message: '…'}`, and `{reference: '…'}`. */
function fromObject(
  node: Node,
  text: (value: Node) => string | undefined,
): { message: string; field: string | undefined } | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const entries = node.properties.flatMap((property) =>
    property.type === 'Property' ? [[nameOfKey(property.key, property.computed) ?? '', property.value] as const] : [],
  );
  const message = entries.map(([key, value]) => ({ key, said: text(value) })).find(({ said }) => said !== undefined);
  // `return {errors: {why: 'Tell us a little more'}}`
  const [[key, held] = ['', undefined], other] = entries;
  if (held && !other && /^(?:errors|fieldErrors|issues|faults|problems)$/.test(key)) return fromObject(held, text);
  if (message?.said === undefined) return undefined;
  const named = entries.find(([key]) => /^(?:field|path|name)$/.test(key))?.[1];
  const field = named?.type === 'Literal' && typeof named.value === 'string' ? named.value : undefined;
  if (/^(?:message|msg|error|text)$/.test(message.key)) return { message: message.said, field };
  return entries.length === 1 ? { message: message.said, field: message.key } : undefined;
}

function single(node: Node): Node {
  if (node.type === 'BlockStatement' && node.body.length > 0 && node.body.length <= 3)
    return single(node.body[0] ?? node);
  if (node.type === 'ExpressionStatement') return single(node.expression);
  // Minifiers write `setFault('…'); return` as `return void setFault('…')`.
  if (node.type === 'UnaryExpression' && node.operator === 'void') return single(node.argument);
  return node.type === 'SequenceExpression' ? (node.expressions[0] ?? node) : bare(node);
}

/** The rules that a condition breaks: `a || b` breaks either. `told`: the field that the message is set for. */
function checksOf(world: World, unit: Unit, test: Node, told: string | undefined): Check[] {
  const node = bare(test);
  if (node.type === 'LogicalExpression') {
    const left = checksOf(world, unit, node.left, told);
    const right = checksOf(world, unit, node.right, told);
    // `text && text.length < 3`: only what is there is checked.
    return node.operator === '||' ? [...left, ...right] : right.length > 0 ? right : [];
  }
  if (node.type === 'BinaryExpression') return ofComparison(world, unit, node, node.operator, told);
  return node.type === 'UnaryExpression' && node.operator === '!' ? missing(world, unit, node.argument, told) : [];
}

/** What is asked for where something does not hold. */
function missing(world: World, unit: Unit, test: Node, told: string | undefined): Check[] {
  const inner = bare(test);
  if (inner.type === 'CallExpression') {
    const callee = bare(inner.callee);
    const name = memberName(callee);
    const asked = askedBy(unit, inner, told);
    if (asked !== undefined) return [{ rule: 'required', value: undefined, field: asked }];
    if (heldAt(world, unit, inner)) return [{ rule: 'required', value: undefined, ...subjectOf(world, unit, inner) }];
    if (callee.type !== 'MemberExpression') return [];
    if (name === 'test') {
      const [subject] = inner.arguments;
      return optionsOf(world.evaluator.worth(unit, callee.object)).flatMap((one) =>
        one.is === 'regex' && subject
          ? [{ rule: 'pattern', value: one.source, ...subjectOf(world, unit, subject) }]
          : [],
      );
    }
    if (name === 'trim') return [{ rule: 'required', value: undefined, ...subjectOf(world, unit, callee.object) }];
    if (name !== 'includes' || !inner.arguments[0]) return [];
    const values = world.evaluator.worth(unit, callee.object);
    const texts = values.is === 'array' ? values.items.flatMap((item) => literal(item) ?? []) : [];
    return texts.length > 1 ? [{ rule: 'enum', value: texts, ...subjectOf(world, unit, inner.arguments[0]) }] : [];
  }
  if (inner.type === 'UnaryExpression' && inner.operator === '!') return checksOf(world, unit, inner.argument, told);
  if (inner.type === 'BinaryExpression') {
    const opposite = opposites[inner.operator];
    return opposite ? ofComparison(world, unit, inner, opposite, told) : [];
  }
  // `!(budget >= 500 && budget <= 9000)`: either is asked for; of `!(a || b)` nobody knows which.
  if (inner.type === 'LogicalExpression')
    return inner.operator === '&&'
      ? [...missing(world, unit, inner.left, told), ...missing(world, unit, inner.right, told)]
      : [];
  const { field = askedBy(unit, inner, told), isHeld } = subjectOf(world, unit, inner);
  return field === undefined ? [] : [{ rule: 'required', value: undefined, field, isHeld }];
}

const opposites: Partial<Record<string, string>> = {
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<' },
  ...{ '===': '!==', '!==': '===', '==': '!=', '!=': '==' },
};

function ofComparison(
  world: World,
  unit: Unit,
  node: Extract<Node, { type: 'BinaryExpression' }>,
  operator: string,
  told: string | undefined,
): Check[] {
  const right = world.evaluator.worth(unit, node.right);
  const subject = originOf(unit, bare(node.left));
  const isLength = memberName(subject) === 'length' && subject.type === 'MemberExpression';
  const measured = isLength ? subject.object : subject;
  const { field = askedBy(unit, measured, told), isHeld } = subjectOf(world, unit, measured);
  const of = { field, isHeld };
  if (literal(right) === '' && /^={2,3}$/.test(operator)) return [{ rule: 'required', value: undefined, ...of }];
  // `pitch.split(' ').length` counts words, `ageOf(born)` years: neither limits what was typed.
  if (right.is !== 'number' || !isItself(world, unit, measured, told)) return [];
  const { number } = right;
  const [shortest, longest] =
    isLength && isListHeld(world, unit, measured) ? ['minItems', 'maxItems'] : ['minLength', 'maxLength'];
  // `price <= 0` refuses 0 and lets 0.01 in: which number is the least is known of lengths alone.
  switch (operator) {
    case '<':
      return [
        isLength && number === 1
          ? { rule: 'required', value: undefined, ...of }
          : { rule: isLength ? shortest : 'minimum', value: number, ...of },
      ];
    case '<=':
      return [
        isLength && number === 0
          ? { rule: 'required', value: undefined, ...of }
          : { rule: isLength ? shortest : 'minimum', value: isLength ? number + 1 : undefined, ...of },
      ];
    case '>':
      return [{ rule: isLength ? longest : 'maximum', value: number, ...of }];
    case '>=':
      return [{ rule: isLength ? longest : 'maximum', value: isLength ? number - 1 : undefined, ...of }];
    case '===':
    case '==':
      return isLength && number === 0 ? [{ rule: 'required', value: undefined, ...of }] : [];
    default:
      return [];
  }
}
