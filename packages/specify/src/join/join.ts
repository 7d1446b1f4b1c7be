import type { Finding, Statement } from '@sightglass/wire';
import { alignTo, toldByCode } from './align.ts';
import { combine, eachOnce } from './combine.ts';
import { findDisagreement, findOtherLimits, findUnreached, findUnwritten } from './findings.ts';

export interface Joined {
  /** In the order of the points; within one, what sessions show first, then what only code says. */
  statements: Statement[];
  /** Where the two do not agree, or only one of them speaks. */
  findings: Finding[];
}

/**
 * Joins the two witnesses of what an application is: what sessions showed, and what the code of a release says. A statement that both
 * make has both kinds of evidence and is surer than either.
 *
 * @param fromCode - Of one release, by the bundle's reader.
 * @param release - Sightings of other releases are no reason to say that this one's code lacks something.
 * @param reached - What any session of it came to, however few: `statesReached`.
 */
export function joinLegs(
  fromSessions: readonly Statement[],
  fromCode: readonly Statement[],
  release: string,
  reached: ReadonlySet<string> = new Set(),
): Joined {
  const shown = toldByCode(fromSessions, fromCode);
  const written = new Map(alignTo(shown, fromCode).map((statement) => [statement.key, statement]));
  const findings: Finding[] = [];
  const answered = new Set<string>();
  const seen = shown.map((statement) => {
    const same = written.get(statement.key);
    if (same?.kind !== statement.kind) return statement;
    written.delete(statement.key);
    answered.add(statement.key);
    const disagreement = findDisagreement(statement, same);
    if (disagreement === undefined) return combine(statement, same, false);
    // What is only suspected is no word against the code.
    if (statement.tier === 'suspected') return same.tier === 'suspected' ? statement : same;
    if (same.tier !== 'suspected' && isOnlyOf(statement, release)) findings.push(disagreement);
    return combine(statement, same, true);
  });
  const alone = [...written.values()].map((one) => ({ ...one, evidence: eachOnce(one.evidence) }));
  const unanswered = seen.filter((one) => !answered.has(one.key) && isOnlyOf(one, release));
  findings.push(...findOtherLimits(unanswered, alone));
  findings.push(...findUnreached(alone, seen, release, reached), ...findUnwritten(seen, fromCode, release));
  const statements = [...seen, ...alone].toSorted((one, other) => one.point - other.point);
  return { statements, findings };
}

/** What other releases showed too says nothing of how this one's code is kept: the one before may have had another limit. */
const isOnlyOf = ({ support }: Statement, release: string): boolean => support.releases.every((one) => one === release);
