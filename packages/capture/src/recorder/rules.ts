import type { Cleaner } from './clean.ts';

/** The texts of a sheet's rules, one by one; imported sheets stand in the place of their import. Nothing where we may not look. */
export function* rulesOf(sheet: CSSStyleSheet, clean: Cleaner): Generator<string> {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Of another origin, and not shared with this one.
    return;
  }
  const { href } = sheet;
  for (const rule of rules) {
    const { styleSheet, media, layerName } = rule as CSSImportRule;
    // A layer without a name has an empty one.
    const layer = layerName == null ? '' : `@layer ${layerName} {`;
    if (styleSheet) {
      yield `@media ${media.mediaText || 'all'} {${layer}`;
      yield* rulesOf(styleSheet, clean);
      yield layer ? '}}' : '}';
    } else yield clean.css(rule.cssText, href);
  }
}

/** Goes through a sheet's rules, and answers whether a text says the same: nobody changed them. What is not known to be otherwise is. */
export function* isSaid(sheet: CSSStyleSheet, text: string): Generator<string, boolean> {
  let fresh: CSSRuleList;
  try {
    const made = new CSSStyleSheet();
    made.replaceSync(text.replace(/@import/gi, ''));
    fresh = made.cssRules;
  } catch {
    // Constructed sheets are not known here: the text is believed.
    return true;
  }
  const { cssRules } = sheet;
  for (let at = 0; cssRules[at] || fresh[at]; at++) {
    if (cssRules[at]?.cssText !== fresh[at]?.cssText) return false;
    yield '';
  }
  return true;
}

/**
 * Where a rule stands: its position in the sheet, or the positions that lead to it through the rules around it. Not known in a rule with a
 * selector: there declarations have positions too, which its text does not tell.
 */
export function placeOf(rule: CSSRule, last: number): number[] | undefined {
  const path = [last];
  for (let at: CSSRule | null = rule; at; at = at.parentRule) {
    const around = (at.parentRule ?? at.parentStyleSheet) as CSSGroupingRule | null;
    const index = [...(around?.cssRules ?? [])].indexOf(at);
    if (index < 0 || (at as CSSStyleRule).selectorText) return undefined;
    path.unshift(index);
  }
  return path;
}
