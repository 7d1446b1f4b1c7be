import type { ThirdPartyIndex } from '../index/format.ts';
import { hashOf, tokensOf } from '../index/token.ts';
import type { Unit } from '../split/units.ts';

/** What the index says of one unit's tokens. */
export interface UnitEvidence {
  /** Tokens that some package has, and not every one. */
  known: number[];
  knownWeight: number;
  /** Weight of the tokens that no package has: the product's own words, or a library that the index lacks. */
  strangeWeight: number;
  strange: number;
}

export function evidenceOf(units: readonly Unit[], index: ThirdPartyIndex): UnitEvidence[] {
  const tokenOf = new Map<string, number>();
  return units.map((unit) => {
    const evidence: UnitEvidence = { known: [], knownWeight: 0, strangeWeight: 0, strange: 0 };
    for (const text of tokensOf(unit.node)) {
      let token = tokenOf.get(text);
      if (token === undefined) {
        token = index.tokenOf(hashOf(text));
        tokenOf.set(text, token);
      }
      if (token < 0) {
        evidence.strange += 1;
        evidence.strangeWeight += index.strangeWeight;
      } else if (index.weightOf(token) > 0) {
        evidence.known.push(token);
        evidence.knownWeight += index.weightOf(token);
      }
    }
    return evidence;
  });
}
