import { parentOf } from './around.ts';

/** Of elements that are called otherwise than their role. */
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
  const explicit = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (explicit && /^(?!none$|presentation$)[a-z]{3,20}$/.test(explicit)) return explicit;
  const tag = element.localName;
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : 'generic';
  if (tag === 'select') return element.hasAttribute('multiple') ? 'listbox' : 'combobox';
  if (tag === 'input') {
    const { type } = element as HTMLInputElement;
    if (/^(checkbox|radio)$/.test(type)) return type;
    if (/^(button|submit|reset|image)$/.test(type)) return 'button';
    return byType[type] ?? (element.hasAttribute('list') ? 'combobox' : 'textbox');
  }
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if ((element as HTMLElement).isContentEditable) return 'textbox';
  if (/^(button|option|img|main|form|dialog|table|video|audio)$/.test(tag)) return tag;
  return byTag[tag] ?? 'generic';
}

const actionable =
  /^(button|link|textbox|searchbox|combobox|listbox|spinbutton|slider|option|gridcell|checkbox|radio|video|audio|switch|tab|menuitem\w*|treeitem)$/;

/** What a click on `element` was meant for: the nearest control around it, also across an open shadow root. */
export function controlAt(element: Element): { control: Element; role: string; interactive: boolean } {
  for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
    const role = roleOf(at);
    if (actionable.test(role)) return { control: at, role, interactive: true };
    const labelled = at.localName === 'label' ? (at as HTMLLabelElement).control : null;
    if (labelled) return { control: labelled, role: roleOf(labelled), interactive: true };
  }
  const interactive = element.isConnected && getComputedStyle(element).cursor === 'pointer';
  return { control: element, role: roleOf(element), interactive };
}
