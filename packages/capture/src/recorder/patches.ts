import { placeOf } from './rules.ts';

/** What scripts do that no observer tells. */
export interface Heard {
  sheetChanged(sheet: CSSStyleSheet, index?: number | number[], rule?: string | null): void;
  shadowMade(host: Element, root: ShadowRoot): void;
  run(task: () => void): void;
}

type Method = (this: unknown, ...args: never[]) => unknown;

/**
 * Listens to methods of a window's own classes: they do what they did, and then we are told. A class that is frozen stays as it is. The
 * answer puts back what was there, where nobody has put something over it since.
 */
export function patch(window: Window & typeof globalThis, heard: Heard): () => void {
  const undos: (() => void)[] = [];

  function after<Owner extends object>(
    owner: Owner | undefined,
    name: keyof Owner & string,
    tell: (self: never, args: unknown[], result: unknown) => void,
  ): void {
    const original = owner?.[name] as Method | undefined;
    if (!owner || typeof original !== 'function') return;
    const over = {
      [name](this: unknown, ...args: never[]) {
        const result = original.apply(this, args);
        heard.run(() => tell(this as never, args, result));
        return result;
      },
    }[name] as Method;
    try {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { ...descriptor, value: over });
      undos.push(() => {
        if ((owner[name] as unknown) === over) Object.defineProperty(owner, name, { ...descriptor, value: original });
      });
    } catch {
      // Frozen: changes of this kind show at the next anchor.
    }
  }

  const sheet = window.CSSStyleSheet?.prototype;
  after(sheet, 'insertRule', (self: CSSStyleSheet, [rule, index]) =>
    heard.sheetChanged(self, Number(index ?? 0), String(rule)),
  );
  after(sheet, 'deleteRule', (self: CSSStyleSheet, [index]) => heard.sheetChanged(self, Number(index), null));
  for (const name of ['addRule', 'removeRule', 'replace', 'replaceSync'] as const)
    after(sheet, name, (self: CSSStyleSheet, _, result) => {
      if (result instanceof window.Promise)
        void result.then(
          () => heard.run(() => heard.sheetChanged(self)),
          () => undefined,
        );
      else heard.sheetChanged(self);
    });

  const group = window.CSSGroupingRule?.prototype;
  const within = (self: CSSGroupingRule, index: unknown, rule: string | null): void => {
    const path = placeOf(self, Number(index ?? 0));
    if (self.parentStyleSheet) heard.sheetChanged(self.parentStyleSheet, path, rule);
  };
  after(group, 'insertRule', (self: CSSGroupingRule, [rule, index]) => within(self, index, String(rule)));
  after(group, 'deleteRule', (self: CSSGroupingRule, [index]) => within(self, index, null));

  const declaration = window.CSSStyleDeclaration?.prototype;
  for (const name of ['setProperty', 'removeProperty'] as const)
    after(declaration, name, (self: CSSStyleDeclaration) => {
      const whole = self.parentRule?.parentStyleSheet;
      if (whole) heard.sheetChanged(whole);
    });

  after(window.Element?.prototype, 'attachShadow', (self: Element, _, root) =>
    heard.shadowMade(self, root as ShadowRoot),
  );
  return () => {
    for (const undo of undos) undo();
  };
}
