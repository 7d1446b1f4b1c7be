import type { ChangedDetail, ChangeName, SeverityName, Statement } from '@sightglass/wire';
import { isValue } from './details.ts';

/**
 * Which way a value goes: `sent` by who uses the application, `answered` to them, or `both`. The same change breaks in one direction
 * and not in the other: to ask for less is kind, to answer less is not.
 */
export type Direction = 'sent' | 'answered' | 'both';

/** What the rest of a specification tells of a statement, as far as a severity turns on it. */
export interface Judging {
  /** Of a value statement. */
  direction: Direction;
  /** Of an added rule, or required field of a request: the call was there before, so that this asks more of who makes it. */
  asksMore: boolean;
}

type Existence = (statement: Statement, judging: Judging) => SeverityName;

const status = (statement: Statement): number => ('status' in statement ? (statement.status ?? 0) : 0);

function asked(_: Statement, { asksMore }: Judging): SeverityName {
  return asksMore ? 'breaking' : 'loosened';
}

/** Something is there that was not. */
const whenAdded: Partial<Record<Statement['kind'], Existence>> = {
  rule: asked,
  query: asked,
  requestField: asked,
  permission: (statement) => (statement.kind === 'permission' && !statement.allowed ? 'tightened' : 'loosened'),
  status: (statement) => (status(statement) >= 400 ? 'tightened' : 'loosened'),
  error: () => 'tightened',
  constant: () => 'cosmetic',
  flag: () => 'cosmetic',
  storage: () => 'cosmetic',
  purpose: () => 'cosmetic',
};

/** Something is gone. */
const whenRemoved: Partial<Record<Statement['kind'], Existence>> = {
  rule: () => 'loosened',
  error: () => 'loosened',
  status: (statement) => (status(statement) >= 400 ? 'loosened' : 'breaking'),
  permission: (statement) => (statement.kind === 'permission' && !statement.allowed ? 'loosened' : 'breaking'),
  query: () => 'tightened',
  requestField: () => 'tightened',
  link: () => 'tightened',
  state: () => 'tightened',
  constant: () => 'cosmetic',
  flag: () => 'cosmetic',
  storage: () => 'cosmetic',
  purpose: () => 'cosmetic',
};

/**
 * How much a change hurts who relies on the earlier release. After the idea of oasdiff, that a rule is a triple of what is changed, in
 * which direction it goes and whether it narrows or widens: https://github.com/oasdiff/oasdiff/blob/main/docs/BREAKING-CHANGES.md
 */
export function severityOf(
  change: ChangeName,
  statement: Statement,
  details: readonly ChangedDetail[],
  judging: Judging,
): SeverityName {
  if (change === 'not exercised') return 'cosmetic';
  if (change === 'added') return whenAdded[statement.kind]?.(statement, judging) ?? 'loosened';
  if (change === 'removed') return whenRemoved[statement.kind]?.(statement, judging) ?? 'breaking';
  return worst(details.map((detail) => severityOfDetail(statement, detail, judging)));
}

const order: SeverityName[] = ['breaking', 'loosened', 'tightened', 'cosmetic'];

function worst(severities: readonly SeverityName[]): SeverityName {
  return order.find((one) => severities.includes(one)) ?? 'cosmetic';
}

const cosmeticDetails = new Set(['title', 'message', 'product', 'unit', 'default', 'holds']);

function severityOfDetail(statement: Statement, detail: ChangedDetail, { direction }: Judging): SeverityName {
  const { name, from, to } = detail;
  if (cosmeticDetails.has(name)) return 'cosmetic';
  if (statement.kind === 'permission') return to === true ? 'loosened' : 'breaking';
  if (statement.kind === 'rule') return ofBound(movementOfRule(statement.rule, from, to));
  if (statement.kind === 'constant') {
    const move = movementOfConstant(`${statement.name} ${statement.meaning}`, from, to);
    return move === 'other' ? 'cosmetic' : ofBound(move);
  }
  return isValue(statement) ? ofValue(movementOfValue(detail), direction) : 'breaking';
}

type Movement = 'narrower' | 'wider' | 'other';

/** Limits bind who sends. */
const ofBound = (move: Movement): SeverityName => (move === 'wider' ? 'loosened' : 'breaking');

function ofValue(move: Movement, direction: Direction): SeverityName {
  const whenSent = ofBound(move);
  const whenAnswered: SeverityName = move === 'narrower' ? 'tightened' : 'breaking';
  if (direction === 'sent') return whenSent;
  return direction === 'answered' ? whenAnswered : worst([whenSent, whenAnswered]);
}

/** Narrower: less is a value of it than before. */
function movementOfValue({ name, from, to }: ChangedDetail): Movement {
  if (name === 'required') return to === true ? 'narrower' : 'wider';
  if (name === 'nullable') return to === true ? 'wider' : 'narrower';
  if (name === 'type' && from === 'integer' && to === 'number') return 'wider';
  if (name === 'type' && from === 'number' && to === 'integer') return 'narrower';
  return name === 'values' ? movementOfSet(from, to) : 'other';
}

function movementOfSet(from: ChangedDetail['from'], to: ChangedDetail['to']): Movement {
  if (!Array.isArray(from) || !Array.isArray(to)) return 'other';
  if (to.every((value) => from.includes(value))) return 'narrower';
  return from.every((value) => to.includes(value)) ? 'wider' : 'other';
}

function movementOfRule(rule: string, from: ChangedDetail['from'], to: ChangedDetail['to']): Movement {
  if (rule === 'enum') return movementOfSet(from, to);
  if (rule === 'maximum' || rule === 'maxLength') return movementOfLimit('most', from, to);
  return rule === 'minimum' || rule === 'minLength' ? movementOfLimit('least', from, to) : 'other';
}

/** Only where its words say that it is a limit, and of which side. */
function movementOfConstant(words: string, from: ChangedDetail['from'], to: ChangedDetail['to']): Movement {
  const said = words.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  if (/\b(?:max|maximum|most|limit|highest|largest|up to)\b/.test(said)) return movementOfLimit('most', from, to);
  return /\b(?:min|minimum|least|lowest|earliest|smallest)\b/.test(said) ? movementOfLimit('least', from, to) : 'other';
}

function movementOfLimit(bound: 'most' | 'least', from: ChangedDetail['from'], to: ChangedDetail['to']): Movement {
  if (typeof from !== 'number' || typeof to !== 'number') return 'other';
  return to > from === (bound === 'most') ? 'wider' : 'narrower';
}
