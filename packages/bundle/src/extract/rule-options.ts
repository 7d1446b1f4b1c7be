import { type Entry, literal } from '../evaluate/value.ts';
import { messageOf } from './chain-rules.ts';
import type { RuleFact } from './fact.ts';
import { formatNamed, ruleNamed } from './rule-name.ts';

/** A rule, whatever field it is about. */
export type Said = Pick<RuleFact, 'rule' | 'value' | 'message'>;

export const isFieldName = (text: string | undefined): text is string =>
  text !== undefined &&
  /^[A-Za-z_][\w.[\]-]*$/.test(text) &&
  text.length <= 60 &&
  !/^(?:children|root|value|label|content|props)$/.test(text);

/** Names of attributes and options that say a rule, with what they need to be one. */
export function fromOptions(entries: ReadonlyMap<string, Entry>, isHtml = false): Said[] {
  const keys = ['required', 'minLength', 'maxLength', 'minlength', 'maxlength', 'min', 'max', 'pattern', 'step'];
  return keys.flatMap((key): Said[] => {
    const given = entries.get(key)?.value();
    const rule = ruleNamed(key);
    if (!given || rule === undefined) return [];
    const value = given.is === 'object' ? given.entries.get('value')?.value() : given;
    const message = given.is === 'object' ? messageOf(given) : key === 'required' ? messageOf(given) : undefined;
    if (rule === 'required') {
      // In HTML an attribute that is there is on, whatever it says.
      const isOn =
        (value?.is === 'boolean' && value.boolean) || (given.is === 'text' && (isHtml || message !== undefined));
      return isOn ? [{ rule, value: undefined, message }] : [];
    }
    if (rule === 'pattern') {
      const source = value?.is === 'regex' ? value.source : literal(value);
      return source === undefined ? [] : [{ rule, value: source, message }];
    }
    const number = value?.is === 'number' ? value.number : Number(literal(value) ?? Number.NaN);
    return Number.isFinite(number) ? [{ rule, value: number, message }] : [];
  });
}

/** One item of a list of rules: `{required: true, message: '…'}`, `{min: 3, message: '…'}`, `{type: 'email'}`. */
export function fromRuleItem(entries: ReadonlyMap<string, Entry>): Said[] {
  const type = literal(entries.get('type')?.value());
  const format = type === undefined ? undefined : formatNamed(type);
  const said = literal(entries.get('message')?.value());
  const isNumber = type === 'number' || type === 'integer';
  const rules = fromOptions(entries).map((one) => ({
    ...one,
    rule: isNumber ? one.rule : one.rule === 'minimum' ? 'minLength' : one.rule === 'maximum' ? 'maxLength' : one.rule,
    message: one.message ?? said,
  }));
  return format === undefined ? rules : [...rules, { rule: 'format', value: format, message: said }];
}
