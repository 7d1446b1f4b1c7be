import { changedDetails } from '@sightglass/specify';
import type { KeptReview } from '@sightglass/store';
import type { ListedReview, Review, Specification, Statement } from '@sightglass/wire';

/**
 * A specification with what people made of its statements: confirmed ones are firm, corrected ones read as they were corrected, renamed
 * ones carry the name, and hidden ones are left out and counted. What is inferred otherwise since is marked.
 */
export function reviewed(specification: Specification, reviews: readonly KeptReview[]): Specification {
  if (reviews.length === 0) return specification;
  const byKey = new Map(reviews.map(({ key, ...review }) => [key, review]));
  const points = specification.points.map((point) => {
    const statements = point.statements.flatMap((statement) => {
      const review = byKey.get(statement.key);
      if (review === undefined) return [statement];
      return review.state === 'hidden' ? [] : [withReview(statement, sinceSaid(review, statement))];
    });
    const hidden = point.statements.length - statements.length;
    if (hidden === 0) return { ...point, statements };
    const reason =
      statements.length === 0 ? 'Everything that sessions show of it was hidden by a member.' : point.reason;
    const leftOutFor = [...(point.leftOutFor ?? []), { reason: 'hidden by a member', times: hidden }];
    return { ...point, statements, shown: statements.length > 0, reason, leftOut: point.leftOut + hidden, leftOutFor };
  });
  const { code } = specification;
  // What is hidden is not found out either.
  const findings = code?.findings.filter(({ key }) => byKey.get(key)?.state !== 'hidden') ?? [];
  return { ...specification, points, ...(code && { code: { ...code, findings } }) };
}

/**
 * What people said, each beside what is inferred now where that is no longer what was inferred then.
 *
 * @param inferred - The specification as nobody has spoken of it; what it does not show is not known to be otherwise.
 */
export function listedReviews({ points }: Specification, reviews: readonly KeptReview[]): ListedReview[] {
  const now = new Map(points.flatMap(({ statements }) => statements).map((one) => [one.key, one]));
  return reviews.map(({ inferred, ...review }) => {
    const statement = now.get(review.key);
    const changed = statement === undefined ? [] : changedSince(inferred, statement);
    return {
      ...review,
      ...(inferred && { before: inferred.text }),
      ...(statement && changed.length > 0 && { since: { changed, statement } }),
    };
  });
}

function sinceSaid({ inferred, ...review }: Omit<KeptReview, 'key'>, now: Statement): Review {
  const changed = changedSince(inferred, now);
  return { ...review, ...(changed.length > 0 && { changed }) };
}

/** The names of what is otherwise. How sure it was is no part of what it says. */
function changedSince(then: Statement | undefined, now: Statement): string[] {
  if (then === undefined) return [];
  return changedDetails({ ...then, tier: 'firm' }, { ...now, tier: 'firm' }).map(({ name }) => name);
}

function withReview(statement: Statement, review: Review): Statement {
  const { text = '' } = review;
  switch (review.state) {
    case 'corrected':
      return { ...statement, text, tier: 'firm', review: { ...review, inferred: statement.text } };
    case 'renamed':
      return renamed(statement, text, review);
    default:
      return { ...statement, tier: 'firm', review };
  }
}

/** What a person would call its name, by kind. Keys and references to it stay: they join what sessions show. */
function renamed(statement: Statement, name: string, review: Review): Statement {
  const said = (before: string): Pick<Statement, 'text' | 'review'> => ({
    text: before === '' ? statement.text : statement.text.replaceAll(before, () => name),
    review: { ...review, inferred: statement.text },
  });
  switch (statement.kind) {
    case 'screen':
      return { ...statement, ...said(statement.title), title: name };
    case 'purpose':
      return { ...statement, ...said(statement.product), product: name };
    case 'audience':
      return { ...statement, ...said(statement.who), who: name };
    case 'journey':
    case 'entity':
    case 'state':
    case 'role':
    case 'constant':
      return { ...statement, ...said(statement.name), name };
    case 'capability':
      return { ...statement, ...said(statement.entity), entity: name };
    default:
      return { ...statement, review: { ...review, inferred: statement.text } };
  }
}
