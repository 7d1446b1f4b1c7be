import { over } from '../observe/over.ts';

/** As the browser has it, as for all else that stands over something of the page's. */
const apply = Reflect.apply;

/** What scripts do that no observer tells. */
export interface Heard {
  sheetChanged(sheet: CSSStyleSheet, index?: number | number[], rule?: string | null): void;
  /**
   * A rule has another in it at `index`, or none that was there where nothing is `said`; at -1: it is another than before. Without `index` it may be
   * another than it is now.
   */
  ruleChanged(rule: CSSRule, index?: number, said?: string): void;
  /** It has a shadow root now; without one: a frame has another document. */
  shadowMade(host: Element, root?: ShadowRoot): void;
  run(task: () => unknown): unknown;
}

/**
 * Listens to methods of a window's own classes: they do what they did, and then we are told. Where one is frozen, changes of its kind show at
 * the next anchor. The answer puts back what was there, where nobody has put something over it since.
 */
export function patch(window: Window & typeof globalThis, heard: Heard): () => void {
  const undos: (() => void)[] = [];
  const onStop = (undo: () => void): void => void undos.push(undo);

  function after<Owner extends object>(
    owner: Owner | undefined,
    name: keyof Owner,
    /** @returns what the page is to get instead; nothing: the result. */
    tell: (self: never, args: unknown[], result: unknown) => unknown,
  ): void {
    over({ onStop }, owner as Owner, name, (original, self, args) => {
      const result: unknown = apply(original, self, args);
      return heard.run(() => tell(self as never, args, result)) ?? result;
    });
  }

  const sheet = window.CSSStyleSheet?.prototype;
  after(sheet, 'insertRule', (self: CSSStyleSheet, [rule, index]) =>
    heard.sheetChanged(self, (index as number) | 0, String(rule)),
  );
  after(sheet, 'deleteRule', (self: CSSStyleSheet, [index]) => heard.sheetChanged(self, (index as number) | 0));
  for (const name of ['addRule', 'removeRule', 'replace', 'replaceSync'] as const)
    after(sheet, name, (self: CSSStyleSheet, _, result) => {
      const changed = (same?: unknown): unknown => heard.run(() => heard.sheetChanged(self)) ?? same;
      // The page gets what follows from it: heard by us alone, a failure that nobody handles would count as handled.
      return (result as Promise<unknown> | undefined)?.then?.(changed) ?? changed();
    });

  const group = window.CSSGroupingRule?.prototype;
  after(group, 'insertRule', (self: CSSRule, [rule, index]) =>
    heard.ruleChanged(self, (index as number) | 0, String(rule)),
  );
  after(group, 'deleteRule', (self: CSSRule, [index]) => heard.ruleChanged(self, (index as number) | 0));
  for (const owner of [window.CSSKeyframesRule, window.CSSStyleRule, window.CSSStyleDeclaration])
    for (const name of ['deleteRule', 'insertRule', 'appendRule', 'removeProperty', 'setProperty'])
      after(
        owner?.prototype as never,
        name as never,
        (self: CSSRule & Partial<CSSKeyframesRule & CSSStyleDeclaration>) => {
          // What an element declares stands in no rule.
          const rule = self.cssRules ? self : self.parentRule;
          if (rule) heard.ruleChanged(rule, -1);
        },
      );
  // Of what is declared by a property nobody tells, and who does that asks for all that is declared first.
  const rules = window.CSSStyleRule?.prototype;
  after(
    {
      get get(): unknown {
        return Object.getOwnPropertyDescriptor(rules, 'style')?.get;
      },
      set get(ours) {
        Object.defineProperty(rules, 'style', { get: ours as () => unknown });
      },
    },
    'get',
    (self: CSSRule) => heard.ruleChanged(self),
  );

  after(window.Element?.prototype, 'attachShadow', (self: Element, _, root) =>
    heard.shadowMade(self, root as ShadowRoot),
  );
  return () => {
    for (const undo of undos) undo();
  };
}
