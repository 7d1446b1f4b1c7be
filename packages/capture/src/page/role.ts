const byTag: Record<string, string> = {
  BUTTON: 'button',
  SUMMARY: 'button',
  TEXTAREA: 'textbox',
  OPTION: 'option',
  IMG: 'img',
  NAV: 'navigation',
  MAIN: 'main',
  ASIDE: 'complementary',
  HEADER: 'banner',
  FOOTER: 'contentinfo',
  FORM: 'form',
  DIALOG: 'dialog',
  TABLE: 'table',
  TR: 'row',
  TD: 'cell',
  TH: 'columnheader',
  LI: 'listitem',
  FIELDSET: 'group',
  VIDEO: 'video',
  AUDIO: 'audio',
};

const byType: Record<string, string> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};

/** The ARIA role: the explicit one, else what HTML gives the element. `generic` where it gives none. */
export function roleOf(element: Element): string {
  const explicit = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (explicit && /^[a-z]{3,20}$/.test(explicit) && explicit !== 'none' && explicit !== 'presentation') return explicit;
  const tag = element.tagName;
  if (tag === 'A') return element.hasAttribute('href') ? 'link' : 'generic';
  if (tag === 'SELECT') return element.hasAttribute('multiple') ? 'listbox' : 'combobox';
  if (tag === 'INPUT')
    return byType[(element as HTMLInputElement).type] ?? (element.hasAttribute('list') ? 'combobox' : 'textbox');
  if (/^H[1-6]$/.test(tag)) return 'heading';
  if ((element as HTMLElement).isContentEditable) return 'textbox';
  return byTag[tag] ?? 'generic';
}

const actionable =
  /^(button|link|textbox|searchbox|combobox|listbox|option|checkbox|radio|slider|spinbutton|switch|tab|menuitem\w*|treeitem|gridcell|video|audio)$/;

/** What a click on `element` was meant for: the nearest control around it, also across an open shadow root. */
export function controlAt(element: Element): { control: Element; role: string; interactive: boolean } {
  for (let at: Element | null = element; at && at !== document.body; at = parentOf(at)) {
    const role = roleOf(at);
    if (actionable.test(role)) return { control: at, role, interactive: true };
    const labelled = at.tagName === 'LABEL' ? (at as HTMLLabelElement).control : null;
    if (labelled) return { control: labelled, role: roleOf(labelled), interactive: true };
  }
  const interactive = element.isConnected && getComputedStyle(element).cursor === 'pointer';
  return { control: element, role: roleOf(element), interactive };
}

export function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
