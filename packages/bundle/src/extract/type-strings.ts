import type { Node } from 'oxc-parser';
import { literal, type Unit, type Value } from '../evaluate/value.ts';
import { memberName, nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { formatNamed } from './rule-name.ts';

type Rule = Pick<RuleFact, 'rule' | 'value' | 'message'>;

const number = String.raw`-?\d+(?:\.\d+)?`;
const kind = String.raw`(string|number)(?:\.[\w.]+)?`;
const between = new RegExp(`^(${number})\\s*(<=?)\\s*${kind}\\s*(<=?)\\s*(${number})$`);
const items = new RegExp(`^${kind}\\[\\]\\s*([<>]=?|==)\\s*(\\d+)$`);
const oneSided = new RegExp(`^${kind}\\s*([<>]=?|==)\\s*(${number})$`);
const plain = /^(?:string|number|boolean|Date|bigint|unknown)(?:\.[\w.]+)?(?:\[\])?$/;
/** With what only patterns have in it: `/funds/my` is an address. */
const pattern = /^\/(?=.*[\\^$*+?|[(])(.+)\/[dgimsuvy]{0,4}$/;
const union = /^(?:["'][^"']+["']\s*\|\s*)+["'][^"']+["']$/;

/**
 * Schemas whose types are texts, as arktype has them: `type({email: 'string.email', bike: '2 <= string <= 80', 'phone?': '/^\\d+$/'})`,
 * with objects in them (`ship: {town: 'string > 0'}`), patterns, and types that are told step by step (`type('string').atLeastLength(2)`).
 * They are told by their grammar: every text must be of it, one of them must say more than a type, and half of the fields be texts.
 */
export function ofTypeStrings(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  if (unit.scopes.parentOf(node)?.type !== 'CallExpression' || node.properties.length === 0) return [];
  const fields = fieldsOf(world, unit, node, '');
  const texts = fields?.filter(({ isText }) => isText) ?? [];
  if (!fields || texts.length * 2 < fields.length || !texts.some(({ rules }) => rules.length > 0)) return [];
  const place = { form: forms.formOf(unit, node), within: forms.usersOf(unit, node) };
  return fields.flatMap(({ property, field, isOptional, rules }) => {
    const required: Rule[] = isOptional ? [] : [{ rule: 'required', value: undefined, message: undefined }];
    const at: { unit: Unit; node: Node } = { unit, node: property };
    return [...required, ...rules].map((rule) => ({ ...rule, ...place, field, at }));
  });
}

interface Field {
  property: Node;
  field: string;
  isOptional: boolean;
  isText: boolean;
  rules: Rule[];
}

/** `undefined`: this is no schema. */
function fieldsOf(world: World, unit: Unit, node: ObjectNode, prefix: string): Field[] | undefined {
  const found: Field[] = [];
  for (const property of node.properties) {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    if (property.type !== 'Property' || key === undefined) return undefined;
    const field = prefix + key.replace(/\?$/, '');
    const isOptional = key.endsWith('?');
    const inner = property.value.type === 'ObjectExpression' ? property.value : undefined;
    const value = world.evaluator.worth(unit, property.value);
    const isText = literal(value) !== undefined;
    const below = inner && fieldsOf(world, unit, inner, `${field}.`);
    const rules = inner ? [] : isText ? rulesOf(value) : rulesOfOther(world, unit, property.value, value);
    if (rules === undefined || (inner && !below)) return undefined;
    found.push(...(below ?? [{ property, field, isOptional, isText, rules }]));
  }
  return found;
}

/** A pattern, and a type of its own that is told step by step or elsewhere; what else is no type. */
function rulesOfOther(world: World, unit: Unit, node: Node, value: Value): Rule[] | undefined {
  if (value.is === 'regex') return [{ rule: 'pattern', value: value.source, message: undefined }];
  if (node.type === 'Identifier' || node.type === 'MemberExpression') return [];
  const rules: Rule[] = [];
  let at: Node = node;
  while (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
    const rule = steps.get(memberName(at.callee) ?? '');
    const [given] = at.arguments;
    const limit = given && given.type !== 'SpreadElement' ? world.evaluator.worth(unit, given) : undefined;
    if (rule && limit?.is === 'number') rules.unshift({ rule, value: limit.number, message: undefined });
    at = at.callee.object;
  }
  return at.type === 'CallExpression' ? rules : undefined;
}

const steps = new Map(
  Object.entries({
    atLeastLength: 'minLength',
    atMostLength: 'maxLength',
    atLeast: 'minimum',
    atMost: 'maximum',
  }),
);

/** What a type says besides the type; `undefined` when the text is none. */
function rulesOf(value: Value): Rule[] | undefined {
  const text = literal(value)?.trim();
  if (text === undefined) return undefined;
  const tell = (rule: string, given: RuleFact['value']): Rule => ({ rule, value: given, message: undefined });
  const bound = (type: string, isLeast: boolean, limit: number, operator: string) => {
    const rule = type === 'string' ? (isLeast ? 'minLength' : 'maxLength') : isLeast ? 'minimum' : 'maximum';
    const isIn = operator.endsWith('=');
    // The next number is known of whole ones alone: what is more than 0 may be 0.01.
    if (!isIn && type === 'number' && !/\bnumber\.integer\b/.test(text)) return tell(rule, undefined);
    return tell(rule, isIn ? limit : limit + (isLeast ? 1 : -1));
  };
  const both = between.exec(text);
  if (both) {
    const [, least = '', from = '', type = '', to = '', most = ''] = both;
    return [bound(type, true, Number(least), from), bound(type, false, Number(most), to)];
  }
  const listed = items.exec(text);
  if (listed) {
    const [, , operator = '', most = ''] = listed;
    const limit = Number(most) + (operator === '<' ? -1 : operator === '>' ? 1 : 0);
    return operator === '==' ? [] : [tell(operator.startsWith('>') ? 'minItems' : 'maxItems', limit)];
  }
  const one = oneSided.exec(text);
  if (one) {
    const [, type = '', operator = '', limit = ''] = one;
    if (operator === '==')
      return [bound(type, true, Number(limit), operator), bound(type, false, Number(limit), operator)];
    const isLeast = operator.startsWith('>');
    return [bound(type, isLeast, Number(limit), operator)];
  }
  const source = pattern.exec(text)?.[1];
  if (source !== undefined) return [tell('pattern', source)];
  if (union.test(text))
    return [
      tell(
        'enum',
        [...text.matchAll(/["']([^"']+)["']/g)].map(([, name = '']) => name),
      ),
    ];
  if (!plain.test(text)) return undefined;
  const format = formatNamed(text.split('.')[1] ?? '');
  return format === undefined ? [] : [tell('format', format)];
}
