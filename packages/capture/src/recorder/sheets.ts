import { type Cleaner, maxChars } from './clean.ts';
import { isShown } from './kids.ts';
import type { Mirror } from './mirror.ts';
import { isStyle, type Mode } from './mode.ts';
import type { Heard } from './patches.ts';
import type { Operation } from './read.ts';
import type { RecorderParts } from './recorder.ts';
import type { Roots } from './roots.ts';
import { isSaid, placeOf, rulesOf, type Texts, wholeOf } from './rules.ts';
import type { Token } from './write.ts';

const maxLog = 300;
/** Of a longer one the end is left out: it would not fit into what may wait to be sent. */
const maxSheet = 4_000_000;
/** No one tells when a list of sheets changes, and the browser makes a new list for each look at it: a fifth of a millisecond more for each of them. */
const lookEveryMs = 250;

interface LitElement {
  elementStyles?: { styleSheet?: object; cssText?: string }[];
}

interface SheetParts extends Pick<RecorderParts, 'stored' | 'publicRules' | 'fileOf'>, Pick<Roots, 'all'> {
  put(operation: Operation): void;
  mirror: Mirror;
  clean: Cleaner;
  renew(node: Node): void;
  markState(node: Node, name: string): void;
  /** There is something to do or to read. */
  wake(): void;
}

/** Something of a sheet that is read rule by rule. */
interface Reading {
  rules: Texts;
  said: string[];
  done(said: string, answer: unknown): void;
}

/** Of a shorthand that holds a variable and is followed by a part of it, rules tell the other parts with nothing in their place. */
const lost = / \w\S*: ;/;

/** Style sheets: the texts of `style` elements, what `link` elements loaded, what scripts made of either, and constructed ones. */
export interface Sheets extends Pick<Heard, 'sheetChanged' | 'ruleChanged'> {
  /** What stands for a text node. */
  text(node: Node, mode: Mode): Token;
  /** `:css` of a `style` or `link` element; undefined where its text or nothing says it. */
  css(element: Element): unknown;
  /** All that it imports has come. */
  arrive(sheet: CSSStyleSheet | null | undefined): void;
  /** No one tells when a sheet is switched off by its property, or an element has another one, as after it was moved. */
  poll(): void;
  /** There are rules that a script may change without a word. */
  asks(): unknown;
  /** A document or shadow root has another list of sheets. */
  changedLists(): boolean;
  /** What else waits to be told. */
  read(operations: Operation[]): void;
  waits(): unknown;
  /** Reads rules until `deadline`. */
  work(deadline: number): void;
  /** Something is left to read or to hash: what stands for it is not all of it yet. */
  isReading(): unknown;
  /** After an anchor everything is to be told again. */
  again(): void;
  /** Texts that were sent may not have arrived. */
  lost(): void;
}

export function createSheets({
  put,
  stored: storedBy,
  publicRules,
  fileOf,
  mirror,
  all: roots,
  wake,
  clean,
  markState,
  renew,
}: SheetParts): Sheets {
  const stored = storedBy(put, wake);
  /** By sheet: what its rules say, once read. */
  const texts = new WeakMap<CSSStyleSheet, string>();
  const readings = new Map<CSSStyleSheet, Reading>();
  const compared = new WeakSet<CSSStyleSheet>();
  const byRules = new WeakSet<CSSStyleSheet>();
  /** Elements whose rules were told, which their text may say again. */
  const ruled = new WeakSet<object>();
  /** Elements that were written, with the sheet that each had when it was last looked at (as {@link shownBy} says). */
  const looked = new Map<Element, CSSStyleSheet | null | undefined>();
  const logs = new Map<CSSStyleSheet, [index: number | number[], rule: string | null][]>();
  const numbers = new WeakMap<CSSStyleSheet, number>();
  /** By their root, under its number: one that is written anew has another, and is told them again. */
  const told = new WeakMap<Node, Record<number, CSSStyleSheet[]>>();
  const toDefine = new Set<CSSStyleSheet>();
  /** Rules that a script may change by a property, with what they said. */
  const asked = new Map<CSSRule, string | number>();
  let lastNumber = 0;
  let lookAt = 0;
  /** Roots with a number before this were asked, and are again when it is time. */
  let asksFrom = 0;

  /** Whoever changes the sheet meanwhile begins anew. */
  function read(sheet: CSSStyleSheet, rules: Texts, done: Reading['done']): void {
    readings.set(sheet, { rules, said: [], done });
    wake();
  }

  /** Reads all rules of a sheet, from its start. */
  function startReading(sheet: CSSStyleSheet): void {
    logs.delete(sheet);
    texts.delete(sheet);
    byRules.add(sheet);
    read(sheet, rulesOf(sheet, clean, publicRules), (said) => {
      const { href } = sheet;
      if (!href || !lost.test(said)) {
        finish(sheet, said);
        if (lost.test(said))
          void publicRules(sheet).then((whole) => {
            // One that was changed meanwhile, as some are in each frame, stays as it is told.
            if (whole && texts.get(sheet) === said) finish(sheet, clean.css(whole as string)); // it has no address
          });
        return;
      }
      let text: string | undefined;
      const ofFile = function* (): Texts {
        // The browser has it.
        void fileOf(href).then((said = '') => {
          text = said;
        });
        while (text == null) yield undefined;
        return yield* isSaid(sheet, text);
      };
      read(sheet, ofFile(), (_, same) => finish(sheet, same ? clean.css(text as string, href) : said, same));
    });
  }

  function finish(sheet: CSSStyleSheet, said: string, byFile?: unknown): void {
    texts.set(sheet, said.slice(0, maxSheet));
    const owner = sheet.ownerNode as Element | null;
    if (owner) {
      if (byFile) byRules.delete(sheet);
      markState(owner, ':css');
      if (owner.firstChild) renew(owner);
    } else toDefine.add(sheet);
  }

  function text(node: Node, mode: Mode): Token {
    const said = (node as Text).data;
    if (!isStyle(mode)) return clean.text(said, mode, node);
    const style = node.parentNode as HTMLStyleElement;
    const { sheet } = style;
    if (texts.has(sheet as CSSStyleSheet)) return '';
    if (sheet && !compared.has(sheet)) {
      compared.add(sheet);
      // A script may have changed the rules before we looked.
      read(sheet, isSaid(sheet, style.textContent), (_, same) =>
        // What its rules said before is no longer to be told.
        same ? markState(style, ':css') : startReading(sheet),
      );
    }
    // Of a longer one its rules are read, in slices.
    return stored.tokenOf(node, sheet && said[maxChars] ? '' : clean.css(said), () => renew(node));
  }

  function css(element: Element): unknown {
    const sheet = shownBy(element);
    looked.set(element, sheet);
    const said = sheet ? texts.get(sheet) : sheet === undefined || ruled.has(element) ? ' ' : undefined;
    if (said !== undefined) {
      ruled.add(element);
      // What is short needs no owner.
      return stored.tokenOf(sheet as object, said, () => markState(element, ':css'));
    }
    if (!sheet || readings.has(sheet)) return undefined;
    if (byRules.has(sheet) || element.localName === 'link' || (!element.firstChild && sheet.cssRules[0]))
      startReading(sheet);
    // It has another sheet, as after it was moved: its text says it again.
    else if (ruled.delete(element)) renew(element);
    return undefined;
  }

  /** @param path - Where in the rule, or nothing: itself. */
  function change(rule: CSSRule, said: string | null | undefined, ...path: number[]): void {
    if (rule.parentStyleSheet) sheetChanged(rule.parentStyleSheet, placeOf(rule, ...path), said);
  }

  /** Something was read of it, or is, that is not told yet. */
  const isUnsettled = (sheet: CSSStyleSheet | null): unknown =>
    sheet && (readings.has(sheet) || toDefine.has(sheet) || stored.isPending(sheet));

  function sheetChanged(sheet: CSSStyleSheet, index?: number | number[], rule?: string | null): unknown {
    // Positions would be taken of what was there before.
    if (isUnsettled(sheet)) return startReading(sheet);
    const owner = sheet.ownerNode;
    // What was read is no longer what stands there; an anchor reads it again.
    texts.delete(sheet);
    const log = logs.get(sheet) ?? [];
    // What is written later is written as it is by then.
    if (!numberOf(sheet)) return void byRules.add(sheet);
    // Of a text the browser leaves out what it does not know: positions are those of its rules.
    const isText = !byRules.has(sheet) && (!owner || owner.firstChild || sheet.href);
    // What it imports (3) stands in the place of the import in its text.
    const isOther = isText || sheet.disabled || sheet.cssRules[0]?.type === 3;
    if (isOther || log[maxLog] || index === undefined) return startReading(sheet);
    log.push([index, rule ? clean.css(rule, sheet.href) : null]);
    logs.set(sheet, log);
    ruled.add(owner ?? sheet);
    wake();
  }

  /** By which the stream knows it: of its element, or its own. */
  function numberOf(sheet: CSSStyleSheet): number | undefined {
    const owner = sheet.ownerNode;
    return owner ? mirror.id(owner) : numbers.get(sheet);
  }

  /** The list that is to be told; undefined where it was. */
  function listToTell(root: Document | ShadowRoot): CSSStyleSheet[] | undefined {
    // One that counts for nothing now is as if it were not there.
    // Its own `filter` takes four times as long.
    const now = [...(root.adoptedStyleSheets ?? [])].filter(
      ({ disabled, media }) => !disabled && (!media.length || matchMedia(media.mediaText).matches),
    );
    const before = told.get(root)?.[mirror.id(root)] ?? [];
    if (before[now.length] || now.some((sheet, at) => sheet !== before[at])) return now;
  }

  function readLists(operations: Operation[]): void {
    for (const root of roots) {
      const id = mirror.id(root);
      const now = id ? asksFrom <= id && listToTell(root) : void roots.delete(root);
      if (!now) continue;
      told.set(root, { [id]: now });
      for (const sheet of now) {
        if (!numbers.has(sheet)) {
          numbers.set(sheet, --lastNumber);
          // As Lit's elements keep it beside what was made of it: rules do not tell a shorthand that holds a variable and is followed by a part of it.
          const made = (root as ShadowRoot).host?.constructor as LitElement | undefined;
          const written = made?.elementStyles?.find(({ styleSheet }) => styleSheet === sheet)?.cssText;
          if (written) texts.set(sheet, clean.css(written));
        }
        if (texts.has(sheet)) toDefine.add(sheet);
        else if (!readings.has(sheet)) startReading(sheet);
      }
      operations.push([4, id, ':adopted', now.map((sheet) => numbers.get(sheet))]);
    }
    asksFrom = mirror.next();
  }

  function defineSheets(operations: Operation[]): void {
    for (const sheet of toDefine) {
      const said = texts.get(sheet);
      const number = numbers.get(sheet);
      toDefine.delete(sheet);
      if (said === undefined || !number) continue;
      const token = stored.tokenOf(sheet, said, () => toDefine.add(sheet));
      if (token || !said) operations.push([11, number, token]);
    }
  }

  return {
    text,
    css,
    sheetChanged,
    ruleChanged(rule, index, said) {
      const whole = wholeOf(rule);
      const one = whole ?? rule;
      if (!whole && (index as number) >= 0) return change(rule, said, index as number);
      // No rule says a number.
      asked.set(one, asked.get(one) ?? index ?? one.cssText);
      // To read their sheets takes no longer.
      if (asked.size > maxLog) {
        for (const [one] of asked) if (one.parentStyleSheet) sheetChanged(one.parentStyleSheet);
        asked.clear();
      }
      wake();
    },
    arrive(sheet) {
      // Before that, its rules said nothing of what they import; what is being read may have gone past it.
      if (byRules.has(sheet as CSSStyleSheet)) startReading(sheet as CSSStyleSheet);
    },
    poll() {
      for (const [element, before] of looked) {
        if (!isShown(element)) looked.delete(element);
        else if (shownBy(element) !== before) markState(element, ':css');
      }
    },
    asks: () => asked.size,
    changedLists: () => [...roots].some(listToTell),
    read(operations) {
      if (performance.now() > lookAt) {
        lookAt = performance.now() + roots.size / 5 + lookEveryMs;
        asksFrom = 0;
      }
      // What is new is told with its own: it would be shown without them until it is time.
      if (asksFrom < mirror.next()) readLists(operations);
      defineSheets(operations);
      for (const [rule, before] of asked)
        if (!isUnsettled(rule.parentStyleSheet)) {
          const { cssText } = rule;
          // It stays, since a script may hold what is declared.
          asked.set(rule, cssText);
          if (cssText !== before) {
            change(rule, null);
            change(rule, cssText);
          }
          // Of a sheet that is gone none is held.
          if (!numberOf(rule.parentStyleSheet ?? (rule as never))) asked.delete(rule);
        }
      for (const [sheet, log] of logs) {
        const target = numberOf(sheet);
        // Switched off since then it says nothing.
        if (target && !sheet.disabled) operations.push([10, target, log]);
      }
      logs.clear();
    },
    waits: () => toDefine.size + logs.size,
    work(deadline) {
      for (const [sheet, { rules, said, done }] of readings) {
        let next = rules.next();
        for (; next.value && !next.done; next = rules.next()) {
          said.push(next.value);
          if (performance.now() > deadline) return;
        }
        if (next.done) {
          readings.delete(sheet);
          done(said.join('\n'), next.value);
        }
      }
    },
    isReading: () => readings.size + stored.hashing(),
    again() {
      logs.clear();
    },
    lost: stored.lost,
  };
}

/** The sheet of a `style` or `link`; null where it has none, undefined where that is switched off. */
function shownBy(element: Element): CSSStyleSheet | null | undefined {
  const { sheet, disabled } = element as HTMLStyleElement;
  // A link's own goes when it is switched off, or comes in vain if that was before it had come; that of a `style` stays.
  return disabled || sheet?.disabled ? undefined : sheet;
}
