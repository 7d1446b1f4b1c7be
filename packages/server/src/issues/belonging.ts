/** Decisions by hand as the catalog keeps them: `f` or `k`, a blank, and a fingerprint or a grouping key → the issue. */
export type Hands = ReadonlyMap<string, string>;

export const ofFingerprint = (fingerprint: string): string => `f ${fingerprint}`;
export const ofKey = (key: string): string => `k ${key}`;

/** Which issue a fingerprint belongs to: what was decided of itself, of its key, or the one that its key names. */
export function belongsTo(fingerprint: string, key: string, hands: Hands): { issue: string; byHand: boolean } {
  const decided = hands.get(ofFingerprint(fingerprint)) ?? hands.get(ofKey(key));
  return { issue: decided ?? key, byHand: decided !== undefined };
}

/**
 * What of a decision goes over to a new key, when a map tells more of a stack that something was decided about: whoever merged or split it
 * meant the error, and not what was known of it then.
 */
export function inheritedHand(
  before: { fingerprint: string; key: string },
  key: string,
  hands: Hands,
): string | undefined {
  if (before.key === key || hands.has(ofKey(key))) return undefined;
  return hands.get(ofKey(before.key)) ?? hands.get(ofFingerprint(before.fingerprint));
}
