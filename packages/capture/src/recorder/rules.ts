import type { Cleaner } from './clean.ts';

const maxImports = 5;

/** The texts of a sheet's rules, one by one; imported sheets stand in the place of their import. Nothing where we may not look. */
export function* rulesOf(sheet: CSSStyleSheet, clean: Cleaner, depth = 0): Generator<string> {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    // Of another origin, and not shared with this one.
    return;
  }
  const base = sheet.href ?? undefined;
  for (let at = 0; at < rules.length; at++) {
    const rule = rules[at] as CSSRule;
    const imported = (rule as CSSImportRule).styleSheet;
    if (imported && depth < maxImports) {
      const { mediaText } = (rule as CSSImportRule).media;
      if (mediaText) yield `@media ${mediaText} {`;
      yield* rulesOf(imported, clean, depth + 1);
      if (mediaText) yield '}';
    } else yield clean.css(rule.cssText, base);
  }
}

/** Goes through a sheet's rules, and answers whether a text says the same: nobody changed them. What is not known to be otherwise is. */
export function* isSaid(sheet: CSSStyleSheet, text: string): Generator<string, boolean> {
  let fresh: CSSRuleList;
  try {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
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

/** Where a rule stands: its position in the sheet, or the positions that lead to it through the rules around it. */
export function placeOf(rule: CSSRule, last: number): number[] | undefined {
  const path = [last];
  for (let at: CSSRule | null = rule; at; at = at.parentRule) {
    const list: CSSRuleList | undefined =
      (at.parentRule as CSSGroupingRule | null)?.cssRules ?? at.parentStyleSheet?.cssRules;
    const index = [...(list ?? [])].indexOf(at);
    if (index < 0) return undefined;
    path.unshift(index);
  }
  return path;
}
