import { type Facts, points, type Specification } from '@sightglass/wire';
import { readers } from './points/index.ts';
import { counted } from './points/point.ts';

export interface AboutSpecification {
  project: Specification['project'];
  span: Specification['span'];
  /** `null`: all of them. */
  environment: string | null;
  release: string | null;
}

/**
 * The specification that the facts bear out: the nine points in their order, each with its statements and their evidence, or with
 * the reason why nothing is shown and what would show it. Pure: the same facts make the same specification.
 */
export function specifyFromFacts(facts: Facts, about: AboutSpecification): Specification {
  return { v: 1, ...about, basis: facts.basis, points: points.map((entry) => toPoint(facts, entry)) };
}

function toPoint(facts: Facts, { point, title, shownBy }: (typeof points)[number]): Specification['points'][number] {
  const wouldShow = `What would show it: ${shownBy.charAt(0).toLowerCase()}${shownBy.slice(1)}`;
  const reader = readers.find((one) => one.point === point);
  if (reader === undefined) {
    const reason = `This version does not infer this point yet. ${wouldShow}`;
    return { point, title, shown: false, reason, statements: [], leftOut: 0 };
  }
  const { statements, leftOut } = reader.read(facts);
  const outside = leftOut.filter(({ times }) => times > 0);
  const reasons = outside.map(({ reason, times }) => `${times} ${reason}`);
  const nothing = reasons.length > 0 ? `Only left out: ${reasons.join('; ')}.` : emptyReason(facts);
  return {
    point,
    title,
    shown: statements.length > 0,
    reason: statements.length > 0 ? null : `${nothing} ${wouldShow}`,
    statements,
    leftOut: outside.reduce((sum, { times }) => sum + times, 0),
  };
}

function emptyReason({ basis }: Facts): string {
  if (basis.sessions === 0) return 'No session lies in this time range.';
  return `${counted(basis.sessions, 'session')} in this time range, and nothing of the kind in ${basis.sessions === 1 ? 'it' : 'them'}.`;
}
