import type { ChangedDetail, Statement, StatementOf } from '@sightglass/wire';
import { agree, limitOf } from '../join/limit.ts';
import { isAbsent } from './chance.ts';

type Told = ChangedDetail['from'];
type ValueStatement = StatementOf<'field' | 'query' | 'requestField' | 'responseField'>;

/**
 * What the two releases say differently of one thing, where both are firm. Counts, durations, rankings and whatever else depends on
 * what people happened to do is no detail: the table below is all that is compared.
 */
export function changedDetails(from: Statement, to: Statement): ChangedDetail[] {
  if (from.kind !== to.kind || from.tier !== 'firm' || to.tier !== 'firm') return [];
  if (isValue(from) && isValue(to)) return changedValue(from, to);
  if (isTheSameClock(from, to)) return [];
  const [before, after] = [detailsOf(from), detailsOf(to)];
  return Object.keys(before).flatMap((name) => {
    const [was, is] = [before[name] ?? null, after[name] ?? null];
    // What one side does not tell is not known to differ.
    const told = was !== null && is !== null && was !== '' && is !== '';
    return !told || same(was, is) ? [] : [{ name, from: was, to: is }];
  });
}

/** What both releases were only seen to keep to, and no code says, is measured anew with each: on a slower machine all comes a little later. */
function isTheSameClock(from: Statement, to: Statement): boolean {
  if ([from, to].some(({ evidence }) => evidence.some(({ type }) => type === 'code'))) return false;
  const [one, other] = [limitOf(from), limitOf(to)];
  return one?.dimension === 'time' && other !== undefined && agree(one, other);
}

function detailsOf(statement: Statement): Record<string, Told> {
  switch (statement.kind) {
    case 'purpose':
      return { product: statement.product };
    case 'screen':
      return { title: statement.title };
    case 'entity':
      return { identifiedBy: statement.identifiedBy };
    case 'state':
      return { initial: statement.initial };
    case 'transition':
      return { by: statement.by && `${statement.by.method} ${statement.by.path}` };
    case 'rule':
      return { value: statement.value, message: statement.message };
    case 'permission':
      return { allowed: statement.allowed };
    case 'error':
      return { status: statement.status, message: statement.message };
    case 'constant':
      return { value: statement.value, unit: statement.unit };
    case 'flag':
      return { default: statement.default };
    case 'storage':
      return { holds: statement.holds };
    default:
      return {};
  }
}

export function isValue(statement: Statement): statement is ValueStatement {
  return ['field', 'query', 'requestField', 'responseField'].includes(statement.kind);
}

function changedValue(from: ValueStatement, to: ValueStatement): ChangedDetail[] {
  const differing: ChangedDetail[] = [];
  const compare = (name: string, was: Told, is: Told) => {
    if (!same(was, is)) differing.push({ name, from: was, to: is });
  };
  compare('type', from.type, to.type);
  // A format is only ever narrowed by what was seen, so it is compared where both sides name one.
  if (from.format !== null && to.format !== null) compare('format', from.format, to.format);
  if (from.required !== to.required && isMoreThanChance(from, to, (one) => one.required, 'optional'))
    compare('required', from.required, to.required);
  if (from.nullable !== to.nullable && isMoreThanChance(from, to, (one) => !one.nullable, 'type:null'))
    compare('nullable', from.nullable, to.nullable);
  if (from.values !== null && to.values !== null)
    compare('values', firmValues(from, to), firmValues(to, from, from.values));
  if (from.kind === 'field' && to.kind === 'field' && from.ref !== null && to.ref !== null)
    compare('ref', from.ref, to.ref);
  return differing;
}

/**
 * One side says "never", the other has seen it: whether the first would have seen it too if nothing had changed.
 * Without counts of who showed it, one visitor in ten is taken to.
 */
function isMoreThanChance<One extends ValueStatement>(
  from: One,
  to: One,
  saysNever: (one: One) => boolean,
  label: string,
): boolean {
  const [never, once] = saysNever(from) ? [from, to] : [to, from];
  return isAbsent({ seen: visitorsWho(once, label), of: once.support.visitors }, never.support.visitors);
}

function visitorsWho({ seenBy, support }: ValueStatement, label: string): number {
  return seenBy === undefined ? support.visitors / 10 : (seenBy[label] ?? 0);
}

/** A value is only ever listed when as many visitors had it. */
export const leastForValue = 5;

/** The values of one side, and of the other's those whose absence on this side may well be chance. */
function firmValues(own: ValueStatement, other: ValueStatement, order: readonly string[] = []): string[] {
  const values = own.values ?? [];
  const isGone = (value: string) =>
    isAbsent(
      { seen: visitorsWho(other, `value:${value}`), of: other.support.visitors },
      own.support.visitors,
      leastForValue,
    );
  const all = [...values, ...(other.values ?? []).filter((value) => !values.includes(value) && !isGone(value))];
  return [...order.filter((value) => all.includes(value)), ...all.filter((value) => !order.includes(value))];
}

function same(one: Told, other: Told): boolean {
  const sorted = (told: Told) => (Array.isArray(told) ? told.toSorted() : told);
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}
