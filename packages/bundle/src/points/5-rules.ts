import { ruleNames, type StatementOf, singular, statementKey } from '@sightglass/wire';
import type { CallFact, CodeFacts, RuleFact } from '../extract/fact.ts';
import { thingAsked } from './entity-names.ts';
import type { Ground } from './ground.ts';

type Rule = StatementOf<'rule'>;

/** What the code asks of inputs. A rule of a form that nothing names, and whose call nothing shows, is left out. */
export function rulesOf({ rules }: CodeFacts, ground: Ground): Rule[] {
  const merged = new Map<string, Rule>();
  // What names its form says it best; what another place adds is the message.
  for (const fact of rules.toSorted(
    (one, other) => Number(one.form === undefined) - Number(other.form === undefined),
  )) {
    const rule = toRule(fact, ground);
    const known = rule && merged.get(rule.key);
    if (rule && known?.message === null && rule.message !== null)
      merged.set(rule.key, { ...rule, form: known.form, value: known.value ?? rule.value });
    else if (rule && !known) merged.set(rule.key, rule);
  }
  // A form that makes and changes a thing says the same of two calls.
  const texts = Map.groupBy(merged.values(), ({ text }) => text);
  return [...merged.values()].map((rule) =>
    rule.call && (texts.get(rule.text)?.length ?? 0) > 1
      ? { ...rule, text: rule.text.replace(` of ${rule.form}:`, () => ` of ${rule.call?.method} ${rule.call?.path}:`) }
      : rule,
  );
}

function toRule(fact: RuleFact, ground: Ground): Rule | undefined {
  const rule = ruleNames.find((name) => name === fact.rule);
  const call = fact.call ? { method: fact.call.method, path: fact.call.path } : null;
  const form = fact.form ?? (fact.call ? formOf(fact.call) : null);
  if (rule === undefined || (form === null && call === null)) return undefined;
  const value = fact.value ?? null;
  return {
    key: statementKey.rule({ call, form }, fact.field, rule),
    point: 5,
    kind: 'rule',
    text: `${fact.field} of ${form ?? `${call?.method} ${call?.path}`}: ${rule}${value === null ? '' : ` ${Array.isArray(value) ? value.join(', ') : value}`}${fact.message === undefined ? '' : `, “${fact.message}”`}.`,
    ...ground(fact.at),
    ...{ form, call, field: fact.field, rule, value, message: fact.message ?? null, from: ['code'] },
  };
}

/** What one would call the form that sends a call: its action, or the thing that is sent. */
function formOf({ path, isChange }: CallFact): string | null {
  const asked = thingAsked(path, isChange);
  if (asked !== undefined) return asked;
  const [, operation] = path.split('#');
  if (operation !== undefined) return operation.charAt(0).toLowerCase() + operation.slice(1);
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const last = words.at(-1);
  return last === undefined ? null : singular(last);
}
