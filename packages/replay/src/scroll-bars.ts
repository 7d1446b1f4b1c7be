/**
 * Scroll bars are a browser's own: some take room of the page, and of every box that scrolls, others lie over it and take none. How wide the
 * visitor's are is seen of the one beside the page; where the viewer's are others, the page wears such bars.
 */
export interface ScrollBars {
  built(node: Node): void;
  /** @param width - What the bar beside the page takes of it; 0: there is none, or it takes nothing. Undefined: nobody said. */
  told(width: number | undefined): void;
  /** Once a run of events has been built. */
  settle(): void;
}

/** @param over - The visitor's are known to take no room, whatever the page says of one. */
export function createScrollBars(iframe: HTMLIFrameElement, over: boolean): ScrollBars {
  let told = over ? 0 : undefined;
  /** What was told, once the page has been seen beside its bar, or without the one that it would have here. */
  let seen: number | undefined;
  let own: number | undefined;
  let worn: CSSStyleSheet | undefined;
  /** Of the page: no style of a document reaches into them. */
  const roots = new Set<ShadowRoot>();

  function compare(document: Document, width: number): void {
    const view = document.defaultView as (Window & typeof globalThis) | null;
    own ??= ownWidth(iframe.ownerDocument);
    if (!view || (width === 0 && own === 0)) return;
    const shown = view.innerWidth - (document.scrollingElement?.clientWidth ?? view.innerWidth);
    // As long as nothing is to be scrolled, nobody sees how wide a bar is, unless that is known.
    const isKnown = over && width === 0;
    if (shown === 0 && !isKnown && (own > 0 || !goesOn(document))) return;
    seen = width;
    if (shown === width && !isKnown) return;
    worn = new view.CSSStyleSheet();
    worn.replaceSync(looks(width));
  }

  /** Where a page adopts sheets of its own, it names all that it goes by. */
  function putOn(root: Document | ShadowRoot): void {
    const { adoptedStyleSheets } = root;
    if (worn && !adoptedStyleSheets.includes(worn)) root.adoptedStyleSheets = [worn, ...adoptedStyleSheets];
  }

  function takeOff(): void {
    for (const root of [iframe.contentDocument, ...roots])
      if (root) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== worn);
    worn = undefined;
    seen = undefined;
  }

  return {
    built({ parentNode }) {
      // Of another window's classes, so not `instanceof`. What holds nothing has nothing to scroll.
      if (parentNode?.nodeType === 11) roots.add(parentNode as ShadowRoot);
    },
    told(width) {
      // How wide they are is known from then on, also of a page that has none for a while, or had none yet.
      if (told || width === told || (over && width === undefined)) return;
      takeOff();
      told = width;
      // The replayer lets nobody scroll, and has no bar.
      iframe.setAttribute('scrolling', width === undefined ? 'no' : 'auto');
    },
    settle() {
      const { contentDocument: document } = iframe;
      // A sheet is of one document.
      for (const root of roots) if (!root.isConnected || root.ownerDocument !== document) roots.delete(root);
      if (!document || told === undefined) return;
      if (told !== seen) compare(document, told);
      for (const root of [document, ...roots]) putOn(root);
    },
  };
}

/** What a bar takes in this browser. */
function ownWidth(document: Document): number {
  const box = document.createElement('div');
  box.style.cssText = 'position: absolute; visibility: hidden; overflow: scroll; inline-size: 100px';
  document.body.append(box);
  const width = box.offsetWidth - box.clientWidth;
  box.remove();
  return width;
}

/** Whether the page is higher than its window, and can be scrolled. */
function goesOn({ scrollingElement, documentElement, body }: Document): boolean {
  if (!scrollingElement || scrollingElement.scrollHeight <= scrollingElement.clientHeight) return false;
  // The body's is the window's where the root has none of its own (CSS Overflow 3, 3.3).
  const [ofRoot, ofBody] = [documentElement, body].map((element) => element && getComputedStyle(element).overflowY);
  return !/hidden|clip/.test((ofRoot === 'visible' ? ofBody : ofRoot) ?? '');
}

/** As a browser's own, they give way to all that a page says of its bars. Firefox knows no width but none. */
function looks(width: number): string {
  const edge = Math.floor(width / 5);
  return `@layer sg_own {
    ::-webkit-scrollbar { width: ${width}px; height: ${width}px; background: rgb(128 128 128 / 15%) }
    ::-webkit-scrollbar-thumb { background: rgb(128 128 128 / 60%) content-box; border: ${edge}px solid transparent; border-radius: ${width}px }
    ${width === 0 ? '@supports not selector(::-webkit-scrollbar) { * { scrollbar-width: none } }' : ''}
  }`;
}
