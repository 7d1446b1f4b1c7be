import { type Fact, wordsOf } from '@sightglass/wire';

/**
 * States and ways between them that at least one session shows, however few: what is too seldom for a statement was reached all the same.
 *
 * @returns words of states (`approved`) and of ways (`draft approved`), whatever thing they are of.
 */
export function statesReached(facts: readonly Fact[]): Set<string> {
  const reached = new Set<string>();
  for (const { kind, key } of facts) {
    if (kind !== 'change') continue;
    const [, , , from, to] = JSON.parse(key) as [string, string, string, string | null, string]; // as `observe/changes.ts` wrote it
    reached.add(plain(to));
    if (from === null) continue;
    reached.add(plain(from));
    reached.add(`${plain(from)} ${plain(to)}`);
  }
  return reached;
}

/** The word of a state as its key has it. */
export const plain = (state: string): string => wordsOf(state).join('-');
