/**
 * What an element is called: as our recorder says it in action records (`capture/src/page`), so that what is seen here is found there. Not
 * the same code: those functions are of a page's own window, and pay for every byte.
 */

/** Names that a developer gave: letters, with hyphens and underscores. */
const chosen = /^[a-z]+([-_]+[a-z]+)*$/i;
const mostSteps = 4;

/** `main > form#new-order > button.primary`: at most four steps, up to an id. */
export function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at && at.localName !== 'html' && steps.length < mostSteps; at = above(at)) {
    const id = at.getAttribute('id') ?? '';
    const isNamed = chosen.test(id) && id.length < 32;
    const style = classesOf(at).find((name) => chosen.test(name) && name.length < 32);
    steps.unshift(at.localName.slice(0, 40) + (isNamed ? `#${id}` : style ? `.${style}` : ''));
    if (isNamed) break;
  }
  return steps.join(' > ');
}

/** `button#save.primary.wide` */
export function labelOf(element: Element): string {
  const id = element.getAttribute('id');
  const classes = classesOf(element).map((name) => `.${name}`);
  return `${element.localName}${id ? `#${id}` : ''}${classes.slice(0, 3).join('')}`.slice(0, 80);
}

export function classesOf(element: Element): string[] {
  return (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => name !== '');
}

const byTag: Record<string, string> = {
  summary: 'button',
  textarea: 'textbox',
  nav: 'navigation',
  aside: 'complementary',
  header: 'banner',
  footer: 'contentinfo',
  tr: 'row',
  td: 'cell',
  th: 'columnheader',
  li: 'listitem',
  fieldset: 'group',
};
const byType: Record<string, string> = { range: 'slider', number: 'spinbutton', search: 'searchbox' };

/** The ARIA role: the explicit one, else what HTML gives the element. `generic` where it gives none. */
export function roleOf(element: Element): string {
  const [explicit = ''] = (element.getAttribute('role') ?? '').toLowerCase().trim().split(/\s+/);
  if (/^(?!none$|presentation$)[a-z]{3,20}$/.test(explicit)) return explicit;
  const tag = element.localName;
  if (element.matches('area[href],a[href],a[tabindex]')) return 'link';
  const { list, size } = element as HTMLInputElement & HTMLSelectElement; // each where it is one
  if (tag === 'select') return element.hasAttribute('multiple') || size > 1 ? 'listbox' : 'combobox';
  if (tag === 'input') {
    const type = (element.getAttribute('type') ?? '').toLowerCase();
    if (/^(checkbox|radio)$/.test(type)) return type;
    if (/^(button|submit|reset|image|file)$/.test(type)) return 'button';
    return byType[type] ?? (list ? 'combobox' : 'textbox');
  }
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (isEditable(element)) return 'textbox';
  // Only those of the page are landmarks.
  if (/^(header|footer)$/.test(tag) && isWithinPart(element)) return 'generic';
  if (/^(button|option|img|main|form|dialog|table|video|audio)$/.test(tag)) return tag;
  return byTag[tag] ?? 'generic';
}

const actionable =
  /^(button|link|textbox|searchbox|combobox|listbox|spinbutton|slider|option|gridcell|checkbox|radio|video|audio|switch|tab|menuitem\w*|treeitem)$/;

/** What a click on it is meant for: the nearest control around it, or the one that a label around it is of. */
export function controlAt(element: Element): Element {
  for (let at: Element | null = element; at && at.localName !== 'body'; at = above(at)) {
    const labelled = at.localName === 'label' ? (at as HTMLLabelElement).control : null;
    if (labelled || actionable.test(roleOf(at))) return labelled ?? at;
  }
  return element;
}

/** Roles whose text is what the application calls a control; that of others, as of a menu or a tree, is what it shows. */
const namedByContent =
  /^(button|link|checkbox|radio|switch|tab|menuitem\w*|treeitem|generic|heading|columnheader|img|alert|status|search)$/;
const mostShort = 40;

/** The accessible name in short: https://www.w3.org/TR/accname-1.2/. Empty where it has none of its own. */
export function nameOf(element: Element): string {
  const given = (name: string): string => (element.getAttribute(name) ?? '').trim();
  return (
    textOfIds(element, given('aria-labelledby')) ||
    given('aria-label') ||
    ownName(element) ||
    given('title') ||
    given('placeholder')
  );
}

function ownName(element: Element): string {
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const label = labels.map(textOf).join(' ');
  if (label !== '') return label;
  if (/^(img|area)$/.test(element.localName)) return element.getAttribute('alt') ?? '';
  if (element.localName === 'input') {
    const type = (element.getAttribute('type') ?? '').toLowerCase();
    if (type === 'image') return element.getAttribute('alt') ?? '';
    return /^(button|submit|reset)$/.test(type) ? element.getAttribute('value') || type.replace('button', '') : '';
  }
  const role = roleOf(element);
  if (!namedByContent.test(role)) return '';
  const isLong = (text: string | null): boolean => role === 'generic' && (text ?? '').length > mostShort;
  if ((role === 'generic' && element.children.length > 1) || isLong(element.textContent)) return '';
  // A slot shows what its host holds, which may be all of a page.
  const text = textOf(element);
  return isLong(text) ? '' : text;
}

function textOfIds(element: Element, ids: string): string {
  const root = element.getRootNode() as Document | ShadowRoot; // it stands in a page
  const texts = ids.split(/\s+/).map((id) => {
    const at = id === '' ? null : root.querySelector(`#${CSS.escape(id)}`);
    return at ? textOf(at) : '';
  });
  return texts.join(' ').trim();
}

const mostNodes = 200;
// Of a branch of a tree its twigs are no part.
const unread = '[aria-hidden=true],[role=treeitem],[data-sightglass=mask],[data-sightglass=block]';

/** What is read aloud of an element's inside, its beginning. */
export function textOf(element: Element): string {
  let left = mostNodes;
  const read = (node: Node): string => {
    if (left-- < 0) return '';
    if (node.nodeType === 3) return node.nodeValue ?? '';
    if (node.nodeType !== 1) return '';
    const at = node as Element; // by its type
    if (/^(script|style|template|input|textarea|select|noscript|iframe)$/.test(at.localName)) return '';
    // How it is laid out decides: words beside each other may stand in elements of any name, with no blank between.
    const display = at === element ? '' : (at.ownerDocument.defaultView?.getComputedStyle(at).display ?? '');
    if (display === 'none' || (at !== element && at.matches(unread))) return '';
    if (/^(img|area|br)$/.test(at.localName)) return at.getAttribute('alt') ?? ' ';
    if (isEditable(at)) return '';
    // A control in a shadow root shows what its host holds.
    const given = (at as Partial<HTMLSlotElement>).assignedNodes?.();
    const inside = [...(given?.[0] ? given : at.childNodes)].map(read).join('');
    return /^(inline|contents)$/.test(display) ? inside : ` ${inside} `;
  };
  // What stands in a field was written by a person.
  const field = element.closest('[contenteditable]');
  if (field && isEditable(field)) return '';
  return read(element).replaceAll(/\s+/g, ' ').trim();
}

function isEditable(element: Element): boolean {
  return /^(|true|plaintext-only)$/i.test(element.getAttribute('contenteditable') ?? 'false');
}

function isWithinPart(element: Element): boolean {
  for (let at = above(element); at; at = above(at))
    if (/^(main|nav|aside|section|article)$/.test(at.localName)) return true;
  return false;
}

/** What it is shown in: where its host puts it, also across the shadow root that it is at the top of. */
function above(element: Element): Element | null {
  const within = element.assignedSlot ?? element.parentElement;
  const root = within ? null : element.getRootNode();
  return within ?? (root && 'host' in root ? (root as ShadowRoot).host : null);
}
