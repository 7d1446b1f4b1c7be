import { type StatementOf, statementKey } from '@sightglass/wire';
import type { CodeFacts } from '../extract/fact.ts';
import type { Ground } from './ground.ts';

/** The errors that the code has words for. */
export function errorsOf({ errors }: CodeFacts, ground: Ground): StatementOf<'error'>[] {
  return errors.map(({ code, message, status, at }) => ({
    key: statementKey.error({ code, status: status ?? null, message }),
    point: 8,
    kind: 'error',
    text:
      code === ''
        ? `The code tells people: “${message}”.`
        : `${code}${status === undefined ? '' : ` (${status})`} is told as “${message}”.`,
    ...ground(at),
    ...{ code, status: status ?? null, origin: code === '' ? 'thrown' : 'answer', message, raisedBy: [] },
  }));
}
