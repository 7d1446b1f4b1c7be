import { type CallName, type Fact, limits, type StatementOf, statementKey } from '@sightglass/wire';
import { type FactBook, joinFacts } from '../book.ts';
import { existential, ground, trust, universal } from '../confidence.ts';
import { withoutEnvelope } from './form-fields.ts';
import { counted, type Point, type Reading, surestFirst } from './point.ts';
import { type Claim, claimsIn, conditionOf, refusalsIn, withoutRepeats } from './rule-claims.ts';

type Rule = StatementOf<'rule'>;

/** What a refusal shows is meant; only that it is this field's it might not be. */
const refusalTrust = 0.75;
const order: Rule['from'] = ['page', 'form', 'server', 'code'];

/** What fields must be: constraints of the page, refusals by the form and by the server, and closed sets of what was taken. */
export const rules: Point = { point: 5, read };

function read(book: FactBook): Reading {
  const { claims, sent } = claimsIn(book);
  const shown = claims.filter(({ fact }) => fact.sample.length > 0);
  const conditional = shown.map((claim): Claim => {
    // What a form asks for only sometimes it asks for on a condition.
    // A change names only what it changes.
    if (claim.rule !== 'required' || claim.from === 'page' || claim.call?.method === 'PATCH') return claim;
    const when = conditionOf(sent, claim.call, claim.field);
    return when === undefined ? claim : { ...claim, rule: 'requiredIf', value: when };
  });
  const placed = withoutRepeats(conditional)
    .filter(({ form, call }) => form !== null || call !== null)
    .map((claim) => ({ ...claim, field: withoutEnvelope(claim.field) }));
  const groups = Map.groupBy(placed, (claim) => statementKey.rule(claim, claim.field, claim.rule));
  return {
    statements: surestFirst([...groups].map(([key, some]) => toStatement(key, some))),
    leftOut: [
      { reason: 'constraints without a session that can still be opened', times: claims.length - shown.length },
      {
        reason: 'constraints of fields that stand in no form and that no known call takes',
        times: shown.filter(({ form, call }) => form === null && call === null).length,
      },
      { reason: 'refusals whose message tells of no rule that is known', times: untold(book, shown) },
    ],
  };
}

function untold(book: FactBook, claims: readonly Claim[]): number {
  const known = new Set(claims.map(({ fact }) => fact.key));
  return refusalsIn(book).filter(({ fact }) => !known.has(fact.key)).length;
}

function toStatement(key: string, claims: Claim[]): Rule {
  const value = heldValue(claims);
  const agreeing = claims.filter((claim) => claim.value === null || same(claim.value, value));
  const against = claims.filter((claim) => !agreeing.includes(claim));
  const messages = agreeing
    .filter(({ message }) => message !== null)
    .toSorted((one, other) => other.times - one.times || byMessage(one, other));
  const told = messages.find((claim) => claim.value !== null) ?? messages[0];
  const first = agreeing[0] ?? claims[0];
  const rule = {
    form: claims.find(({ form }) => form !== null)?.form ?? null,
    call: claims.find(({ call }) => call !== null)?.call ?? null,
    field: first?.field ?? '',
    rule: first?.rule ?? 'required',
    value,
    message: told?.message ?? null,
    from: order.filter((from) => agreeing.some((claim) => claim.from === from)),
  };
  const contradictions = against.map((claim) => `the ${claim.from} says ${tellValue(claim.value)}`);
  return {
    key,
    point: 5,
    kind: 'rule',
    text: `${tellRule(rule)}${contradictions.length === 0 ? '' : ` Against it: ${[...new Set(contradictions)].join(', ')}.`}`,
    ...weighClaims(agreeing, against, told),
    ...rule,
  };
}

const byMessage = (one: Claim, other: Claim): number => ((one.message ?? '') < (other.message ?? '') ? -1 : 1);

/** What the server says counts, then what most people were shown. */
function heldValue(claims: readonly Claim[]): Rule['value'] {
  const weight = ({ from, times }: Claim) => (from === 'server' ? 1e9 : 0) + times;
  const told = claims.filter(({ value }) => value !== null).toSorted((one, other) => weight(other) - weight(one));
  return told[0]?.value ?? null;
}

const same = (one: Rule['value'], other: Rule['value']): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sources of one kind add up; sources of several kinds that agree make a rule surer than each of them. */
function weighClaims(
  agreeing: readonly Claim[],
  against: readonly Claim[],
  told: Claim | undefined,
): ReturnType<typeof ground> {
  const joined = joinFacts([...new Set(agreeing.map(({ fact }) => fact))], () => '')[0]?.fact as Fact; // A group has a claim at least.
  const times = agreeing.reduce((sum, claim) => sum + claim.times, 0);
  const opposed =
    against.reduce((sum, claim) => sum + claim.times, 0) + agreeing.reduce((sum, { of, times }) => sum + of - times, 0);
  const doubt = order.map((from) => {
    const some = agreeing.filter((claim) => claim.from === from);
    const sessions = Math.max(0, ...some.map(({ fact }) => fact.sessions));
    if (from === 'page')
      return (
        1 -
        universal(
          some.reduce((sum, claim) => sum + claim.times, 0),
          opposed,
        )
      );
    return 1 - existential(sessions, from === 'server' ? trust.usual : refusalTrust);
  });
  const sure = 1 - doubt.reduce((product, one) => product * one, 1);
  return ground(
    { ...joined, sample: shownFirst(told, joined), n: times, against: opposed },
    opposed > 0 ? Math.min(sure, universal(times, opposed)) : sure,
  );
}

/** What people are told is shown by moments at which they are. */
function shownFirst(told: Claim | undefined, { sample }: Fact): Fact['sample'] {
  const first = told?.fact.sample.slice(0, mostTold) ?? [];
  const others = sample.filter(({ session }) => !first.some((one) => one.session === session));
  return [...first, ...others].slice(0, limits.maxEvidence);
}

/** Of a rule's moments; the others show where else it is known from. */
const mostTold = 3;

/** A rule in words. */
export function tellRule({
  form,
  call,
  field,
  rule,
  value,
  message,
}: Pick<Rule, 'form' | 'call' | 'field' | 'rule' | 'value' | 'message'>): string {
  const where = placeText(form, call);
  const said = message === null ? '' : ` People are told “${message}”${/[.!?…]$/.test(message) ? '' : '.'}`;
  return `${field}${where} ${phrase(rule, value)}.${said}`;
}

function placeText(form: string | null, call: CallName | null): string {
  const sent = call === null ? '' : ` of ${call.method} ${call.path}`;
  return form === null ? sent : ` in the form “${form}”${sent}`;
}

function phrase(rule: Rule['rule'], value: Rule['value']): string {
  const told = tellValue(value);
  const known = value !== null;
  const phrases: Record<Rule['rule'], string> = {
    required: 'is required',
    requiredIf: known ? `is required when ${told}` : 'is required in some cases',
    format: `must be of the format ${told}`,
    pattern: known ? `must match ${told}` : 'must match a pattern',
    minLength: `must have ${known ? `at least ${counted(Number(value), 'character')}` : 'a least length'}`,
    maxLength: `must have ${known ? `at most ${counted(Number(value), 'character')}` : 'a greatest length'}`,
    minimum: known ? `must be at least ${told}` : 'must not be too small',
    maximum: known ? `must be at most ${told}` : 'must not be too large',
    multipleOf: known ? `must be a multiple of ${told}` : 'must be a multiple',
    minItems: known ? `must have at least ${counted(Number(value), 'item')}` : 'must have a least number of items',
    maxItems: known ? `must have at most ${counted(Number(value), 'item')}` : 'must have a greatest number of items',
    unique: 'must not be taken already',
    enum: known ? `must be one of ${told}` : 'must be one of the options',
    compare: known ? `must be ${told}` : 'is compared with another date or field',
    equals: known ? `must equal ${told}` : 'must equal another field',
  };
  return phrases[rule];
}

function tellValue(value: Rule['value']): string {
  return Array.isArray(value) ? value.join(', ') : `${value ?? 'something else'}`;
}
