/** Of some sites a sheet has ten thousand rules: no moment that the page would notice. */
const rulesAtOnce = 200;

/**
 * The text of a sheet that scripts made, of which rules lack what a shorthand with a variable said: in its place stands what the page shows by
 * it.
 */
export async function wholeText({ cssRules }: CSSStyleSheet): Promise<string> {
  let text = '';
  let at = 0;
  for (const rule of cssRules) {
    text += wholeRule(rule as CSSStyleRule);
    if (++at % rulesAtOnce === 0) await new Promise<unknown>((done) => requestIdleCallback(done));
  }
  return text;
}

function wholeRule({ cssText, cssRules, selectorText }: CSSStyleRule): string {
  const said = cssText.replace(/ ([a-z-]+): (?=;)/g, (lost, name) => {
    const [selector = '', part] = selectorText?.split('::') ?? [];
    const found = selector ? document.querySelectorAll(selector) : [];
    const [first, last] = [found[0], found[found.length - 1]].map(
      (element) => element && getComputedStyle(element, part && `::${part}`).getPropertyValue(name),
    );
    // Where another rule says more of one of them, neither tells what this one says.
    return first === last ? lost + (first ?? '') : lost;
  });
  return [...(cssRules ?? [])].reduce(
    (text, inner) => text.replace(inner.cssText, () => wholeRule(inner as CSSStyleRule)),
    said,
  );
}
