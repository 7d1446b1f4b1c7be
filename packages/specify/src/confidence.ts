import { nameVariables, type Seen, type Statement, type Support } from '@sightglass/wire';

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

export function toSupport(seen: Seen, against = 0): Support {
  const { sessions, visitors, observations, first, last, releases } = seen;
  return { sessions, visitors, observations, against, first, last, releases };
}

/** The part of a statement that rests on its support alone. */
export function weigh(seen: Seen, chance: number): Pick<Statement, 'support' | 'confidence' | 'tier' | 'evidence'> {
  const confidence = Math.round(existential(seen.sessions, chance) * 1_000) / 1_000;
  return {
    support: toSupport(seen),
    confidence,
    tier: tierOf(confidence, seen.visitors),
    evidence: seen.sample.map((one) => (one.type === 'moment' ? { ...one, note: nameVariables(one.note) } : one)),
  };
}
