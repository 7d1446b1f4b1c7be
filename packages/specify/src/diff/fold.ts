import type { ChangeItem, Statement } from '@sightglass/wire';
import { brings, type Change, subjectOf } from './brings.ts';
import type { Side } from './exposure.ts';

/** Kinds of statements in the order in which one is told rather than what it brings. */
const telling: readonly Statement['kind'][] = [
  'call',
  'screen',
  'entity',
  'role',
  'constant',
  'state',
  'requestField',
  'rule',
  'field',
  'error',
  'permission',
];

/**
 * One item for each thing that changed, with what follows from it: an entity's new field is one item, and the answers in which it now
 * stands are its consequences. In the order given.
 */
export function fold(changes: readonly Change[], sides: readonly Side[]): ChangeItem[] {
  const rank = ({ kind }: Change) => {
    const index = telling.indexOf(kind as Statement['kind']); // an unknown one ranks last
    return index === -1 ? telling.length : index;
  };
  const leaders = changes.toSorted((one, other) => rank(one) - rank(other));
  const leadOf = new Map<Change, Change>();
  for (const one of changes) {
    const lead = leaders.find((other) => brings(other, one, sides));
    if (lead !== undefined) leadOf.set(one, lead);
  }
  const consequencesOf = Map.groupBy(
    changes.filter((one) => leadOf.has(one)),
    (one) => rootOf(one, leadOf),
  );
  return changes.filter((one) => !leadOf.has(one)).map((one) => withConsequences(one, consequencesOf.get(one) ?? []));
}

/** Leads go from the whole to its parts, so the way up has an end; the count is there in case that a rule is wrong one day. */
function rootOf(one: Change, leadOf: ReadonlyMap<Change, Change>): Change {
  let root = one;
  for (let steps = 0; steps < telling.length * 2; steps += 1) {
    const lead = leadOf.get(root);
    if (lead === undefined) return root;
    root = lead;
  }
  return root;
}

/** What is now asked of a request breaks its callers, whatever it is told with. */
function withConsequences(change: Change, consequences: Change[]): ChangeItem {
  const breaks =
    !change.breaking &&
    consequences.some((one) => one.breaking && ['requestField', 'query', 'rule'].includes(subjectOf(one)?.kind ?? ''));
  return { ...change, ...(breaks ? { severity: 'breaking', breaking: true } : {}), consequences };
}
