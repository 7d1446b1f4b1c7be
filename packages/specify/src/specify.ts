import {
  type CallName,
  type Fact,
  type ObservationKind,
  type PointNumber,
  points,
  type Specification,
} from '@sightglass/wire';
import { type FactBook, openBook } from './book.ts';
import { readers } from './points/index.ts';
import { counted } from './points/point.ts';
import { allSteps, type Steps } from './steps.ts';

export interface AboutSpecification {
  project: Specification['project'];
  span: Specification['span'];
  /** `null`: all of them. */
  environment: string | null;
  release: string | null;
  /** On how much all of it rests. */
  basis: Specification['basis'];
  /** Things of each kind that a bound kept from being read: the seldom ones of very many. */
  leftOut?: Partial<Record<ObservationKind, number>>;
}

/** Of what each point is read, as far as bounds reach it. */
const kindsOf: Record<PointNumber, readonly ObservationKind[]> = {
  1: ['app', 'journey'],
  2: ['screen', 'link', 'action'],
  3: ['responseField', 'held'],
  4: ['change'],
  5: ['constraint', 'refusal'],
  6: ['role', 'access', 'held'],
  7: ['call', 'answer', 'query', 'requestField', 'responseField'],
  8: ['error'],
  9: ['limit', 'rhythm', 'flag'],
};

/**
 * The specification that the facts bear out: the nine points in their order, each with its statements and their evidence, or with
 * the reason why nothing is shown and what would show it. Pure: the same facts make the same specification.
 *
 * @param written - Calls as the code of the release writes them, where it is known: it tells what varies in a path.
 */
export function specify(
  facts: readonly Fact[],
  about: AboutSpecification,
  written: readonly CallName[] = [],
): Specification {
  return allSteps(specifyInSteps(facts, about, written));
}

/** The same point by point: whoever has others to answer may do so in between. */
export function* specifyInSteps(
  facts: readonly Fact[],
  about: AboutSpecification,
  written: readonly CallName[] = [],
): Steps<Specification> {
  const { leftOut = {}, ...told } = about;
  const book = openBook(facts, about.basis, written);
  const cutFrom = (point: PointNumber) => kindsOf[point].reduce((sum, kind) => sum + (leftOut[kind] ?? 0), 0);
  const read: Specification['points'] = [];
  for (const entry of points) {
    yield;
    read.push(toPoint(book, about, entry, cutFrom(entry.point)));
  }
  return { v: 1, ...told, points: read };
}

function toPoint(
  book: FactBook,
  about: AboutSpecification,
  { point, title, shownBy }: (typeof points)[number],
  cut: number,
): Specification['points'][number] {
  const wouldShow = `What would show it: ${shownBy.charAt(0).toLowerCase()}${shownBy.slice(1)}`;
  const reader = readers.find((one) => one.point === point);
  if (reader === undefined) {
    const reason = `This version does not infer this point yet. ${wouldShow}`;
    return { point, title, shown: false, reason, statements: [], leftOut: 0 };
  }
  const { statements, leftOut } = reader.read(book);
  const rare = { reason: 'that few sessions show, beyond the 1,500 of each kind that are read', times: cut };
  const outside = [...leftOut, rare].filter(({ times }) => times > 0);
  const reasons = outside.map(({ reason, times }) => `${times} ${reason}`);
  const nothing = reasons.length > 0 ? `Only left out: ${reasons.join('; ')}.` : emptyReason(book, about, point);
  return {
    point,
    title,
    shown: statements.length > 0,
    reason: statements.length > 0 ? null : `${nothing} ${wouldShow}`,
    statements,
    leftOut: outside.reduce((sum, { times }) => sum + times, 0),
    ...(outside.length > 0 && { leftOutFor: outside }),
  };
}

/** Of what points are read that some SDKs send nothing of. */
const fromBodies = new Set<PointNumber>([3, 4, 5, 9]);

function emptyReason(book: FactBook, { release, environment }: AboutSpecification, point: PointNumber): string {
  const { basis, of } = book;
  // Others of the project may lie there: what was asked for is named.
  const asked = [release && `of release ${release}`, environment && `in ${environment}`].filter(Boolean);
  if (basis.sessions === 0) return `${['No session', ...asked].join(' ')} lies in this time range.`;
  const isBare = (['responseField', 'requestField', 'constraint'] as const).every((kind) => of(kind).length === 0);
  if (fromBodies.has(point) && isBare && of('call').length > 0)
    return `${counted(basis.sessions, 'session')} in this time range, which tell neither bodies of calls nor fields of forms: not every SDK sends these.`;
  return `${counted(basis.sessions, 'session')} in this time range, and nothing of the kind in ${basis.sessions === 1 ? 'it' : 'them'}.`;
}
