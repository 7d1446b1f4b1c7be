import type { Fact, StatementOf } from '@sightglass/wire';
import { formatOf, isNullable, typeOf } from './body.ts';
import { tierOf, universal } from './confidence.ts';
import { labelled } from './own-calls.ts';

type AboutValue = Pick<StatementOf<'query'>, 'type' | 'format' | 'required' | 'nullable' | 'values' | 'seenBy'>;

/** A value that fewer visitors had could tell of one of them: k-anonymity with k = 5. */
const knownToMany = 5;
/** States, roles and ways to sort are words of the application, not of a person; two visitors rule out a typing error. */
const closedByName =
  /(?:^|[a-z_.-])(?:state|status|role|phase|stage|type|kind|mode|sort|order|direction|priority|severity|decision)s?(?:\[\])?$/i;
const wordOfApplication = 2;
/** What says no more than that there is text. */
const plainFormats = new Set(['word', 'sentence', 'slug', 'empty']);

/**
 * What the sightings of a value bear out.
 *
 * @param present - How often it was there, and how often it could have been and was not.
 */
export function aboutValue(name: string, fact: Fact, present: { present: number; absent: number }): AboutValue {
  const values = valuesOf(name, fact);
  // "Always" is a claim about what was not seen: sessions, not repetitions within one, are what speaks for it.
  const sure = universal(Math.min(present.present, fact.sessions), present.absent);
  return {
    type: typeOf(fact),
    format: formatTold(fact),
    required: present.absent === 0 && tierOf(sure, fact.visitors) !== 'suspected',
    nullable: isNullable(fact),
    values: values.length === 0 ? null : values,
    seenBy: seenBy(fact, values),
  };
}

/** The format, where it says more than that there is text. */
export function formatTold(fact: Fact): string | null {
  const format = formatOf(fact);
  return format === null || plainFormats.has(format) ? null : format;
}

/** Nothing where several people had values that may not be told: then those that may are not all there are. */
function valuesOf(name: string, { counts, visitorsOf }: Fact): string[] {
  const least = closedByName.test(name) ? wordOfApplication : knownToMany;
  const visitors = (value: string) => visitorsOf[`value:${value}`] ?? 0;
  const seen = labelled(counts, 'value:').map(({ value }) => value);
  if (seen.some((value) => visitors(value) > 1 && visitors(value) < least)) return [];
  return seen.filter((value) => visitors(value) >= least).sort();
}

function seenBy({ visitorsOf }: Fact, values: readonly string[]): Record<string, number> {
  const labels = ['type:null', 'optional', ...values.map((value) => `value:${value}`)];
  return Object.fromEntries(labels.flatMap((label) => (visitorsOf[label] ? [[label, visitorsOf[label]]] : [])));
}

/** `a text (uuid)`, `a whole number or null`: for sentences. */
export function tellValue({ type, format, nullable, values }: AboutValue): string {
  const noun = nouns[type] ?? type;
  const closed = values?.length === 1 ? `always “${values[0]}” so far` : `one of ${values?.join(', ')}`;
  const told = values !== null ? closed : format === null ? noun : `${noun} (${format})`;
  return nullable && type !== 'null' ? `${told} or null` : told;
}

/** The same of what people send: that nobody sent another value yet closes no set. */
export function tellSent(about: AboutValue): string {
  const { values, nullable } = about;
  if (values === null) return tellValue(about);
  const last = values.at(-1) ?? '';
  const all = values.length < 2 ? last : `${values.slice(0, -1).join(', ')} and ${last}`;
  return `text, so far ${all}${nullable ? ' or null' : ''}`;
}

const nouns: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
  any: 'of several types',
};
