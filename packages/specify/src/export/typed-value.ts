import type { CallName, Specification, StatementOf } from '@sightglass/wire';
import { callNamed } from './call-named.ts';
import { exampleOf } from './example.ts';
import { samplePattern } from './pattern-sample.ts';
import { valueSchema } from './schema.ts';
import { sureOf } from './sure.ts';

/** A field of what a call sends, and all that is known of what may stand in it. */
export interface SentField {
  name: string;
  required: boolean;
  /** Whether one of a closed set is chosen. */
  chosen: boolean;
  said: StatementOf<'requestField'> | undefined;
  rules: StatementOf<'rule'>[];
}

/** What a call is sent: from its bodies and from the rules about them. Objects are told by what is in them. */
export function sentFields(specification: Specification, call: CallName): SentField[] {
  const said = sureOf(specification, 'requestField').filter((one) => callNamed(one.call) === callNamed(call));
  const rules = sureOf(specification, 'rule').filter(
    (one) => one.call !== null && callNamed(one.call) === callNamed(call),
  );
  const names = [...new Set([...said.map(({ name }) => name), ...rules.map(({ field }) => field)])];
  const leaves = names.filter(
    (name) => !names.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[]`)),
  );
  return leaves.map((name) => {
    const [field, own] = [said.find((one) => one.name === name), rules.filter((one) => one.field === name)];
    return {
      ...{ name, said: field, rules: own },
      required: field?.required === true || own.some(({ rule }) => rule === 'required'),
      chosen: own.some(({ rule }) => rule === 'enum') || (field?.values ?? null) !== null,
    };
  });
}

/** A date this many days ahead is late enough for most forms. */
const daysAhead = 14;
export type TypedValue = { text: string } | { inDays: number };

/** Something to type that all rules of the field take. It is made up: what people typed was never recorded. */
export function typedValue(field: SentField | undefined): TypedValue {
  const { said, rules } = field ?? { said: undefined, rules: [] };
  const rule = (name: StatementOf<'rule'>['rule']) => rules.find((one) => one.rule === name)?.value ?? null;
  const number = (name: StatementOf<'rule'>['rule']) =>
    typeof rule(name) === 'number' ? Number(rule(name)) : undefined;
  const closed = rule('enum') ?? said?.values ?? null;
  if (Array.isArray(closed) && closed[0] !== undefined) return { text: closed[0] };
  const format = typeof rule('format') === 'string' ? String(rule('format')) : (said?.format ?? null);
  if (format === 'date') return { inDays: daysAhead };
  const [least, most] = [number('minLength') ?? 0, number('maxLength') ?? Number.POSITIVE_INFINITY];
  const pattern = rule('pattern');
  const sampled = typeof pattern === 'string' ? samplePattern(pattern, least) : undefined;
  if (sampled !== undefined) return { text: sampled };
  if (
    said?.type === 'integer' ||
    said?.type === 'number' ||
    number('minimum') !== undefined ||
    number('maximum') !== undefined
  )
    return { text: String(numberIn(number('minimum'), number('maximum'), number('multipleOf'))) };
  if (format !== null && format !== 'sentence') {
    const example = exampleOf(valueSchema({ type: 'string', format, nullable: false, values: null }));
    if (typeof example === 'string' && example !== 'text') return { text: example };
  }
  return {
    text: 'Example '
      .repeat(Math.ceil(Math.min(least, 1_000) / 8) || 1)
      .trim()
      .padEnd(least, 's')
      .slice(0, most),
  };
}

function numberIn(minimum: number | undefined, maximum: number | undefined, step = 1): number {
  const low = minimum ?? Math.min(1, maximum ?? 1);
  const stepped = step > 0 ? Math.ceil(low / step) * step : low;
  return maximum !== undefined && stepped > maximum ? maximum : stepped;
}
