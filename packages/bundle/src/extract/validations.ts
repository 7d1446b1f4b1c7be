import type { Node } from 'oxc-parser';
import { literal, type Unit, type Value } from '../evaluate/value.ts';
import { bare, nameOfKey, type ObjectNode, propertyNamed } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { isSentence } from './rule-name.ts';

type Rule = Pick<RuleFact, 'rule' | 'value' | 'message'>;

const names =
  /^(?:required|minLength|maxLength|minValue|maxValue|between|email|url|integer|numeric|decimal|alpha|alphaNum|sameAs|requiredIf|requiredUnless|ipAddress|macAddress|not|or|and|\$each|\$autoDirty|\$lazy)$/;
const telling = ['required', 'minLength', 'maxLength', 'minValue', 'maxValue', 'between', 'sameAs', 'requiredIf'];
const plain = /^(?:required|minLength|maxLength|minValue|maxValue|between|email|url)$/;

/** `{place: {required, minLength: minLength(3)}}`: the rules of Vuelidate, whose keys outlive every minifier. */
export function ofValidations(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  const fields = node.properties.flatMap((property) => {
    const field = property.type === 'Property' ? nameOfKey(property.key, property.computed) : undefined;
    const value = property.type === 'Property' ? bare(property.value) : undefined;
    return field !== undefined && value?.type === 'ObjectExpression' && isRules(value)
      ? [{ field, rules: value, property }]
      : [];
  });
  if (fields.length === 0 || fields.length < node.properties.length) return [];
  // `{interpolate: {email: user.email}}`: what only these name may as well be what is written there.
  if (!fields.some(({ rules }) => propertyNamed(rules, ...telling))) return [];
  const place = { form: forms.formOf(unit, node), within: forms.usersOf(unit, node) };
  return fields.flatMap(({ field, rules, property }) =>
    rules.properties.flatMap((one) => {
      const name = one.type === 'Property' ? nameOfKey(one.key, one.computed) : undefined;
      if (one.type !== 'Property' || name === undefined) return [];
      return ruleOf(world, unit, name, bare(one.value)).map((rule) => ({
        ...rule,
        ...place,
        field,
        at: { unit, node: property },
      }));
    }),
  );
}

/** Every key is a validator's name, and what stands there is made by a library: no literal. */
function isRules(node: ObjectNode): boolean {
  const keys = node.properties.map((one) => (one.type === 'Property' ? (nameOfKey(one.key, one.computed) ?? '') : ''));
  return (
    keys.length > 0 &&
    keys.every((key) => names.test(key)) &&
    keys.some((key) => plain.test(key)) &&
    node.properties.every((one) => one.type === 'Property' && isValidator(bare(one.value)))
  );
}

/** A library made it; where a minifier put what it makes in its place, it says what it is. */
const isValidator = (node: Node): boolean =>
  /^(?:Identifier|MemberExpression|CallExpression)$/.test(node.type) ||
  propertyNamed(node, '$validator', '$params') !== undefined;

function ruleOf(world: World, unit: Unit, name: string, node: Node): Rule[] {
  const { args, message } = givenTo(world, unit, node);
  const numbers = args.flatMap((arg) => (arg.is === 'number' ? [arg.number] : []));
  const [first, second] = numbers;
  const tell = (rule: string, value: RuleFact['value']): Rule => ({ rule, value, message });
  if (name === 'required') return [tell('required', undefined)];
  if (name === 'email' || name === 'url') return [tell('format', name)];
  if (name === 'between' && first !== undefined && second !== undefined)
    return [tell('minimum', first), tell('maximum', second)];
  const rule = { minLength: 'minLength', maxLength: 'maxLength', minValue: 'minimum', maxValue: 'maximum' }[name];
  return rule === undefined || first === undefined ? [] : [tell(rule, first)];
}

/** `minLength(3)`, and `helpers.withMessage('Too short', minLength(3))`. */
function givenTo(world: World, unit: Unit, node: Node): { args: Value[]; message: string | undefined } {
  const parameters = propertyNamed(node, '$params');
  const given = parameters && world.evaluator.worth(unit, parameters);
  if (given?.is === 'object')
    return { args: [...given.entries.values()].map((entry) => entry.value()), message: undefined };
  if (node.type !== 'CallExpression') return { args: [], message: undefined };
  const args = node.arguments.flatMap((arg) =>
    arg.type === 'SpreadElement' ? [] : [world.evaluator.worth(unit, arg)],
  );
  const told = literal(args[0]);
  const inner = node.arguments[1];
  if (told === undefined || !isSentence(told) || !inner) return { args, message: undefined };
  return { args: givenTo(world, unit, bare(inner)).args, message: told };
}
