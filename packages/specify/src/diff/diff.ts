import type { Specification, SpecificationDiff, Statement } from '@sightglass/wire';
import type { Change } from './brings.ts';
import { isNew, isSurelyAbsent, isTelling } from './chance.ts';
import { changedDetails, leastForValue } from './details.ts';
import { type ExposureOf, exposureOf, openSide, type Side } from './exposure.ts';
import { fold } from './fold.ts';
import { judgingOf } from './judging.ts';
import { severityOf } from './severity.ts';
import { tellChange } from './tell.ts';

/**
 * What people happened to do, and how often, is no part of what an application is: these are not compared. Capabilities are those most
 * used, read from calls, which are.
 */
const notCompared = new Set<Statement['kind']>(['audience', 'journey', 'capability']);

/** From this share on, two releases have the same visitors. */
const mostlyShared = 0.8;

export interface DiffOptions {
  /** Who could have shown a statement; without it this is read from the statements around it. */
  exposure?: ExposureOf;
  /** Visitors whom both releases saw; without it they are taken for others. */
  sharedVisitors?: number;
}

/**
 * What changed from one release to another: breaking changes first, then by point and key. A statement joins its counterpart by key. What
 * is only suspected is neither told nor missed. What one side shows and the other does not is a change only where the other had occasion
 * enough to show it; otherwise it is told as `not exercised`.
 */
export function diffSpecifications(
  from: Specification,
  to: Specification,
  { exposure = () => undefined, sharedVisitors = 0 }: DiffOptions = {},
): SpecificationDiff {
  const fewer = Math.min(from.basis.visitors, to.basis.visitors);
  const sides = { from: openSide(from), to: openSide(to), sameVisitors: sharedVisitors >= fewer * mostlyShared };
  const keys = [...new Set([...sides.from.byKey.keys(), ...sides.to.byKey.keys()])];
  const changes = keys.flatMap((key) => compare(key, sides, exposure) ?? []);
  const items = fold(changes.toSorted(byPlace), [sides.from, sides.to]);
  return {
    v: 1,
    project: to.project,
    from: about(from),
    to: about(to),
    items: items.toSorted(
      (one, other) => urgency(one) - urgency(other) || one.point - other.point || (one.key < other.key ? -1 : 1),
    ),
  };
}

interface Sides {
  from: Side;
  to: Side;
  sameVisitors: boolean;
}

function compare(key: string, sides: Sides, exposure: ExposureOf): Change | undefined {
  const [before, after] = [sides.from.byKey.get(key), sides.to.byKey.get(key)];
  const statement = after ?? before;
  if (statement === undefined || notCompared.has(statement.kind)) return undefined;
  if (before !== undefined && after !== undefined) return compareBoth(before, after, sides, exposure);
  if (isToldOtherwise(statement, sides[after === undefined ? 'to' : 'from'])) return undefined;
  if (statement.tier === 'suspected') return undefined;
  return missing(statement, after === undefined ? 'to' : 'from', sides, exposure);
}

/** A number may be met in other words: what a screen states beforehand, a refusal tells afterwards. */
function isToldOtherwise(statement: Statement, { byKey }: Side): boolean {
  if (statement.kind !== 'constant') return false;
  const { value, unit } = statement;
  return [...byKey.values()].some((one) => one.kind === 'constant' && one.value === value && one.unit === unit);
}

function compareBoth(from: Statement, to: Statement, sides: Sides, exposure: ExposureOf): Change | undefined {
  const details = changedDetails(from, to);
  if (details.length === 0) return undefined;
  const severity = severityOf('changed', to, details, judgingOf(to, sides.from, sides.to));
  return {
    ...identity(to),
    ...{ change: 'changed', severity, breaking: severity === 'breaking' },
    ...{ text: tellChange('changed', to, details, null), details, from, to },
    exposure: exposures(to, sides, exposure),
  };
}

function missing(statement: Statement, side: 'from' | 'to', sides: Sides, exposure: ExposureOf): Change {
  const seen = exposures(statement, sides, exposure);
  const other = side === 'to' ? seen.from : seen.to;
  const absent =
    isOutOfCode(statement, sides[side]) ||
    isTelling(side === 'to' ? isSurelyAbsent : isNew, other, seen[side], {
      sameVisitors: sides.sameVisitors,
      least: leastToTell(statement),
    });
  const change = !absent ? 'not exercised' : side === 'to' ? 'removed' : 'added';
  const severity = severityOf(change, statement, [], judgingOf(statement, sides.from, sides.to));
  const { release } = sides[side].specification;
  return {
    ...identity(statement),
    ...{ change, severity, breaking: severity === 'breaking' },
    ...{ text: tellChange(change, statement, [], { side, exposure: seen[side], release }), details: [] },
    from: side === 'to' ? statement : null,
    to: side === 'to' ? null : statement,
    exposure: seen,
  };
}

/** Claims that need more than one sighting are not made of fewer: `may not` takes three attempts, a closed set five visitors a value. */
function leastToTell(statement: Statement): number {
  if (statement.kind === 'permission') return statement.allowed ? 1 : 3;
  return statement.kind === 'rule' && statement.rule === 'enum' ? leastForValue : 1;
}

/** One release's code says it, and the other's was read for the same kind of thing and does not. */
function isOutOfCode(statement: Statement, other: Side): boolean {
  return statement.evidence.some(({ type }) => type === 'code') && other.kindsInCode.has(statement.kind);
}

function identity({ key, kind, point }: Statement): Pick<Change, 'key' | 'kind' | 'point'> {
  return { key, kind, point };
}

function exposures(statement: Statement, { from, to }: Sides, told: ExposureOf): Change['exposure'] {
  const given = told(statement.key);
  return { from: exposureOf(statement, from, given?.from), to: exposureOf(statement, to, given?.to) };
}

function about({ release, span, basis }: Specification): SpecificationDiff['from'] {
  return { release, span, sessions: basis.sessions, visitors: basis.visitors };
}

function urgency({ change, severity }: Pick<Change, 'change' | 'severity'>): number {
  if (change === 'not exercised') return 4;
  return ['breaking', 'loosened', 'tightened', 'cosmetic'].indexOf(severity);
}

function byPlace(one: Change, other: Change): number {
  return one.point - other.point || (one.key < other.key ? -1 : 1);
}
