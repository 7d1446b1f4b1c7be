import { ownLooks } from './pseudo-classes.ts';

/** Places are told as they were; a browser that keeps what is read in view would move them once more. */
export const unmoved = '* { overflow-anchor: none !important }';

/**
 * Brings what the whole page wears into the shadow root that a node stands in: no style of a document reaches there. And into its own, if it is a host: what that
 * says of it (`:host`) gives way to any style of the document, as it does not to a browser's.
 */
export function createDresser(): (node: Node) => void {
  const sheets = new WeakMap<Document, CSSStyleSheet>();

  function dress(root: Node): void {
    const document = root.ownerDocument;
    const view = document?.defaultView;
    // Of another window's classes, so not `instanceof`.
    if (!view || !('adoptedStyleSheets' in root)) return;
    let sheet = sheets.get(document);
    if (!sheet) {
      sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
      sheet.replaceSync(ownLooks + unmoved);
      sheets.set(document, sheet);
    }
    const shadow = root as ShadowRoot;
    if (!shadow.adoptedStyleSheets.includes(sheet)) shadow.adoptedStyleSheets = [sheet, ...shadow.adoptedStyleSheets];
  }

  return (node) => {
    dress(node.getRootNode());
    const { shadowRoot } = node as Partial<Element>;
    if (!shadowRoot) return;
    shadowRoot.host.setAttribute('sg_host', '');
    dress(shadowRoot);
  };
}
