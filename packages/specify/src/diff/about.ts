import { type CallName, type Statement, singular, wordsOf } from '@sightglass/wire';
import { nameOf, type Side } from './exposure.ts';

/** Whether a call is about an entity: the entity was met in its answers, or its path names it. */
export function isAbout(call: CallName, entity: string, sides: readonly Side[]): boolean {
  const place = nameOf(call);
  const met = sides.some((side) =>
    [...side.byKey.values()].some(
      (one) => one.kind === 'entity' && one.name === entity && one.calls.some((other) => nameOf(other) === place),
    ),
  );
  return met || pathNames(call.path, entity);
}

/** `/api/orders/{orderId}/lines` names an `order`, and an `orderLine` by the last of its words. */
function pathNames(path: string, entity: string): boolean {
  const word = singular(wordsOf(entity).at(-1) ?? '');
  return path
    .split('/')
    .filter((segment) => !segment.startsWith('{'))
    .some((segment) => singular(wordsOf(segment).at(-1) ?? '') === word);
}

/** `items[].partNo` ends with the field `partNo`. */
export function endsWith(path: string, field: string): boolean {
  return path === field || path.endsWith(`.${field}`);
}

/** The call that a statement is part of. */
export function callOf(statement: Statement): CallName | null {
  return 'call' in statement ? statement.call : null;
}
