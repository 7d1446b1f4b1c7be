/** The rules of one style sheet as texts, changed one by one as a page's scripts did. Whatever it is given, it does not throw. */
export interface SheetRules {
  /** @param path - Positions that lead to the rule: one in the sheet, more through the rules around it. Outside: at the end. */
  insert(path: readonly number[], rule: string): void;
  remove(path: readonly number[]): void;
  list(): readonly string[];
  /** Characters, about. */
  size(): number;
  text(): string;
}

export function createSheetRules(css: string): SheetRules {
  const items = itemsOf(css, false);
  let size = css.length;

  return {
    insert(path, rule) {
      size += rule.length;
      change(items, path, rule, false);
    },
    remove: (path) => change(items, path, null, false),
    size: () => size,
    list: () => items.map(({ text }) => text),
    text: () => items.map(({ text }) => text).join('\n'),
  };
}

/** A rule, or (inside a rule) a declaration, which has no position. */
interface Item {
  text: string;
  isRule: boolean;
}

function change(items: Item[], path: readonly number[], rule: string | null, within: boolean): void {
  const [position = 0, ...rest] = path;
  const at = within ? placeOf(items, position) : Math.min(position, items.length);
  if (rest.length > 0) {
    const outer = items[at];
    if (outer) outer.text = inside(outer.text, rest, rule);
  } else if (rule === null) items.splice(at, 1);
  else items.splice(at, 0, { text: closed(rule), isRule: true });
}

/** Where the rule with this position stands among all items. */
function placeOf(items: readonly Item[], position: number): number {
  let before = 0;
  for (const [at, { isRule }] of items.entries()) {
    if (isRule && before === position) return at;
    if (isRule) before += 1;
  }
  return items.length;
}

function inside(rule: string, path: readonly number[], changed: string | null): string {
  const open = rule.indexOf('{');
  if (open < 0) return rule;
  const items = itemsOf(rule.slice(open + 1, rule.lastIndexOf('}')), true);
  change(items, path, changed, true);
  return `${rule.slice(0, open)}{${items.map(({ text }) => text).join('\n')}}`;
}

/** One rule as it was inserted; a parser closes at its end what is open. */
function closed(rule: string): string {
  return itemsOf(rule, false)
    .map(({ text }) => text)
    .join(' ');
}

/**
 * Cuts style text where a parser would end a rule. `within`: the inside of a rule, where declarations stand too.
 */
function itemsOf(css: string, within: boolean): Item[] {
  const items: Item[] = [];
  const open: string[] = [];
  let start = 0;
  /** Of what begins at `start`; undefined: not looked yet. */
  let atRule: boolean | undefined;

  function isAtRule(): boolean {
    atRule ??= css.slice(start).replace(leading, '').startsWith('@');
    return atRule;
  }

  function end(at: number, isRule: boolean): void {
    const text = css.slice(start, at).replace(leading, '').trimEnd();
    start = at;
    atRule = undefined;
    if (text !== '') items.push({ text: text + open.toReversed().join(''), isRule });
  }

  const tokens = new RegExp(interesting.source, interesting.flags);
  for (let found = tokens.exec(css); found; found = tokens.exec(css)) {
    const [token] = found;
    const after = found.index + token.length;
    if (token in closers) open.push(closers[token as keyof typeof closers]);
    else if (token === ';' && open.length === 0) {
      const isRule = isAtRule();
      if (isRule || within) end(after, isRule);
    } else if (token.length === 1 && open.at(-1) === token) {
      open.pop();
      if (token === '}' && open.length === 0) end(after, true);
    }
  }
  end(css.length, !within || open.length > 0 || isAtRule());
  return items;
}

const closers = { '{': '}', '(': ')', '[': ']' } as const;
/** What may stand before a rule and is none of it. */
const leading = /^(?:\s+|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\/|<!--|-->)+/;
/** Comments, strings, unquoted addresses and escapes are passed over whole; brackets and ends are looked at. */
const interesting =
  /\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)|"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*["\n]?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*['\n]?|url\(\s*(?!["'\s])[^)\\]*(?:\\[\s\S][^)\\]*)*\)?|\\[\s\S]|[{}()[\];]/gi;
