import { isHidden } from '../privacy/hidden.ts';
import { nearest, parentOf } from './around.ts';
import { roleOf } from './role.ts';

/** Of an element that can have none, nothing. */
export type Labels = Iterable<HTMLLabelElement> | null | undefined;

const maxNodes = 200;
/** Roles whose text is what the application calls a control; that of others, as of a menu or a tree, is what it shows. */
const namedByContent =
  /^(button|img|generic|columnheader|search|heading|link|checkbox|radio|status|alert|switch|tab|menuitem\w*|treeitem)$/;

/**
 * The accessible name in short (https://www.w3.org/TR/accname-1.2/): aria-labelledby, aria-label, the label, alt, the text of controls
 * are named by their content, title, placeholder. Not scrubbed yet. Empty where the element has no name of its own.
 *
 * @param labels - Those of a field, where many are asked for theirs: see `fieldLabels`.
 */
export function nameOf(element: Element, labels: Labels = (element as Partial<HTMLInputElement>).labels): string {
  if (isHidden(element)) return '';
  const given = (name: string): string => (element.getAttribute(name) ?? '').trim();
  return (
    textOfIds(element, given('aria-labelledby')) ||
    given('aria-label') ||
    labelOf(element, labels) ||
    ownText(element) ||
    given('title') ||
    given('placeholder')
  );
}

/** Text of the elements that an attribute such as `aria-describedby` points to. */
export function textOfIds(element: Element, ids: string | null): string {
  if (!ids) return '';
  const root = element.getRootNode() as Document | ShadowRoot;
  const texts = ids.split(/\s+/).map((id) => {
    const at = id && root.getElementById?.(id);
    return at && textOf(at);
  });
  return texts.join(' ').trim();
}

/** What is read aloud of an element's inside; never what a person typed. */
export function textOf(element: Element): string {
  let left = maxNodes;
  function read(at: Node): string {
    if (left-- < 0) return '';
    if (at.nodeType === 3) return at.nodeValue ?? '';
    // Elements of a frame are none of this window's.
    if (at.nodeType !== 1) return '';
    const node = at as Element; // by its type
    if (/^(style|script|template|select|iframe|noscript|input|textarea)$/.test(node.localName)) return '';
    // How it is laid out decides, as it does in a browser: words beside each other may stand in elements of any name, with no blank between.
    const display = node === element ? '' : getComputedStyle(node).display;
    // Of a branch of a tree its twigs are no part.
    if (isHidden(node) || (display && node.matches('[aria-hidden=true],[role=treeitem]')) || display === 'none')
      return '';
    if (/^(br|img|area)$/.test(node.localName)) return node.getAttribute('alt') ?? ' ';
    if ((node as HTMLElement).isContentEditable) return '';
    // A control in a shadow root shows what its host holds.
    const given = (node as Partial<HTMLSlotElement>).assignedNodes?.();
    const inside = [...(given?.[0] ? given : node.childNodes)].map(read).join('');
    return /ne$|s$/.test(display) ? inside : ` ${inside} `;
  }
  return read(element).replace(/\s+/g, ' ').trim();
}

/** The landmark, dialog or form that an element stands in, by name or by role. */
export function withinOf(element: Element): string {
  // The next around it that may be such a one: of most others no role needs to be asked.
  const at = nearest(parentOf(element), 'main,nav,aside,[role],dialog,header,footer,fieldset,form');
  if (!at) return '';
  const role = roleOf(at);
  if (!/dialog|^(form|group|main|nav|reg|cont|ban|sea|compl)/.test(role)) return withinOf(at);
  const heading = /dialog|form|group/.test(role) && at.querySelector('h1,h2,h3,legend,h4');
  return (
    nameOf(at) || (heading && textOf(heading)) || (role === 'group' ? withinOf(at) : at.getAttribute('name') || role)
  );
}

function labelOf(element: Element, labels: Labels): string {
  // A field that is called so takes the place of what a form has none of.
  if (!labels || element.localName === 'form') return '';
  // What a field is refused for may stand within its label, and is no part of what it is called.
  const said = textOfIds(element, element.getAttribute('aria-describedby'));
  return [...labels].map(textOf).join(' ').replace(said, '');
}

function ownText(element: Element): string {
  if (element.localName === 'input') {
    const { value, type, alt } = element as HTMLInputElement;
    if (type === 'image') return alt;
    return /^(button|submit|reset)$/.test(type) ? value || type.replace('button', '') : '';
  }
  const role = roleOf(element);
  if (!namedByContent.test(role)) return '';
  // Something without a role that can be clicked: its text is its name only when it is short and all that there is.
  // Nor is what somebody writes or reads in an editor that draws its lines by itself (Monaco, CodeMirror 5).
  if (
    role === 'generic' &&
    (element.children[1] || element.textContent[40] || getComputedStyle(element).cursor === 'text')
  )
    return '';
  // A slot shows what its host holds, which may be all of a page.
  const text = textOf(element);
  return role === 'generic' && text[40] ? '' : text;
}
