import { type Fact, type StatementOf, statementKey, wordsOf } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust } from '../confidence.ts';
import { labelled } from '../own-calls.ts';
import { thingOf } from './capabilities.ts';
import type { Constant } from './constant.ts';
import { flagsOf } from './flags.ts';
import { withoutEnvelope } from './form-fields.ts';
import { limitsShown, nameOfLimit } from './limits-shown.ts';
import { type Point, type Reading, surestFirst } from './point.ts';
import { pageSizes, timesKept } from './rhythm-constants.ts';
import { type Claim, claimsIn, withoutRepeats } from './rule-claims.ts';
import { boundsIn, isLength, isMinorUnit, isMoney, isTime, numbersIn } from './sentence.ts';
import { camel, capital } from './wording.ts';

/** A limit may change from one release to the next, and not much more often. */
const mostValues = 2;

/** What the application keeps to: limits that it tells, sizes of pages, periods of its clocks, switches. */
export const constants: Point = { point: 9, read };

function read(book: FactBook): Reading {
  const told = [...limitsOfFields(book), ...limitsTold(book)];
  const limits = [...told, ...withoutTold(limitsShown(book.of('limit'), countsMinor(book)), told)];
  const found = [...pageSizes(book), ...limits, ...timesKept(book)];
  const shown = found.filter(({ fact }) => fact.sample.length > 0);
  // The same number of the same name, told in several places, is one.
  const groups = Map.groupBy(shown, ({ name, value }) => `${statementKey.constant(name)} ${value}`);
  const named = [...groups.values()].map(joined);
  const values = Map.groupBy(named, ({ name }) => statementKey.constant(name));
  const statements = [...values.values()].flatMap((some) =>
    some
      .toSorted((one, other) => other.fact.sessions - one.fact.sessions || one.value - other.value)
      .map((one, index) => toStatement(index === 0 ? one : { ...one, name: apart(one, index) })),
  );
  return {
    statements: [...surestFirst(statements), ...flagsOf(book)],
    leftOut: [
      { reason: 'constants without a session that can still be opened', times: found.length - shown.length },
      {
        reason: 'flags without a session that can still be opened',
        times: book.of('flag').filter(({ sample }) => sample.length === 0).length,
      },
    ],
  };
}

/** What a screen states beforehand and a refusal tells afterwards is one limit, whatever each calls it. */
function withoutTold(shown: readonly Constant[], told: readonly Constant[]): Constant[] {
  return shown.filter(
    ({ name, value, unit }) =>
      !told.some((one) => one.value === value && one.name !== name && (one.unit === null || one.unit === unit)),
  );
}

/** Amounts are counted in hundredths of a currency, as fields say. */
function countsMinor(book: FactBook): boolean {
  return [...book.of('responseField'), ...book.of('requestField')].some(({ key }) => isMinorUnit(lastStep(key)));
}

/** Of two numbers of one name the less told is named after its thing, too. */
function apart({ name, of }: Constant, index: number): string {
  return of === undefined ? `${name}${index + 1}` : `${name}Of${capital(camel(wordsOf(of)))}`;
}

function joined(some: Constant[]): Constant {
  const [first] = some;
  const [all] = joinFacts([...new Set(some.map(({ fact }) => fact))], () => '');
  const meanings = [...new Set(some.map(({ meaning }) => meaning))];
  return {
    ...(first as Constant),
    fact: all?.fact ?? (first as Constant).fact,
    meaning: meanings.slice(0, 2).join('; '),
  };
}

function toStatement({ name, value, unit, meaning, fact, against }: Constant): StatementOf<'constant'> {
  const told = /[.!?…]$/.test(meaning) ? meaning : `${meaning}.`;
  return {
    key: statementKey.constant(name),
    point: 9,
    kind: 'constant',
    text: `${name} is ${value}${unit === null ? '' : ` ${unit}`}: ${told}`,
    ...ground({ ...fact, against }, existential(fact.sessions, trust.usual)),
    ...{ name, value, unit, meaning },
  };
}

/**
 * Limits that fields have as numbers. How long a text may be is how it is written down, and 0 and 1 are what any number of things
 * begins with.
 */
function limitsOfFields(book: FactBook): Constant[] {
  const claims = withoutRepeats(claimsIn(book).claims);
  return claims.flatMap((claim): Constant[] => {
    const { rule, value, field, message, fact } = claim;
    const noun = capital(camel(wordsOf(field.split('.').at(-1) ?? field)));
    const meaning = message ?? `${field} ${rule === 'maximum' ? 'is at most' : 'is at least'} ${value}`;
    const of = claim.call ? { of: thingOf(claim.call) } : {};
    const about = { meaning: inWords(claim, meaning), fact, against: 0, ...of };
    if (rule === 'maximum' && typeof value === 'number' && value > 1)
      return [{ name: `max${noun}`, value, unit: isMinorUnit(field) ? 'cents' : null, ...about }];
    if (rule === 'minimum' && typeof value === 'number' && value > 1)
      return [{ name: `min${noun}`, value, unit: isMinorUnit(field) ? 'cents' : null, ...about }];
    const days =
      rule === 'compare' && typeof value === 'string'
        ? /(at least|at most) today \+ (\d+) (\p{L}+)/u.exec(value)
        : null;
    if (!days) return [];
    const [, side, number, unit = ''] = days;
    return [
      { name: `${side === 'at least' ? 'min' : 'max'}${noun}${capital(unit)}`, value: Number(number), unit, ...about },
    ];
  });
}

function inWords({ field, form }: Claim, meaning: string): string {
  const words = wordsOf(withoutEnvelope(field)).join(' ');
  const where = form === null ? words : `${words} in ${form}`;
  return meaning.toLowerCase().includes(words) ? meaning : `${meaning} (${where})`;
}

/** Numbers in what people are told of a thing as a whole. */
function limitsTold(book: FactBook): Constant[] {
  const minor = countsMinor(book);
  // What is said of one field is a rule of that field.
  const told = book.of('limit').filter(({ counts }) => {
    const isTold = labelled(counts, 'call:').length > 0 || labelled(counts, 'form:').length > 0;
    return isTold && labelled(counts, 'field:').length === 0;
  });
  return steadyOf(told).flatMap((fact): Constant[] => {
    const bounds = boundsIn(fact.key);
    return numbersIn(fact.key).flatMap(({ value, unit: behind }): Constant[] => {
      const bound = bounds.find((one) => one.value === value);
      // "Between 5 and 600 millimetres": both are millimetres.
      const unit = bound?.unit ?? behind;
      if (isLength(unit) || (bound === undefined && !isTime(unit) && !isMoney(unit))) return [];
      const money = isMoney(unit);
      const counted = money && minor ? Math.round(value * 100) : value;
      const told = money && minor ? `${unit.toUpperCase()} cents` : money ? unit.toUpperCase() : unit || null;
      return [
        {
          name: nameOf(fact, bound?.side ?? null, unit, money && minor),
          value: counted,
          unit: told,
          meaning: fact.key,
          fact,
          against: fact.against,
        },
      ];
    });
  });
}

/** A sentence whose number is another one each time tells of what is there just now: "at most 3, since 3 are left". */
function steadyOf(facts: readonly Fact[]): Fact[] {
  const sentences = Map.groupBy(facts, ({ key }) => key.replace(/\d+(?:[.,]\d+)*/g, '#'));
  return [...sentences.values()].flatMap((some) => {
    if (some.length > mostValues) return [];
    const [usual, ...others] = some.toSorted((one, other) => other.sessions - one.sessions || other.last - one.last);
    return usual ? [{ ...usual, against: others.reduce((sum, { n }) => sum + n, 0) }] : [];
  });
}

/** After the thing that is counted where the sentence names it, else after the code of the error. */
function nameOf({ key, counts }: Fact, side: 'least' | 'most' | 'exact' | null, unit: string, minor: boolean): string {
  const prefix = side === 'most' ? 'max' : side === 'least' ? 'min' : '';
  const [code] = labelled(counts, 'code:');
  const subject = wordsOf(code?.value ?? '').filter(
    (word) => !/^(?:\d+|limit|max|min|exceeded|reached|too|many|few|large|small|error|over)$/.test(word),
  );
  if (isTime(unit)) {
    const again = /\b(?:again|retry|wait|erneut|warten|wieder)\b/i.test(key) ? ['retry'] : [];
    return camel([...subject, ...again, unit]) || unit;
  }
  const at = key.search(/\d/);
  const tail = key.slice(at).replace(/^[\d.,]+/, '');
  const isCount = unit !== '' && !isMoney(unit) && (side === 'most' || side === 'least');
  const ofThing = isCount ? nameOfLimit(side, unit, key.slice(0, at), tail) : undefined;
  if (ofThing !== undefined) return ofThing;
  const noun = subject.length > 0 ? subject : wordsOf(unit);
  return camel([...(prefix === '' ? [] : [prefix]), ...noun, ...(minor ? ['cents'] : [])]);
}

const lastStep = (key: string): string => key.split(/[ .]/).at(-1) ?? '';
