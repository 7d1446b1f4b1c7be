/**
 * A storm of changes to style sheets, the same for the same seed; runs in the page. Each call of what it gives makes one: sheets written,
 * moved, switched off, of another type, changed rule by rule or as a whole, adopted and dropped, in documents, shadow roots and drawings.
 */
export function startSheetStorm(seed: number): () => void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: ArrayLike<T>): T | undefined => list[random(list.length)];
  const rule = (): string =>
    of([
      `.c${random(9)} { margin: ${random(99)}px; }`,
      `@media (min-width: ${random(99)}px) { b { left: ${random(9)}px; } i { top: 1px; } }`,
      `@layer l${random(3)} { em { top: ${random(9)}px; } }`,
      `.n${random(9)} { top: 1px; & u { left: ${random(9)}px; } @media all { right: ${random(9)}px; } }`,
    ]) ?? '';
  /** Some are large, so that they are hashed and stored. */
  const css = (): string => Array.from({ length: random(2) ? 2 : 60 }, rule).join('\n');
  /** In the sheet, in a group, or nested in another. */
  const styleRule = (): CSSStyleRule | undefined => {
    let one = of([...(sheet()?.cssRules ?? [])]) as CSSGroupingRule | undefined;
    while (one?.cssRules?.length && (random(3) || !('selectorText' in one))) one = of(one.cssRules) as CSSGroupingRule;
    return one && 'selectorText' in one ? (one as CSSRule as CSSStyleRule) : undefined;
  };
  const away: Element[] = [];
  const held: CSSStyleDeclaration[] = [];
  const made: CSSStyleSheet[] = [];
  document.body.innerHTML = '<div></div><div></div><svg></svg>';
  for (const host of document.querySelectorAll('div'))
    host.attachShadow({ mode: 'open' }).innerHTML = `<style>${css()}</style>`;
  const roots = [document, ...[...document.querySelectorAll('div')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const place = (): ParentNode & Node =>
    of([document.head, document.querySelector('svg') ?? document.head, ...roots.slice(1)]) ?? document.head;
  const styles = (): HTMLStyleElement[] => roots.flatMap((root) => [...root.querySelectorAll('style')]);
  const style = (): HTMLStyleElement | undefined => of(styles());
  const sheet = (): CSSStyleSheet | undefined =>
    of(roots.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets]));

  function make(text: string): HTMLStyleElement | SVGStyleElement {
    const into = place();
    const space = (into as Element).namespaceURI ?? 'http://www.w3.org/1999/xhtml';
    const one = document.createElementNS(space, 'style') as HTMLStyleElement;
    one.textContent = text;
    into.append(one);
    return one;
  }

  const changes: (() => void)[] = [
    () => make(css()),
    () => make('').sheet?.insertRule(rule()),
    () => style()?.append(css()),
    () => Object.assign(style() ?? {}, { textContent: css() }),
    () => place().append(style() ?? ''),
    () => place().append(style()?.cloneNode(true) ?? ''),
    () => away.push(...styles().slice(0, 1)),
    () => away.at(-1)?.remove(),
    () => place().append(away.pop() ?? ''),
    () => style()?.setAttribute('type', of(['text/css', 'text/plain', '']) ?? ''),
    () => {
      const one = sheet();
      if (one) one.disabled = !one.disabled;
    },
    () => {
      const one = sheet();
      for (let times = random(4); times > 0; times--) one?.insertRule(rule(), random(one.cssRules.length + 1));
    },
    () => {
      const one = sheet();
      if (one && one.cssRules.length > 1) one.deleteRule(random(one.cssRules.length));
    },
    () => (of([...(sheet()?.cssRules ?? [])]) as CSSGroupingRule | undefined)?.insertRule?.('u { top: 2px; }'),
    () => styleRule()?.style.setProperty('top', `${random(9)}px`),
    () => Object.assign(styleRule()?.style ?? {}, { left: `${random(9)}px` }),
    () => Object.assign(styleRule()?.style ?? {}, { cssText: `right: ${random(9)}px` }),
    () => held.push(...[styleRule()?.style ?? []].flat()),
    () => of(held)?.setProperty('bottom', `${random(9)}px`),
    () => {
      const one = made[random(6)] ?? new CSSStyleSheet();
      if (!made.includes(one)) made.push(one);
      one.replaceSync(css());
      const root = of(roots);
      if (root) root.adoptedStyleSheets = [...root.adoptedStyleSheets, one].slice(-3);
    },
    () => of(made)?.replaceSync(css()),
    () => of(roots)?.adoptedStyleSheets.reverse(),
  ];

  return () => {
    for (const one of styles().slice(12)) one.remove();
    of(changes)?.();
  };
}

/** Runs in the page, before it is recorded: hashes, idle moments and timers come as late as they like, and some hashes never. */
export function beLate(seed: number): void {
  let state = seed >>> 0;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const wait = (ms: number): Promise<void> => new Promise((done) => void later(done, ms));
  const { setTimeout: later, requestIdleCallback: idle } = window;
  const { digest } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.digest = async function (...given) {
    await wait(random(250));
    if (random(30) === 0) throw new Error('no hash today');
    return digest.apply(this, given);
  };
  window.requestIdleCallback = (run, options) => later(() => idle(run, options), random(120));
  window.setTimeout = ((run: () => void, ms = 0) => later(run, ms + random(80))) as typeof setTimeout;
}
