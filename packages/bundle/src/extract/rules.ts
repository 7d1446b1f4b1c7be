import type { Node } from 'oxc-parser';
import { literal, textsOf, type Unit, type Value } from '../evaluate/value.ts';
import type { ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import { messageOf } from './chain-rules.ts';
import { rulesOfChains } from './chains.ts';
import { rulesByHand } from './checks.ts';
import { type ControlNode, componentAround, controlAt, groupsAround, listedAt } from './controls.ts';
import { type Element, propOf } from './element.ts';
import type { RuleFact } from './fact.ts';
import { formActions } from './form-actions.ts';
import type { Forms } from './forms.ts';
import { rulesOfMarkup, rulesOfSources } from './markup.ts';
import { rulesOfRefinements } from './refinements.ts';
import { formatNamed, isSentence, ruleNamed } from './rule-name.ts';
import { fromOptions, fromRuleItem, isFieldName } from './rule-options.ts';
import { ofRuleTable } from './rule-tables.ts';
import { rulesOfSignalForms } from './signal-forms.ts';
import { withTemplateMessages } from './template-messages.ts';
import { ofTypeStrings } from './type-strings.ts';
import { ofValidations } from './validations.ts';

/** What inputs must be: schemas, tables of rules, attributes of inputs, options of form libraries, checks by hand. */
export function rulesIn(world: World, elements: Element[], markup: readonly Unit[], forms: Forms): RuleFact[] {
  const chains = rulesOfChains(world, forms);
  const found = [
    // What the source says first: its place is surer than that of what was made of it.
    ...rulesOfSources(markup),
    ...chains,
    ...rulesOfRefinements(world, forms, chains),
    ...rulesOfSignalForms(world, forms),
    ...rulesByHand(world, forms),
    ...rulesOfElements(elements, forms, formActions(world)),
    ...rulesOfMarkup(world, forms),
  ];
  for (const { unit, node } of world.nodes) {
    if (node.type === 'ObjectExpression')
      found.push(
        ...ofDescriptor(world, forms, unit, node),
        ...ofJsonSchema(world, forms, unit, node),
        ...ofValidations(world, forms, unit, node),
        ...ofTypeStrings(world, forms, unit, node),
        ...ofRuleTable(world, forms, unit, node),
      );
    else if (node.type === 'CallExpression') found.push(...ofRegister(world, forms, unit, node));
    else if (node.type === 'Property' || node.type === 'PropertyDefinition')
      found.push(...ofControl(world, forms, unit, node));
  }
  return merge(withTemplateMessages(world, found));
}

/** `{field: 'reference', rule: 'minLength', value: 3, message: '…'}`. */
function ofDescriptor(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  const object = world.evaluator.worth(unit, node);
  if (object.is !== 'object') return [];
  const read = (...keys: string[]): Value | undefined =>
    keys.map((key) => object.entries.get(key)?.value()).find((value) => value !== undefined);
  const field = literal(read('field', 'fieldName', 'name', 'path', 'prop', 'property'));
  const named = literal(read('rule', 'validator', 'check', 'constraint', 'validation', 'kind', 'type'));
  const message = read('message', 'msg', 'error', 'errorMessage', 'text');
  const rule = named === undefined ? undefined : ruleNamed(named);
  if (!isFieldName(field) || named === undefined || rule === undefined) return [];
  if (!object.entries.has('rule') && !messageOf(message)) return [];
  const value =
    valueOfRule(rule, read('value', 'limit', 'param', 'arg', 'pattern', 'min', 'max', 'values', 'options')) ??
    formatNamed(named);
  return [
    {
      form: forms.formOf(unit, node),
      field,
      rule,
      value,
      message: literal(message),
      at: { unit, node },
      within: forms.usersOf(unit, node),
    },
  ];
}

function valueOfRule(rule: string, value: Value | undefined): RuleFact['value'] {
  if (!value || rule === 'required') return undefined;
  if (value.is === 'number') return value.number;
  if (value.is === 'regex') return value.source;
  return textsOf(value) ?? literal(value);
}

/** Attributes of inputs, and what `Controller` and `Form.Item` are given as `rules`. */
function rulesOfElements(elements: Element[], forms: Forms, actionsAt: ReturnType<typeof formActions>): RuleFact[] {
  return elements.flatMap((element): RuleFact[] => {
    const { unit, node, tag, props } = element;
    const field = propOf(element, 'name', 'id');
    if (!isFieldName(field) || !(tag === '' || tag === 'input' || tag === 'select' || tag === 'textarea')) return [];
    const within = [...forms.usersOf(unit, node), ...actionsAt(unit, node)];
    const place = { form: forms.formOf(unit, node), field, at: { unit, node }, within };
    const type = tag === 'input' ? propOf(element, 'type') : undefined;
    const format =
      type === 'email' || type === 'url' || type === 'date'
        ? [{ rule: 'format', value: type, message: undefined }]
        : [];
    // `<Input name="title" required minLength={3} />` of the product's own hands on what an input is told.
    const isField = tag !== '' || [...ofFields].some((prop) => props.has(prop));
    if (!isField) return [];
    const rules = props.get('rules')?.value();
    const listed = rules?.is === 'array' ? rules.items : rules?.is === 'object' ? [rules] : [];
    const more = listed.flatMap((item) => (item.is === 'object' ? fromRuleItem(item.entries) : []));
    return [...fromOptions(props, tag !== ''), ...format, ...more].map((rule) => ({ ...rule, ...place }));
  });
}

/** What only fields are given: where a component has one of them beside its name, it is one. */
const ofFields = new Set(['label', 'type', 'rules', 'placeholder', 'required', 'minLength', 'maxLength', 'pattern']);

/** `register('email', {required: '…', maxLength: {value: 60, message: '…'}})`. */
function ofRegister(
  world: World,
  forms: Forms,
  unit: Unit,
  node: Extract<Node, { type: 'CallExpression' }>,
): RuleFact[] {
  const [first, second] = node.arguments;
  if (node.arguments.length !== 2 || first?.type !== 'Literal' || second?.type !== 'ObjectExpression') return [];
  const field = literal(world.evaluator.worth(unit, first));
  const options = world.evaluator.worth(unit, second);
  if (!isFieldName(field) || options.is !== 'object') return [];
  const keys = [...options.entries.keys()];
  const isRegister = keys.every((key) =>
    /^(?:required|min|max|minLength|maxLength|pattern|validate|valueAsNumber|valueAsDate|setValueAs|disabled|onChange|onBlur|value|deps|shouldUnregister)$/.test(
      key,
    ),
  );
  if (!isRegister || !keys.some((key) => /^(?:required|minLength|maxLength|pattern|validate|valueAsNumber)$/.test(key)))
    return [];
  const place = { form: forms.formOf(unit, node), field, at: { unit, node }, within: forms.usersOf(unit, node) };
  return fromOptions(options.entries).map((rule) => ({ ...rule, ...place }));
}

/** What Angular's controls say of their fields. */
function ofControl(world: World, forms: Forms, unit: Unit, node: ControlNode): RuleFact[] {
  const control = controlAt(world, unit, node);
  // A field of a group may well be called `value`.
  if (!control || !(isFieldName(control.field) || control.field === 'value')) return [];
  const { field, rules } = control;
  const form = forms.formOf(unit, node) ?? componentAround(unit, node) ?? forms.fieldOf(unit, node);
  const listed = listedAt(world, unit, node);
  const place = {
    form,
    field: (listed ? groupsAround(listed.unit, listed.node) : '') + groupsAround(unit, node) + field,
    at: { unit, node },
    // A field of a class is used by what reads that field.
    within: listed
      ? forms.usersOf(listed.unit, listed.node)
      : forms.usersOf(unit, node.type === 'PropertyDefinition' && node.value ? node.value : node),
  };
  return rules.map(({ rule, given }) => {
    const value = rule === 'format' ? 'email' : valueOfRule(rule, given);
    return { rule, value, message: undefined, ...place };
  });
}

/** `{type: 'object', required: ['name'], properties: {name: {minLength: 2}}}`. */
function ofJsonSchema(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  const schema = world.evaluator.worth(unit, node);
  if (schema.is !== 'object' || literal(schema.entries.get('type')?.value()) !== 'object') return [];
  const properties = schema.entries.get('properties')?.value();
  if (properties?.is !== 'object') return [];
  const required = new Set(textsOf(schema.entries.get('required')?.value()) ?? []);
  const form = forms.formOf(unit, node);
  const within = forms.usersOf(unit, node);
  return [...properties.entries.values()].flatMap((entry) => {
    const value = entry.value();
    if (value.is !== 'object') return [];
    const place = { form, field: entry.key, at: entry.spot, within, message: undefined };
    const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'enum', 'format', 'multipleOf'].flatMap(
      (rule) => {
        const given = valueOfRule(rule, value.entries.get(rule)?.value());
        return given === undefined ? [] : [{ rule, value: given, ...place }];
      },
    );
    return required.has(entry.key) ? [{ rule: 'required', value: undefined, ...place }, ...limits] : limits;
  });
}

/** The same rule of the same field, told twice, is one; with a message, where one of them has it. */
function merge(rules: RuleFact[]): RuleFact[] {
  const merged = new Map<string, RuleFact>();
  for (const rule of rules) {
    const key = `${rule.form ?? rule.at.node.start} ${rule.field} ${rule.rule}`;
    const known = merged.get(key);
    if (!known) merged.set(key, rule);
    else
      merged.set(key, {
        ...known,
        message: known.message ?? rule.message,
        value: known.value ?? rule.value,
        within: [...new Set([...known.within, ...rule.within])],
      });
  }
  return [...merged.values()].map((rule) =>
    rule.message !== undefined && !isSentence(rule.message) ? { ...rule, message: undefined } : rule,
  );
}
