import { ownLooks } from './pseudo-classes.ts';

/** Places are told as they were; a browser that keeps what is read in view would move them once more. */
export const unmoved = '* { overflow-anchor: none !important }';

/** Brings what the whole page wears into the shadow root that a node stands in: no style of a document reaches there. */
export function createDresser(): (node: Node) => void {
  const sheets = new WeakMap<Document, CSSStyleSheet>();
  return (node) => {
    const root = node.getRootNode();
    const document = node.ownerDocument;
    const view = document?.defaultView;
    // Of another window's classes, so not `instanceof`.
    if (!document || !view || root === document || !('adoptedStyleSheets' in root)) return;
    let sheet = sheets.get(document);
    if (!sheet) {
      sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
      sheet.replaceSync(ownLooks + unmoved);
      sheets.set(document, sheet);
    }
    const shadow = root as ShadowRoot;
    if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets = [sheet, ...shadow.adoptedStyleSheets];
  };
}
