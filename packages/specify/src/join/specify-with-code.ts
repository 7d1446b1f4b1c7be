import type { Fact, Specification, Statement } from '@sightglass/wire';
import { type AboutSpecification, specifyInSteps } from '../specify.ts';
import { allSteps, type Steps } from '../steps.ts';
import { joinLegs } from './join.ts';
import { statesReached } from './seldom.ts';

/**
 * The specification from both witnesses: what sessions showed, and what the code of a release says. The code's paths tell first what
 * varies in the addresses that sessions have.
 *
 * @param fromCode - Statements of the bundle's reader about the release.
 * @param codeRelease - Whose code it is.
 * @param whyNot - Why the code shows nothing of a point, where it does not.
 */
export function specifyWithCode(
  facts: readonly Fact[],
  about: AboutSpecification,
  fromCode: readonly Statement[],
  codeRelease: string,
  whyNot: ReadonlyMap<number, string | null> = new Map(),
): WithCode {
  return allSteps(specifyWithCodeInSteps(facts, about, fromCode, codeRelease, whyNot));
}

type WithCode = Specification & Required<Pick<Specification, 'code'>>;

/** The same point by point, as `specifyInSteps`. */
export function* specifyWithCodeInSteps(
  facts: readonly Fact[],
  about: AboutSpecification,
  fromCode: readonly Statement[],
  codeRelease: string,
  whyNot: ReadonlyMap<number, string | null>,
): Steps<WithCode> {
  const written = fromCode.filter((statement) => statement.kind === 'call' && statement.tier !== 'suspected');
  const seen = yield* specifyInSteps(
    facts,
    about,
    written.flatMap((call) =>
      call.kind === 'call' && call.host === '' ? [{ method: call.method, path: call.path }] : [],
    ),
  );
  yield;
  const { statements, findings } = joinLegs(
    seen.points.flatMap((point) => point.statements),
    fromCode,
    codeRelease,
    statesReached(facts),
  );
  const points = seen.points.map((point) => {
    const own = statements.filter((statement) => statement.point === point.point);
    const shown = point.shown || own.some(({ tier }) => tier !== 'suspected');
    const reason = bothReasons(point.reason, whyNot.get(point.point) ?? null);
    return { ...point, shown, reason: shown ? null : reason, statements: own };
  });
  return { ...seen, code: { release: codeRelease, state: 'read', reason: null, findings }, points };
}

/** What would show it is said once, at the end of both. */
function bothReasons(ofSessions: string | null, ofCode: string | null): string | null {
  if (ofSessions === null || ofCode === null) return ofSessions ?? ofCode;
  return `${ofSessions.split(' What would show it:')[0]} ${ofCode}`;
}
