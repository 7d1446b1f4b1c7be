import type { Finding, Specification, SpecificationDiff, Statement } from '@sightglass/wire';

/** What can be asked to stand alone, by how it stands in the URL. */
export const choices = [
  'shown',
  'suspected',
  'not-shown',
  'changed',
  'contradicted',
  'said-otherwise',
  'unreached',
  'unwritten',
  'disagreement',
] as const;
export type Choice = (typeof choices)[number];

/** The sort of finding that a choice asks for. */
const sorts: Partial<Record<Choice, Finding['sort']>> = {
  unreached: 'in code, never reached',
  unwritten: 'seen running, not in this code',
  disagreement: 'disagreement',
};

/** What is asked to stand on the page; nothing at all: everything does. */
export interface Narrowing {
  /** Words that a statement has. */
  find: string;
  show: Choice | null;
  /** Keys of what changed from the release before; `null` while that is not known. */
  changed: ReadonlySet<string> | null;
}

export const isNarrowed = ({ find, show }: Narrowing): boolean => find.trim() !== '' || show !== null;

/** Keys of statements of the newer release that changed; what is gone stands among the changes only. */
export function changedKeys({ items }: Pick<SpecificationDiff, 'items'>): Set<string> {
  const told = items.flatMap((item) => [item, ...item.consequences]);
  return new Set(told.filter(({ change }) => change === 'added' || change === 'changed').map(({ key }) => key));
}

/** Judges each statement of a specification by what is chosen; words are judged apart. */
export function chosenBy(
  specification: Specification,
  { show, changed }: Pick<Narrowing, 'show' | 'changed'>,
): (statement: Statement) => boolean {
  switch (show) {
    case null:
      return () => true;
    case 'shown':
      return ({ tier }) => tier !== 'suspected';
    case 'suspected':
      return ({ tier }) => tier === 'suspected';
    case 'not-shown':
      return () => false;
    case 'contradicted':
      return ({ support }) => support.against > 0;
    case 'said-otherwise':
      return ({ review }) => review?.changed !== undefined;
    case 'changed':
      return ({ key }) => changed?.has(key) ?? false;
    default: {
      const found = specification.code?.findings.filter(({ sort }) => sort === sorts[show]) ?? [];
      const keys = new Set(found.map(({ key }) => key));
      return ({ key }) => keys.has(key);
    }
  }
}

/** A choice with how many statements (points, of those that are not shown) it leaves; `null` while that is not known. */
export interface Offer {
  choice: Choice;
  count: number | null;
}

/**
 * What can be chosen here: what the release's code would tell is offered where that code is known.
 *
 * @param compares - Changes are known, or will be: their place is kept for them.
 */
export function offersOf(
  specification: Specification,
  changed: Narrowing['changed'],
  compares = changed !== null,
): Offer[] {
  const statements = specification.points.flatMap((point) => point.statements);
  const offered = choices.filter((choice) => {
    if (choice === 'changed') return compares;
    return sorts[choice] === undefined || specification.code !== undefined;
  });
  return offered.map((choice) => {
    if (choice === 'changed' && changed === null) return { choice, count: null };
    if (choice === 'not-shown') return { choice, count: 9 - specification.points.filter(({ shown }) => shown).length };
    // A finding about what no statement says counts too: it stands among the findings.
    const sort = sorts[choice];
    if (sort !== undefined)
      return { choice, count: specification.code?.findings.filter((one) => one.sort === sort).length ?? 0 };
    const keeps = chosenBy(specification, { show: choice, changed });
    return { choice, count: statements.filter(keeps).length };
  });
}
