import { ruleNames, type StatementOf, singular, statementKey } from '@sightglass/wire';
import type { CallFact, CodeFacts, RuleFact } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

type Rule = StatementOf<'rule'>;

/** What the code asks of inputs. A rule of a form that nothing names, and whose call nothing shows, is left out. */
export function rulesOf({ rules }: CodeFacts, ground: Ground): Rule[] {
  const told = rules.flatMap((rule) => toRule(rule, ground) ?? []);
  return [...new Map(told.map((rule) => [rule.key, rule])).values()];
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
function formOf({ path }: CallFact): string | null {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.startsWith('{'));
  const last = words.at(-1);
  return last === undefined ? null : singular(last);
}
