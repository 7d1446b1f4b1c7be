import type { Node } from 'oxc-parser';
import type { Unit } from '../evaluate/value.ts';
import type { ObjectNode } from '../evaluate/walk.ts';

/** So many texts, and hardly anything else, are a catalogue of what people read. */
const fewestTexts = 12;
const leastShare = 0.9;

const known = new WeakMap<Node, boolean>();

/**
 * Whether an object is part of a catalogue of texts, as translations are kept: a large table of texts, with tables in it. What its
 * keys are called says which text it is, and nothing of roles, states or rules.
 */
export function isInCatalogue(unit: Unit, node: Node): boolean {
  let outermost: ObjectNode | undefined;
  for (let at: Node | undefined = node; at; at = unit.scopes.parentOf(at)) {
    if (at.type === 'ObjectExpression') outermost = at;
    else if (at.type !== 'Property') break;
  }
  if (!outermost) return false;
  const told = known.get(outermost) ?? isCatalogue(outermost);
  known.set(outermost, told);
  return told;
}

function isCatalogue(root: ObjectNode): boolean {
  let texts = 0;
  let others = 0;
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'ObjectExpression')
      for (const one of node.properties) waiting.push(one.type === 'Property' ? one.value : one);
    else if (node.type === 'Literal' && typeof node.value === 'string' && /\s/.test(node.value)) texts += 1;
    else if (node.type === 'TemplateLiteral') texts += 1;
    else if (!(node.type === 'Literal' && typeof node.value === 'string')) others += 1;
  }
  return texts >= fewestTexts && texts >= leastShare * (texts + others);
}

/** Of the same text in several languages, the one that is told: English, where there is one. */
export function isEnglish(text: string): boolean {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII is mostly another language
    /^[\x00-\x7f“”‘’…–—]*$/.test(text) &&
    /\b(?:the|is|not|an?|of|to|be|must|has|was|cannot|can't|no|already|required|too|please|your|in|and|for|exists?|invalid|failed|error|wrong|found|allowed|incorrect|expired|unexpected|unknown|unable|missing|denied|conflict|limit|server)\b/i.test(
      text,
    )
  );
}
