/**
 * With these a page fetches, leads away, opens, runs or takes the focus, or they say what a field was at first: a replay does not set them, or
 * not to what they were. Style sheets go by them all the same (`a[target=_blank]`, `a[href^="http"]`, `attr(href)`, `option[selected]`): they
 * are asked of attributes that hold the same and do nothing.
 */
const names = new Set(
  `href src srcset poster background data action formaction target download rel ping cite content http-equiv usemap autofocus autoplay
  popovertarget command commandfor is sandbox checked selected`.split(/\s+/),
);

const prefix = 'sg_';
/** Of data, which may be long, its kind is enough. */
const mostDataLetters = 40;

/** The attribute that stands for one of that name; undefined where none does. */
export function standInFor(name: string): string | undefined {
  return names.has(name) ? prefix + name : undefined;
}

/** The attribute that one of that name stands for. */
export function stoodFor(name: string): string | undefined {
  const own = name.slice(prefix.length);
  return name.startsWith(prefix) && names.has(own) ? own : undefined;
}

/** What it holds: null where the page took the attribute away. */
export function standInValue(given: unknown): string | null {
  if (given === null) return null;
  if (typeof given !== 'string') return '';
  return /^\s*data:/i.test(given) ? given.slice(0, mostDataLetters) : given;
}

/**
 * Elements that would run or load, and what stands there in their place; which one was meant an attribute says. A template shows
 * nothing wherever it stands; what no script runs for (`noscript`) does, in shadow roots, where no rule of the page's hides it. A browser fills `selectedcontent` by
 * itself, with a copy of what its select has chosen. A recording tells what stands in it: filled twice, a player would look in vain for
 * what it had put there, and leave all else undone that changed with it.
 */
const tags = new Map(
  Object.entries({
    ...{ script: 'template', noscript: 'template', template: 'template' },
    ...{ object: ':is(svg,sg-object)', embed: ':is(svg,sg-object)', selectedcontent: 'sg-selectedcontent' },
  }),
);

/**
 * The tag of what stands for an element of that tag; undefined where none does. What an `object` loads takes up the room that an empty drawing
 * does, by the same attributes; one that loads nothing shows what it holds.
 */
export function standInTagFor(
  tag: string,
  { data, src, rr_width: blocked }: Record<string, unknown>,
): string | undefined {
  if (tag === 'object' || tag === 'embed') return data || src || blocked ? 'svg' : 'sg-object';
  return tags.get(tag);
}

/** The attribute by which style sheets find what stands for an element of that tag. */
export function standInMark(tag: string): { sg_tag?: string } {
  return tags.has(tag) ? { sg_tag: tag } : {};
}

const any = [...names].join('|');
const inSelector = new RegExp(String.raw`(?<!\\)\[\s*(?=(?:${any})\s*(?:[~|^$*]?=|\]))`, 'gi');
/** Strings are gone over: what they say stays. */
const inType = new RegExp(
  String.raw`"[^"]*"|'[^']*'|(?<=^|[\s>+~,}]|:(?:not|is|where|has|host|host-context|slotted)\(\s*)(${[...tags.keys()].join('|')})(?![\w-])`,
  'gi',
);
const inValue = new RegExp(String.raw`\battr\(\s*(?=(?:${any})\s*[,)\s])`, 'gi');

/** Whether a style text asks of any of them. */
export const asksOfThem = new RegExp(
  String.raw`${inSelector.source}|(?<![\w.#-])(?:${[...tags.keys()].join('|')})(?![\w-])|${inValue.source}`,
  'i',
);

/** What stands before a brace. */
export function withStandIns(prelude: string): string {
  const asked = prelude.replace(inSelector, `[${prefix}`);
  // Names of layers, of animations and of styles are nobody's tags.
  if (/^\s*@(?!scope)/i.test(asked)) return asked;
  return asked.replace(inType, (whole, tag?: string) => {
    const named = tag?.toLowerCase() ?? '';
    return tag ? `${tags.get(named)}:where([sg_tag="${named}"])` : whole;
  });
}

/** What stands after one. */
export function withStandInValues(declarations: string): string {
  return declarations.replace(inValue, `attr(${prefix}`);
}
