export const isVariable = (segment: string): boolean => /^\{[^{}]*\}$/.test(segment);

/** A placeholder that a browser puts where a value has the form of an id, whatever it stands for. */
const forms = new Set(['integer', 'uuid', 'ulid', 'hex', 'date', 'month', 'email', 'token', 'code']);
export const isForm = (segment: string): boolean => isVariable(segment) && forms.has(segment.slice(1, -1));

/** What joined paths carry where their segments differ. */
export const joined = '{slug}';

/** Prefixes that every path of an interface shares: what follows them is a resource, and no variable. */
const technical = /^(?:|api|apis|rest|rpc|v\d+(?:\.\d+)?|internal|public|app|_|#)$/i;

/** Words that stand beside ids in the interfaces of any application, and are none. */
const fixed =
  /^(?:me|self|mine|own|current|new|create|add|edit|update|delete|search|find|query|filter|all|any|none|count|counts|total|stats|statistics|summary|overview|recent|latest|today|active|archived?|bulk|batch|export|import|upload|download|settings|config|status|health|login|logout|sign-in|sign-out|sign-up|register|validate|preview|index|list|default|featured|popular|trending|manage|compare|print|help|about|details|history|audit|logs?|reports?)$/i;

export function isFixedWord(segment: string): boolean {
  // What is asked for by name at one address is a word of the code.
  return segment.includes('#') || fixed.test(segment);
}

/**
 * Whether a variable may stand at this place: after a resource, and not right after another variable (two in a row without a word between
 * cannot be told from one with a fixed word in it).
 */
export function mayVary(segments: readonly string[], at: number): boolean {
  const before = segments[at - 1];
  if (before === undefined || isVariable(before)) return false;
  return segments.slice(0, at).some((segment) => !technical.test(segment) && !isVariable(segment));
}
