import type { Evidence, Specification, Statement, StatementOf } from '@sightglass/wire';

/** What leaves the house as a contract: what is firm or likely. What is only suspected does not. */
function sure(specification: Specification): Statement[] {
  return specification.points.flatMap(({ statements }) => statements.filter(({ tier }) => tier !== 'suspected'));
}

/** In the order of their keys, which is the same in every reading. */
export function sureOf<Kind extends Statement['kind']>(specification: Specification, kind: Kind): StatementOf<Kind>[] {
  return sure(specification)
    .filter((one): one is StatementOf<Kind> => one.kind === kind)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** Where a piece of evidence opens: in the dashboard if its address is known, else the session and moment in words. */
export function addressOf(evidence: Evidence, project: string, origin: string | undefined): string {
  if (evidence.type === 'code') return `${evidence.file}:${evidence.line}:${evidence.column}`;
  const { session, at } = evidence;
  if (origin === undefined) return `session ${session} at ${new Date(at).toISOString()}`;
  const path = `/p/${encodeURIComponent(project)}/sessions/${encodeURIComponent(session)}?t=${at}`;
  // Brackets are allowed in addresses, and end a link of Markdown.
  return `${origin}${path.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))}`;
}

export interface Extensions {
  'x-tier': Statement['tier'];
  'x-confidence': number;
  'x-support': { sessions: number; visitors: number; observations: number; against: number };
  'x-evidence': string[];
}

/** What a statement rests on, as documents of other formats may carry it. */
export function extensionsOf(
  { tier, confidence, support, evidence }: Statement,
  project: string,
  origin: string | undefined,
): Extensions {
  const { sessions, visitors, observations, against } = support;
  return {
    'x-tier': tier,
    'x-confidence': confidence,
    'x-support': { sessions, visitors, observations, against },
    'x-evidence': evidence.map((one) => addressOf(one, project, origin)),
  };
}

type PointOf = Specification['points'][number];

/** What a point leaves out and why: `2 calls to other hosts; 1 hidden by a member`. Empty: nothing. */
export function leftOutWords({ leftOut, leftOutFor = [] }: Pick<PointOf, 'leftOut' | 'leftOutFor'>): string {
  if (leftOut === 0) return '';
  return leftOutFor.length === 0
    ? `${leftOut}`
    : leftOutFor.map(({ reason, times }) => `${times} ${reason}`).join('; ');
}

/** On what all of it rests, and what of it is not here, in one line. */
export function basisOf({ basis, span, environment, release, points }: Specification): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const of = release === null ? 'all releases' : `release ${release}`;
  const cut = points.flatMap((point) => (point.leftOut > 0 ? [`${point.title}: ${leftOutWords(point)}`] : []));
  return [
    `Inferred from ${basis.sessions} sessions of ${basis.visitors} visitors, ${day(span.from)} to ${day(span.until)}, ${environment === null ? '' : `environment ${environment}, `}${of}. Firm and likely statements only.`,
    ...(cut.length > 0 ? [`Left out. ${cut.join('. ')}.`] : []),
  ].join(' ');
}
