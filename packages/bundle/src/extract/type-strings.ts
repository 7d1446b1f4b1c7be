import type { Node } from 'oxc-parser';
import { literal, type Unit, type Value } from '../evaluate/value.ts';
import { nameOfKey, type ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { formatNamed } from './rule-name.ts';

type Rule = Pick<RuleFact, 'rule' | 'value' | 'message'>;

const number = String.raw`-?\d+(?:\.\d+)?`;
const kind = String.raw`(string|number)(?:\.[\w.]+)?`;
const between = new RegExp(`^(${number})\\s*(<=?)\\s*${kind}\\s*(<=?)\\s*(${number})$`);
const oneSided = new RegExp(`^${kind}\\s*([<>]=?|==)\\s*(${number})$`);
const plain = /^(?:string|number|boolean|Date|bigint|unknown)(?:\.[\w.]+)?(?:\[\])?$/;
const pattern = /^\/(.+)\/[a-z]*$/;
const union = /^(?:["'][^"']+["']\s*\|\s*)+["'][^"']+["']$/;

/**
 * Schemas whose types are texts, as arktype has them: `type({email: 'string.email', bike: '2 <= string <= 80', 'phone?': '/^\\d+$/'})`.
 * They are told by their grammar: every field must be of it, and one of them must say more than a type.
 */
export function ofTypeStrings(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  if (unit.scopes.parentOf(node)?.type !== 'CallExpression' || node.properties.length === 0) return [];
  const fields = node.properties.map((property) => {
    const key = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    const value = property.type === 'Property' ? world.evaluator.worth(unit, property.value) : undefined;
    return { property, key, rules: value && rulesOf(value) };
  });
  if (!fields.every(({ rules, key }) => rules !== undefined && key !== undefined)) return [];
  if (!fields.some(({ rules }) => (rules?.length ?? 0) > 0)) return [];
  const place = { form: forms.formOf(unit, node), within: forms.usersOf(unit, node) };
  return fields.flatMap(({ property, key = '', rules = [] }) => {
    const isOptional = key.endsWith('?');
    const required: Rule[] = isOptional ? [] : [{ rule: 'required', value: undefined, message: undefined }];
    const at: { unit: Unit; node: Node } = { unit, node: property };
    return [...required, ...rules].map((rule) => ({ ...rule, ...place, field: key.replace(/\?$/, ''), at }));
  });
}

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
