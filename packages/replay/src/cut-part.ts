const svg = 'http://www.w3.org/2000/svg';
/** What changes others as time goes by, and what says that the file is broken: nobody knows what a part of it needs. */
const unsure = 'animate, animateMotion, animateTransform, set, discard, parsererror';
/** Asks for more of a file than where an element stands in it: what stands beside it, how many there are, which part is shown. */
const beside = /[:+~&]/;
const named = /url\(\s*["']?\s*#([^"')\s]*)|^\s*#(\S*)/g;

/**
 * The part of a drawing by itself: a file that holds it, what it refers to, the elements around these, and the file's own style sheets. Shown
 * by `use` it is the same. `undefined`: the whole file is needed, or there is no such part.
 */
export function cutPart(drawing: Document, part: string): string | undefined {
  const root = drawing.documentElement;
  const target = drawing.getElementById(part);
  const sheets = [...drawing.querySelectorAll('style')];
  if (!target || root.namespaceURI !== svg || root.querySelector(unsure) || !sheets.every(goesByItself))
    return undefined;
  const needed = new Set<Element>([target, ...sheets]);
  // It grows while it is gone through.
  for (const one of needed)
    for (const name of [one, ...one.querySelectorAll('*')].flatMap(namesIn)) {
      const other = drawing.getElementById(name);
      if (other) needed.add(other);
      // Which sign it stands for goes by where it stands.
      else if (name.includes('%')) return undefined;
    }
  if (needed.has(root)) return undefined;
  return written(root, needed);
}

/** Whether what a style sheet says of an element stays the same where elements beside it are gone. */
function goesByItself(style: Element): boolean {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent ?? '');
  const isPlain = (rule: CSSRule): boolean => {
    if (rule instanceof CSSStyleRule) return !beside.test(rule.selectorText) && rule.cssRules.length === 0;
    return rule instanceof CSSMediaRule && [...rule.cssRules].every(isPlain);
  };
  return [...sheet.cssRules].every(isPlain);
}

function namesIn({ attributes, localName, textContent }: Element): string[] {
  const said = [...attributes].map(({ value }) => value);
  if (localName === 'style') said.push(textContent ?? '');
  return said.flatMap((text) => [...text.matchAll(named)].map(([, a, b]) => a ?? b ?? ''));
}

function written(root: Element, needed: ReadonlySet<Element>): string {
  const copies = new Map<Element, Element>([[root, root.cloneNode(false) as Element]]);
  const copyOf = (one: Element): Element => {
    const known = copies.get(one);
    if (known) return known;
    const copy = one.cloneNode(needed.has(one)) as Element;
    copies.set(one, copy);
    if (one.parentElement) copyOf(one.parentElement).append(copy);
    return copy;
  };
  const isWithin = ({ parentElement: around }: Element): boolean =>
    around !== null && (needed.has(around) || isWithin(around));
  const inOrder = [...needed].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  for (const one of inOrder) if (!isWithin(one)) copyOf(one);
  return new XMLSerializer().serializeToString(copyOf(root));
}
