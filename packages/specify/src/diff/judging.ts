import type { Statement } from '@sightglass/wire';
import { callOf, endsWith, isAbout } from './about.ts';
import { isValue } from './details.ts';
import { nameOf, type Side } from './exposure.ts';
import type { Direction, Judging } from './severity.ts';

/** What the severity of a change of a statement turns on, read from the other statements of both releases. */
export function judgingOf(statement: Statement, from: Side, to: Side): Judging {
  const call = callOf(statement);
  return {
    direction: directionOf(statement, to),
    asksMore:
      (call === null || from.calls.has(nameOf(call))) &&
      (statement.kind === 'rule' || (isValue(statement) && statement.required)),
  };
}

function directionOf(statement: Statement, side: Side): Direction {
  if (statement.kind === 'query' || statement.kind === 'requestField') return 'sent';
  return statement.kind === 'field' && isSent(statement.entity, statement.name, side) ? 'both' : 'answered';
}

/** Whether a field of an entity is among what some call about it sends. */
function isSent(entity: string, field: string, side: Side): boolean {
  return [...side.byKey.values()].some(
    (one) => one.kind === 'requestField' && endsWith(one.name, field) && isAbout(one.call, entity, [side]),
  );
}
