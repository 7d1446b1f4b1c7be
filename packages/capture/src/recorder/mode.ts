import type { MaskLevel } from './recorder.ts';

export const html = 'http://www.w3.org/1999/xhtml';

/**
 * How a node is hidden: a number that is worked out once for each element, from its parent's, while the page is walked. The lowest two
 * bits say how much is open; the others say what kind of text stands here.
 */
export type Mode = number;

/** All text is hidden. */
export const closed = 0;
/** Texts are open, fields are hidden. */
export const usual = 1;
/** Fields are open too, but for secrets. */
export const open = 2;
const openness = 3;
/** What people write: `contenteditable`, and editors that draw it. */
const written = 4;
/** A choice, or the text of a field. */
const choice = 8;
const style = 16;
const title = 32;
/** Texts that nobody sees: SVG titles and descriptions. */
const unseen = 64;
/** Recorded as an empty box, of which nothing is open. */
const blocked = 128;

/** What is handed down to children; the others end with their element's own texts. */
export const inherited = openness | written | choice | unseen;

export function firstMode(level: MaskLevel): Mode {
  return level === 'inputs' ? usual : level === 'none' ? open : closed;
}

/** By their classes Monaco, CodeMirror 5 and Ace, which draw what is written in them: each word of it in an element of its own. */
export const editors = /CodeMirror|monaco-editor|ace_content/;

/** By what a page says of lists that it builds by itself, as by the elements for it: of a `select` its button may say what is chosen. */
const chosen = /^select|option|datalist|textarea| .*box|slider/;

export type ModeOf = (element: Element, tag: string, parent: Mode) => Mode;

export function createModeOf(level: MaskLevel): ModeOf {
  return (element, tag, parent) => {
    let mode = parent & inherited;
    if (tag === 'style') mode |= style;
    else if (/^(title|desc)$/.test(tag)) mode |= element.namespaceURI === html ? title : unseen;
    else if (chosen.test(`${tag} ${element.role} ${element.ariaHasPopup}`)) mode |= choice;
    else if (tag === 'html' && element.ownerDocument.designMode === 'on') mode |= written;
    if (editors.test(element.className)) mode |= written;
    const editable = element.getAttribute('contenteditable');
    if (editable === 'false') mode &= ~written;
    else if (editable !== null) mode |= written;
    const mark = element.getAttribute('data-sightglass');
    if (mark === 'block') mode = blocked;
    else if (mark === 'allow') mode = level === 'all' ? mode : (mode & ~openness) | open;
    // A word that is not known hides: it was meant to.
    else if (mark) mode &= ~openness;
    return mode;
  };
}

export const isBlocked = (mode: Mode): unknown => mode & blocked;
export const isStyle = (mode: Mode): unknown => mode & style;
export const isTitle = (mode: Mode): unknown => mode & title;
/** Fields show what is in them. */
export const isOpen = (mode: Mode): boolean => (mode & openness) === open;
export const isClosed = (mode: Mode): boolean => (mode & openness) === closed;
/** Text that is hidden whatever it says. */
export const isHiddenText = (mode: Mode): unknown =>
  isClosed(mode) || (!isOpen(mode) && mode & (written | choice | unseen));

/** Tags of fields. */
export const typedInto = /^(textarea|input)$/;

/** Where a place in it would tell how long a hidden text is. */
export const hidesLength = (node: Node, mode: Mode): unknown =>
  isHiddenText(mode) || (typedInto.test((node as Element).localName) && !isOpen(mode));
