import type { EpochMs, Statement } from '@sightglass/wire';
import type { CodeFacts } from './extract/index.ts';
import type { ReadFile } from './face.ts';
import { readClosely } from './long/index.ts';
import { oneOfEach } from './long/together.ts';
import { statementsOf } from './points/index.ts';

/** What the code of one release says. */
export interface Code {
  facts: CodeFacts;
  /** The nine points as far as code shows them, under the keys that sessions use too. */
  statements: Statement[];
}

/** Whose code it is, and since when it is known. */
export interface AboutCode {
  release: string;
  at: EpochMs;
}

/**
 * Reads the product's own code out of a release: calls, screens, rules, errors, roles, states, numbers. What is a library's is left
 * out; what nobody is known to own is told with little confidence, so that it counts only where sessions bear it out.
 *
 * @param files - As {@link readBundle} gives them: their owners decide what is the product's.
 */
export function readCode(files: readonly ReadFile[], about: AboutCode): Code {
  const { facts } = readClosely(files);
  return { facts, statements: oneOfEach(statementsOf(facts, about)) };
}
