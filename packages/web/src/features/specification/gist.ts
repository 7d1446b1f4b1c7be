import type { PointNumber, Specification, SpecificationDiff, Statement, StatementOf } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';
import { type Saying, sayingsOf } from './says.ts';

/** One of the nine at a glance. */
export interface Glance {
  /** What it says first. */
  says: Saying[];
  /** What it holds, in numbers: `9 screens, 7 ways between them`. */
  holds: string;
  stated: number;
  suspected: number;
  /** When something of it was seen last; `null`: only code says it, or nothing does. */
  seenAt: number | null;
  /** What the newest release does otherwise; `null`: there are no two to compare, or it is not known yet. */
  changes: { count: number; breaking: number } | null;
}

type Kind = Statement['kind'];

/** What is counted of each point, and what it is called: one of it, more of it. */
const counted: Record<PointNumber, readonly (readonly [Kind | readonly Kind[], string, string])[]> = {
  1: [
    ['capability', 'kind of work', 'kinds of work'],
    ['journey', 'journey', 'journeys'],
  ],
  2: [
    ['screen', 'screen', 'screens'],
    ['link', 'way between them', 'ways between them'],
  ],
  3: [
    ['entity', 'entity', 'entities'],
    ['field', 'field', 'fields'],
  ],
  4: [
    ['state', 'state', 'states'],
    ['transition', 'transition', 'transitions'],
  ],
  5: [['rule', 'rule', 'rules']],
  6: [
    ['role', 'role', 'roles'],
    ['permission', 'permission', 'permissions'],
  ],
  7: [
    ['call', 'call', 'calls'],
    [['query', 'requestField', 'responseField'], 'field', 'fields'],
  ],
  8: [['error', 'error', 'errors']],
  9: [
    ['constant', 'number', 'numbers'],
    ['flag', 'flag', 'flags'],
    ['storage', 'storage key', 'storage keys'],
  ],
};

export function glanceOf(
  point: PointNumber,
  statements: readonly Statement[],
  diff: Pick<SpecificationDiff, 'items'> | undefined,
): Glance {
  const suspected = statements.filter(({ tier }) => tier === 'suspected').length;
  const seen = statements.map(({ support }) => support).filter(({ sessions }) => sessions > 0);
  const changed = diff?.items.filter((item) => item.point === point && item.change !== 'not exercised');
  return {
    says: sayingsOf(point, statements),
    holds: holdsText(point, statements),
    stated: statements.length - suspected,
    suspected,
    seenAt: seen.length === 0 ? null : seen.reduce((latest, { last }) => Math.max(latest, last), 0),
    changes:
      changed === undefined
        ? null
        : { count: changed.length, breaking: changed.filter(({ breaking }) => breaking).length },
  };
}

function holdsText(point: PointNumber, statements: readonly Statement[]): string {
  const parts = counted[point].flatMap(([kinds, one, more]) => {
    const count = statements.filter(({ kind }) => (typeof kinds === 'string' ? kind === kinds : kinds.includes(kind)));
    return count.length === 0 ? [] : [`${writeCount(count.length)} ${count.length === 1 ? one : more}`];
  });
  if (parts.length > 0) return parts.join(', ');
  return statements.length === 1 ? '1 statement' : `${writeCount(statements.length)} statements`;
}

/** How much of all nine is shown, in one line: `8 of 9 points shown`. */
export const shownPoints = ({ points }: Specification): number => points.filter(({ shown }) => shown).length;

/** What the application is for, where something shows it. */
export const purposeOf = ({ points }: Specification): StatementOf<'purpose'> | undefined =>
  points.flatMap(({ statements }) => statements).find((one) => one.kind === 'purpose');

/** When anything of it was seen last; `null`: only code says it, or nothing does. */
export function lastSeen({ points }: Specification): number | null {
  return points
    .flatMap((point) => point.statements)
    .reduce<number | null>(
      (last, { support }) => (support.sessions === 0 ? last : Math.max(last ?? 0, support.last)),
      null,
    );
}
