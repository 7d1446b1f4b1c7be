import { isChosen } from './chosen-sheets.ts';
import { cssOf, isSheetOwner, isTextarea, type PageNode } from './model.ts';

/** Whether a `style` or `link` says something apart from its own text; one that counts for nothing says so. */
export function saysCss(node: PageNode): boolean {
  if (!isSheetOwner(node)) return false;
  const isSaid = node.rules !== null || typeof node.states.get(':css') === 'string';
  return isSaid || (node.tag === 'style' && !isChosen(node));
}

/** What it says to a browser, where that is apart from its text. */
export function shownCss(node: PageNode): string | null {
  if (!saysCss(node)) return null;
  return isChosen(node) ? cssOf(node) : ' ';
}

/** The children that are shown as nodes: none of a box that hides them, nor texts that a state stands for. */
export function shownChildren(node: PageNode): readonly PageNode[] {
  return showsChildren(node) ? node.children : [];
}

export function showsChildren(node: PageNode): boolean {
  return node.kind !== 'element' || !(node.states.has(':blocked') || saysCss(node) || isTextarea(node));
}

/** Whether a node stands in one that hides what it holds: then it is not told. */
export function isHidden(node: PageNode): boolean {
  let child = node;
  for (let at = node.parent; at; at = at.parent) {
    if (shownChildren(at).length < at.children.length) return true;
    child = at;
  }
  return child.kind !== 'document';
}
