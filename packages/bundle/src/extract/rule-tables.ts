import { literal, type Unit, type Value, type ValueOf } from '../evaluate/value.ts';
import type { ObjectNode } from '../evaluate/walk.ts';
import type { World } from '../evaluate/world.ts';
import type { RuleFact } from './fact.ts';
import type { Forms } from './forms.ts';
import { formatNamed, isSentence } from './rule-name.ts';
import { fromOptions, fromRuleItem, isFieldName, type Said } from './rule-options.ts';

/** What async-validator takes, which forms of Element Plus, Ant Design Vue and others hand their rules to. */
const ofItem =
  /^(?:required|message|trigger|min|max|len|type|pattern|validator|asyncValidator|whitespace|enum|transform|fields)$/;
/** What jQuery's plugin knows, by its names. */
const ofPlugin =
  /^(?:required|remote|email|url|date|dateISO|number|digits|creditcard|minlength|maxlength|rangelength|min|max|range|step|equalTo|extension|pattern)$/;

/**
 * Tables from fields to rules: `{name: [{required: true, message: '…', trigger: 'blur'}]}`, and `validate({rules: {name: {required: true,
 * minlength: 2}}, messages: {name: '…'}})` of jQuery.
 */
export function ofRuleTable(world: World, forms: Forms, unit: Unit, node: ObjectNode): RuleFact[] {
  if (node.properties.length === 0 || node.properties.length > 60) return [];
  const table = world.evaluator.worth(unit, node);
  if (table.is !== 'object') return [];
  const place = { form: forms.formOf(unit, node), within: forms.usersOf(unit, node) };
  return [...(listed(table) ?? []), ...plugged(table)].map(({ said, ...of }) => ({ ...said, ...of, ...place }));
}

interface Told {
  said: Said;
  field: string;
  at: RuleFact['at'];
}

function listed(table: ValueOf<'object'>): Told[] | undefined {
  const rows = [...table.entries.values()].map((entry) => {
    const value = entry.value();
    const items = value.is === 'array' ? value.items : [value];
    return { entry, items: items.filter((item) => item.is === 'object') };
  });
  const items = rows.flatMap((row) => row.items);
  // A message or when it is looked at: what only counts and asks may be anything.
  const isTable =
    rows.every((row) => isFieldName(row.entry.key) && row.items.length > 0) &&
    items.every(({ entries }) => entries.size > 0 && [...entries.keys()].every((key) => ofItem.test(key))) &&
    items.some(({ entries }) => entries.has('trigger') || isSentence(literal(entries.get('message')?.value()) ?? ''));
  if (!isTable) return undefined;
  return rows.flatMap(({ entry, items }) =>
    items.flatMap((item) => fromRuleItem(item.entries).map((said) => ({ said, field: entry.key, at: entry.spot }))),
  );
}

function plugged(table: ValueOf<'object'>): Told[] {
  const rules = table.entries.get('rules')?.value();
  if (rules?.is !== 'object') return [];
  const rows = [...rules.entries.values()].map((entry) => ({ entry, value: entry.value() }));
  const isPlugins = rows.every(
    ({ entry, value }) =>
      isFieldName(entry.key) &&
      (literal(value) === 'required' ||
        (value.is === 'object' && [...value.entries.keys()].every((key) => ofPlugin.test(key)))),
  );
  if (!isPlugins) return [];
  const messages = table.entries.get('messages')?.value();
  return rows.flatMap(({ entry, value }) => {
    const told = messages?.is === 'object' ? messages.entries.get(entry.key)?.value() : undefined;
    return rulesOf(value).map(({ said, name }) => ({
      said: { ...said, message: literal(told?.is === 'object' ? told.entries.get(name)?.value() : told) },
      field: entry.key,
      at: entry.spot,
    }));
  });
}

function rulesOf(value: Value): { said: Said; name: string }[] {
  if (value.is !== 'object')
    return [{ said: { rule: 'required', value: undefined, message: undefined }, name: 'required' }];
  return [...value.entries].flatMap(([name, entry]) => {
    const given = entry.value();
    const format = given.is === 'boolean' && given.boolean ? formatNamed(name) : undefined;
    if (format !== undefined) return [{ said: { rule: 'format', value: format, message: undefined }, name }];
    return fromOptions(new Map([[name, entry]])).map((said) => ({ said, name }));
  });
}
