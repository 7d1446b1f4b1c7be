import { isHidden } from '../privacy/hidden.ts';
import { nearest, parentOf } from './around.ts';
import { roleOf } from './role.ts';

const maxNodes = 200;
const unread = '[aria-hidden=true],[data-sightglass=mask],[data-sightglass=block]';
/** Roles whose text is what the application shows, not what it calls a control. */
const namedByAuthorOnly =
  /^(row|cell|listitem|textbox|searchbox|combobox|listbox|spinbutton|slider|option|gridcell|main|form|dialog|table|video|audio|group|navigation|complementary|banner|contentinfo|region|article|list)$/;

/**
 * The accessible name in short (https://www.w3.org/TR/accname-1.2/): aria-labelledby, aria-label, the label, alt, the text of controls
 * that are named by their content, title, placeholder. Not scrubbed yet. Empty where the element has no name of its own.
 */
export function nameOf(element: Element): string {
  if (isHidden(element)) return '';
  const referred = textOfIds(element, element.getAttribute('aria-labelledby'));
  if (referred) return referred;
  const given = element.getAttribute('aria-label')?.trim();
  if (given) return given;
  const own = labelOf(element) || ownText(element);
  return own || element.getAttribute('title')?.trim() || element.getAttribute('placeholder')?.trim() || '';
}

/** Text of the elements that an attribute such as `aria-describedby` points to. */
export function textOfIds(element: Element, ids: string | null): string {
  if (!ids) return '';
  const root = element.getRootNode() as Document | ShadowRoot;
  const texts = ids.split(/\s+/).map((id) => {
    const at = id && root.getElementById?.(id);
    return at ? textOf(at) : '';
  });
  return texts.join(' ').trim();
}

/** What is read aloud of an element's inside; never what a person typed. */
export function textOf(element: Element): string {
  let left = maxNodes;
  function read(node: Node): string {
    if (left-- < 0) return '';
    if (node.nodeType === 3) return node.nodeValue ?? '';
    if (!(node instanceof Element)) return '';
    if (/^(script|style|template|input|textarea|select|noscript|iframe)$/.test(node.localName)) return '';
    if (node !== element && node.matches(unread)) return '';
    if (/^(img|area)$/.test(node.localName)) return node.getAttribute('alt') ?? '';
    if ((node as HTMLElement).isContentEditable) return '';
    const inside = node.firstElementChild ? Array.from(node.childNodes, read).join('') : node.textContent;
    return isBlock(node) ? ` ${inside} ` : inside;
  }
  return isHidden(element) ? '' : read(element).replace(/\s+/g, ' ').trim();
}

/** The landmark, dialog or form that an element stands in, by name or by role. */
export function withinOf(element: Element): string {
  for (let at = holderOf(element); at; at = holderOf(at)) {
    const role = roleOf(at);
    if (!/^((alert)?dialog|main|form|group|navigation|complementary|banner|contentinfo|region|search)$/.test(role))
      continue;
    const heading = /dialog|form|group/.test(role) ? at.querySelector('legend, h1, h2, h3, h4') : null;
    const name = nameOf(at) || (heading ? textOf(heading) : '');
    if (name) return name;
    if (role !== 'group') return at.getAttribute('name') || role;
  }
  return '';
}

/** The next around it that may be such a one: of most others no role needs to be asked. */
function holderOf(element: Element): Element | null {
  return nearest(parentOf(element), '[role],dialog,main,form,fieldset,nav,aside,header,footer');
}

function labelOf(element: Element): string {
  const labels = (element as HTMLInputElement).labels;
  if (!labels?.[0]) return '';
  // What a field is refused for may stand within its label, and is no part of what it is called.
  const said = textOfIds(element, element.getAttribute('aria-describedby'));
  return Array.from(labels, textOf).join(' ').replace(said, '');
}

function ownText(element: Element): string {
  if (element.localName === 'input') {
    const { type, alt, value } = element as HTMLInputElement;
    if (type === 'image') return alt;
    return /^(button|submit|reset)$/.test(type) ? value || type.replace('button', '') : '';
  }
  const role = roleOf(element);
  if (namedByAuthorOnly.test(role)) return '';
  // Something without a role that can be clicked: its text is its name only when it is short and all that there is.
  if (role === 'generic' && (element.childElementCount > 1 || element.textContent.length > 40)) return '';
  return textOf(element);
}

function isBlock(element: Element): boolean {
  return /^(div|p|li|ul|ol|tr|td|h[1-6]|section|br|dt|dd)$/.test(element.localName);
}
