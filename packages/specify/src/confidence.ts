import { type Fact, nameVariables, type Statement } from '@sightglass/wire';

/**
 * Chance that one session's sighting is what it looks like. `usual`: nothing else bears it out; `refused`: a request that was
 * only ever answered with an error may never have been there (a typed address, a scanner).
 */
export const trust = { usual: 0.6, refused: 0.3 } as const;

/** A statement that says "this exists" needs one clean observation; each further session makes it surer. */
export function existential(sessions: number, chance: number): number {
  return 1 - (1 - chance) ** sessions;
}

/**
 * What one visitor alone did is only suspected, however often: it may be theirs (an extension, a private value), not the
 * application's.
 */
export function tierOf(confidence: number, visitors: number): Statement['tier'] {
  if (visitors < 2 || confidence < 0.5) return 'suspected';
  return confidence < 0.8 ? 'likely' : 'firm';
}

/**
 * What a statement about a fact says of its ground.
 *
 * @param confidence - From {@link existential}, {@link universal} or both.
 */
export function ground(
  fact: Pick<Fact, 'sessions' | 'visitors' | 'n' | 'against' | 'first' | 'last' | 'releases' | 'sample'>,
  confidence: number,
): Pick<Statement, 'support' | 'confidence' | 'tier' | 'evidence'> {
  const { sessions, visitors, n, against, first, last, releases } = fact;
  const rounded = Math.round(confidence * 1_000) / 1_000;
  return {
    support: { sessions, visitors, observations: n, against, first, last, releases },
    confidence: rounded,
    tier: tierOf(rounded, visitors),
    evidence: fact.sample.map((moment) => ({ type: 'moment', ...moment, note: nameVariables(moment.note) })),
  };
}

/** 95 %, one-sided enough for us: https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval */
const z = 1.96;

/** A statement that says "always" or "never": the lower bound of the share of what speaks for it. 1 of 1 gives 0.21, 20 of 20 gives 0.84. */
export function universal(times: number, against: number): number {
  const all = times + against;
  if (all === 0) return 0;
  const share = times / all;
  const middle = share + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((share * (1 - share)) / all + z ** 2 / (4 * all ** 2));
  return Math.max(0, (middle - spread) / (1 + z ** 2 / all));
}
