import { heldText } from '@sightglass/specify';

/**
 * Notes what a page holds for people to use or to read things under: buttons and links by their names, tables by the heads of their
 * columns, lists of terms by their terms. What was typed, chosen or stands in rows is none of it; `specify/src/observe/held.ts` reads it.
 */
export interface Holding {
  /** An element begins, with its attributes as they were recorded. */
  open(tag: string, attribute: (name: string) => string | undefined): void;
  text(said: string): void;
  close(): void;
  /** A text was put in the place of another, in an element that is not known: whatever it names, it is there. */
  changed(said: string): void;
}

interface Open {
  tag: string;
  role: string | undefined;
  label: string | undefined;
  /** The element that is called by what is said here: itself, or one around it. */
  names: Open | undefined;
  said: string;
  /** Heads of columns, or terms, of the table or list that it is. */
  heads: string[] | undefined;
  /** Stands in what leads through the application. */
  leads: boolean;
  /** Stands in one of many that are alike. */
  inRow: boolean;
}

const rolesOfTags = new Map(
  Object.entries({ button: 'button', a: 'link', summary: 'button', th: 'column', dt: 'term' }),
);
const named = new Set(['button', 'link', 'tab', 'menuitem', 'switch', 'column', 'term']);
const leading = new Set(['nav', 'navigation', 'menu', 'menubar', 'tablist']);
const rows = new Set(['li', 'tr', 'td', 'dd', 'article', 'option', 'row', 'listitem', 'gridcell']);
const lists = new Set(['table', 'dl', 'grid']);
/** What is so long is no name. */
const mostChars = 200;

export function createHolding(put: (text: string) => void): Holding {
  const stack: Open[] = [];
  const tell = (what: string, names: readonly string[]): void => {
    const text = heldText(what, names);
    if (text !== undefined) put(text);
  };

  function open(tag: string, attribute: (name: string) => string | undefined): void {
    const above = stack.at(-1);
    const told = attribute('role');
    const place = told ?? tag;
    const leads = leading.has(place) || (above?.leads ?? false);
    const one: Open = {
      tag,
      role: told === 'columnheader' ? 'column' : (told ?? rolesOfTags.get(tag)),
      label: undefined,
      names: above?.names,
      said: '',
      heads: lists.has(place) || lists.has(tag) ? [] : undefined,
      leads,
      inRow: !leads && (rows.has(place) || (above?.inRow ?? false)),
    };
    if (named.has(one.role ?? '')) {
      one.names = one;
      one.label = attribute('aria-label');
    }
    stack.push(one);
  }

  function close(): void {
    const ended = stack.pop();
    if (ended === undefined) return;
    const { role = '', label, said, heads, names, inRow, tag } = ended;
    if (names === ended) {
      const name = (label ?? said).replace(/\s+/g, ' ').trim();
      if (role === 'column' || role === 'term') stack.findLast((one) => one.heads)?.heads?.push(name);
      // Links within entries are named after what they lead to.
      else if (!(role === 'link' && inRow)) tell(role, [name]);
      add(stack.at(-1)?.names, ` ${said} `);
    }
    if (heads !== undefined && heads.length > 0) tell(tag === 'dl' ? 'terms' : 'columns', heads);
  }

  return {
    open,
    close,
    text: (said) => add(stack.at(-1)?.names, said),
    changed: (said) => tell('text', [said]),
  };
}

function add(to: Open | undefined, said: string): void {
  if (to && to.said.length < mostChars) to.said += said.slice(0, mostChars);
}
