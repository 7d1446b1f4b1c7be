import { type Cleaner, maxChars } from './clean.ts';
import type { RecorderParts } from './recorder.ts';

/** Where rules stood when they were looked for. */
const places = new WeakMap<CSSRule, number>();

/** Texts, one by one; none as long as something is waited for. */
export type Texts<Answer = unknown> = Generator<string | undefined, Answer>;

/**
 * The texts of a sheet's rules; imported sheets stand in the place of their import. One of another origin that is not shared with this one
 * says a comment, unless it is to be had as what is shared.
 */
export function* rulesOf(sheet: CSSStyleSheet, clean: Cleaner, publicRules: RecorderParts['publicRules']): Texts<void> {
  let rules: Iterable<Pick<CSSRule, 'cssText'>> | undefined;
  try {
    rules = sheet.cssRules;
  } catch {
    publicRules(sheet).then((brought = [{ cssText: '/**/' }]) => {
      rules = brought as Iterable<CSSRule>; // it has an address
    });
  }
  while (!rules) yield undefined;
  for (const rule of rules) {
    const { styleSheet, media, layerName } = rule as CSSImportRule;
    // A layer without a name has an empty one.
    const layer = layerName == null ? '' : `@layer ${layerName} {`;
    if (styleSheet) {
      yield clean.css(`@media ${media.mediaText} {${layer}`);
      yield* rulesOf(styleSheet, clean, publicRules);
      yield layer ? '}}' : '}';
    } else yield clean.css(rule.cssText, sheet.href);
  }
}

/** Goes through a sheet's rules, and answers whether a text says the same: nobody changed them. What is not known to be otherwise is. */
export function* isSaid(sheet: CSSStyleSheet, text: string): Texts {
  // Rule by rule a long one takes no moment that a page would notice.
  if (text[maxChars]) return;
  let fresh: CSSRuleList;
  try {
    const made = new CSSStyleSheet();
    made.replaceSync(text.replace(/@import/gi, ''));
    fresh = made.cssRules;
  } catch {
    // Constructed sheets are not known here: the text is believed.
    return true;
  }
  for (let at = 0; sheet.cssRules[at] || fresh[at]; at++) {
    if (sheet.cssRules[at]?.cssText !== fresh[at]?.cssText) return;
    yield ' '; // nothing waits
  }
  return true;
}

/** The outermost of what a rule is or stands in that has a selector or steps: positions in it are not known by its text. Undefined: none has. */
export function wholeOf(rule: CSSRule | null): CSSRule | undefined {
  // 1: of a style, 7: of keyframes.
  return rule ? (wholeOf(rule.parentRule) ?? (rule.type % 6 === 1 ? rule : undefined)) : undefined;
}

/** The positions that lead to a rule through those around it, and on from there. */
export function placeOf(rule: CSSRule, ...path: number[]): number[] {
  const { parentRule } = rule;
  const { cssRules } = (parentRule ?? rule.parentStyleSheet) as CSSGroupingRule;
  // Looked for among all of them once for many: some sheets have thousands, and a script may change hundreds at once.
  if (cssRules[places.get(rule) as number] !== rule) [...cssRules].map((one, at) => places.set(one, at));
  return [...(parentRule ? placeOf(parentRule) : []), places.get(rule) as number, ...path];
}
