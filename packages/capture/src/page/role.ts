import { nearest, parentOf } from './around.ts';

/** Of elements that are called otherwise than their role. */
const byTag: Record<string, string> = {
  li: 'listitem',
  footer: 'contentinfo',
  fieldset: 'group',
  td: 'cell',
  header: 'banner',
  aside: 'complementary',
  nav: 'navigation',
  th: 'columnheader',
  summary: 'button',
  textarea: 'textbox',
  tr: 'row',
};
const byType: Record<string, string> = { number: 'spinbutton', range: 'slider', search: 'searchbox' };

/** The ARIA role: the explicit one, else what HTML gives the element. `generic` where it gives none. Replays say it in the same words. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role')?.toLowerCase().match(/\S+/)?.[0];
  if (explicit && /^(?!none|pres)[a-z]{3,20}$/.test(explicit)) return explicit;
  const tag = element.localName;
  if (element.matches('area[href],a[href],a[tabindex]')) return 'link';
  const { type, list, size } = element as HTMLInputElement & HTMLSelectElement;
  if (tag === 'select') return /m/.test(type) || size > 1 ? 'listbox' : 'combobox';
  if (tag === 'input') {
    if (/^(checkbox|radio)$/.test(type)) return type;
    if (/^(button|submit|reset|image|file)$/.test(type)) return 'button';
    return byType[type] ?? (list ? 'combobox' : 'textbox');
  }
  if (/^h[1-6]$/.test(tag)) return 'heading';
  // The field, not what stands in it.
  if (/^[tp]/.test((element as HTMLElement).contentEditable)) return 'textbox';
  // Only those of the page are landmarks.
  if (/er$/.test(tag) && nearest(element, 'main,nav,aside,section,article')) return 'generic';
  if (/^(button|img|table|option|dialog|form|main|video|audio)$/.test(tag)) return tag;
  return byTag[tag] ?? 'generic';
}

/** What people act on: it is called by its text at every level of masks. */
export const actionable = /(box|button|slider|option|gridcell|video|audio|link|radio|switch|^tab|menuitem|treeitem)$/;

/** What a click on `element` was meant for: the nearest control around it, also across an open shadow root. */
export function controlAt(element: Element): { control: Element; role: string; interactive: boolean } {
  for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
    const control = (at.localName === 'label' && (at as HTMLLabelElement).control) || at;
    const role = roleOf(control);
    if (control !== at || actionable.test(role)) return { control, role, interactive: true };
  }
  // Of what the page has taken out meanwhile nothing is computed.
  return { control: element, role: roleOf(element), interactive: getComputedStyle(element).cursor === 'pointer' };
}
