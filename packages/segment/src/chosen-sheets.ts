import type { PageNode } from './model.ts';

/**
 * Sheets with a title are there to be chosen from: a browser goes by those of one title, that of the first which came, and by links that a
 * script has switched off and on again. An alternate one without a title it never goes by.
 */
export function isChosen(node: PageNode): boolean {
  const document = documentAround(node);
  const title = (document && node.attributes.get('title')) || '';
  if (title === '') return !isAlternate(node);
  // Titles that are hidden are all the same.
  return (
    switchedOn.has(node) || (title === titles.get(document as PageNode) && !(title === hidden && isAlternate(node)))
  );
}

/** Of a `style` or `link`, once all is known of it that was told. */
export function noteTitle(node: PageNode): void {
  const title = node.attributes.get('title');
  const document = title ? documentAround(node) : null;
  if (!title || !document || titles.has(document)) return;
  const isOut = isAlternate(node) || node.attributes.has('disabled') || switchedOn.has(node);
  if (!isOut) titles.set(document, title);
}

/** It is no longer disabled, whether or not it was known to be. */
export function noteSwitchedOn(node: PageNode): void {
  if (node.tag === 'link') switchedOn.add(node);
}

/**
 * A page that is told whole says which links are off, and not which were switched on. Scripts that choose switch off all others: where one
 * is off, those that are not were chosen, and the browser had gone by the first, which may be off by now.
 */
export function guessSwitchedOn(nodes: Iterable<PageNode>): void {
  const links = [...nodes].filter(({ tag, attributes }) => tag === 'link' && attributes.get('title'));
  const isOff = (link: PageNode): boolean => link.attributes.has('disabled');
  const choosing = new Set(links.filter(isOff).map(documentAround));
  for (const link of links.reverse()) {
    const document = documentAround(link);
    if (!document || !choosing.has(document)) continue;
    if (!isOff(link)) switchedOn.add(link);
    if (!isAlternate(link)) titles.set(document, link.attributes.get('title') ?? '');
  }
}

/** What stands in the place of a text that is hidden. */
export const hidden = '•••••';

/** Of documents: the title whose sheets count. It stays, though the sheet goes. */
const titles = new WeakMap<PageNode, string>();
const switchedOn = new WeakSet<PageNode>();

function isAlternate({ tag, attributes }: PageNode): boolean {
  return tag === 'link' && /(^|\s)alternate(\s|$)/i.test(attributes.get('rel') ?? '');
}

/** Null in a shadow root, where titles choose nothing. */
function documentAround(node: PageNode): PageNode | null {
  for (let at: PageNode | null = node; at && at.kind !== 'shadow'; at = at.parent)
    if (at.kind === 'document') return at;
  return null;
}
