import { over } from '../observe/over.ts';
import { placeOf } from './rules.ts';

/** As the browser has it, as for all else that stands over something of the page's. */
const apply = Reflect.apply;

/** What scripts do that no observer tells. */
export interface Heard {
  sheetChanged(sheet: CSSStyleSheet, index?: number | number[], rule?: string | null): void;
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
  after(sheet, 'deleteRule', (self: CSSStyleSheet, [index]) => heard.sheetChanged(self, (index as number) | 0, null));
  for (const name of ['addRule', 'removeRule', 'replace', 'replaceSync'] as const)
    after(sheet, name, (self: CSSStyleSheet, _, result) => {
      const changed = (same?: unknown): unknown => heard.run(() => heard.sheetChanged(self)) ?? same;
      // The page gets what follows from it: heard by us alone, a failure that nobody handles would count as handled.
      return (result as Promise<unknown> | undefined)?.then?.(changed) ?? changed();
    });

  /** @param self - A rule, or what is declared in one. */
  const within = (self: CSSRule | CSSStyleDeclaration, path?: number[], rule?: string | null): void => {
    const sheet = ((self.parentRule ?? self) as CSSRule).parentStyleSheet;
    if (sheet) heard.sheetChanged(sheet, path, rule);
  };
  const group = window.CSSGroupingRule?.prototype;
  after(group, 'insertRule', (self: CSSGroupingRule, [rule, index]) =>
    within(self, placeOf(self, (index as number) | 0), String(rule)),
  );
  after(group, 'deleteRule', (self: CSSGroupingRule, [index]) =>
    within(self, placeOf(self, (index as number) | 0), null),
  );
  // What stands among declarations, and steps of an animation, have positions that their text does not tell.
  for (const owner of [window.CSSStyleDeclaration, window.CSSStyleRule, window.CSSKeyframesRule])
    for (const name of ['setProperty', 'removeProperty', 'insertRule', 'appendRule', 'deleteRule'])
      after(owner?.prototype as never, name as never, (self: CSSRule) => within(self));

  after(window.Element?.prototype, 'attachShadow', (self: Element, _, root) =>
    heard.shadowMade(self, root as ShadowRoot),
  );
  return () => {
    for (const undo of undos) undo();
  };
}
