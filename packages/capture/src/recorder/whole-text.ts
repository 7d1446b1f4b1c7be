/** Of some sites a sheet has ten thousand rules: no moment that the page would notice. */
const rulesAtOnce = 200;

type Root = Document | ShadowRoot;

/**
 * The text of a sheet that scripts made, of which rules lack what a shorthand with a variable said: in its place stands what the page shows by
 * it.
 */
export async function wholeText(sheet: CSSStyleSheet): Promise<string> {
  const roots = rootsIn(document).filter(({ styleSheets, adoptedStyleSheets }) =>
    [...styleSheets, ...adoptedStyleSheets].includes(sheet),
  );
  let text = '';
  let at = 0;
  for (const rule of sheet.cssRules) {
    text += wholeRule(rule as CSSStyleRule, roots);
    if (++at % rulesAtOnce === 0) await new Promise<unknown>((done) => requestIdleCallback(done));
  }
  return text;
}

function rootsIn(root: Root): Root[] {
  const inner = [...root.querySelectorAll('*')];
  return [root, ...inner.flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : []))];
}

function wholeRule({ cssText, cssRules, selectorText }: CSSStyleRule, roots: readonly Root[]): string {
  const said = cssText.replace(/ ([a-z-]+): (?=;)/g, (lost, name) => {
    // What has no selector asks for elements that are called `undefined`: for none.
    const [selector = '', part] = String(selectorText).split(/(?=::)/);
    const found = roots.flatMap((root) => [...root.querySelectorAll(selector)]);
    const [first, last] = [found[0], found.at(-1)].map(
      (element) => element && getComputedStyle(element, part).getPropertyValue(name),
    );
    // Where another rule says more of one of them, neither tells what this one says.
    return first === last ? lost + (first ?? '') : lost;
  });
  return [...(cssRules ?? [])].reduce(
    (text, inner) => text.replace(inner.cssText, () => wholeRule(inner as CSSStyleRule, roots)),
    said,
  );
}
