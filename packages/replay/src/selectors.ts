import { mostLetters, piercing } from './inspected.ts';

/** Elements of the page in `top`, and of the frames and open shadow roots in it, by a text. */
type Root = Document | ShadowRoot;

/**
 * A selector that finds this element alone: from the nearest id or `data-testid` that is nobody else's, step by step. Such of a frame's
 * document or a shadow root is a part of its own, after that of the frame or host.
 */
export function selectorOf(element: Element, top: Document): string {
  const root = element.getRootNode() as Root; // whoever asks has found it in a page
  const own = withinRoot(element, root);
  const holder = root === top ? null : holderOf(root);
  return holder ? `${selectorOf(holder, top)}${piercing}${own}` : own;
}

/** `null`: nothing there is called so, or it is no selector that {@link selectorOf} could have written. */
export function findBy(selector: string, top: Document): Element | null {
  // Of all that CSS can ask, this much: it comes by links, and some questions take a browser long to answer.
  if (selector.length > mostLetters || /(?<!\\):(?!nth-of-type\()/.test(selector)) return null;
  let root: Root | null = top;
  let found: Element | null = null;
  for (const part of selector.split(piercing)) {
    try {
      found = root?.querySelector(part) ?? null;
    } catch {
      return null; // no selector
    }
    root = found && insideOf(found);
  }
  return found;
}

/** What an element stands in, also across a shadow root or a frame. */
export function parentOf(element: Element, top: Document): Element | null {
  const root = element.getRootNode() as Root; // as above
  return element.parentElement ?? (root === top ? null : holderOf(root));
}

/** What stands in an element: of a host what is in its shadow root, then what it was given; of a frame its document's root. */
export function childrenOf(element: Element): Element[] {
  const root = insideOf(element);
  // The player's own rules stand before the head.
  const own = [...element.children].filter(({ localName }) => element.localName !== 'html' || localName !== 'style');
  return [...(root?.children ?? []), ...own];
}

/** Of another window's classes, so not `instanceof`. */
function insideOf(element: Element): Root | null {
  return element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : element.shadowRoot;
}

function holderOf(root: Root): Element | null {
  return 'host' in root ? root.host : (root.defaultView?.frameElement ?? null);
}

function withinRoot(element: Element, root: Root): string {
  const steps: string[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const named = nameOf(at, root);
    steps.unshift(named ?? stepTo(at));
    if (named !== null) break;
  }
  return steps.join(' > ');
}

/** Developers' own names first. A number at its end was mostly given by a program, and to another element on the next visit. */
function nameOf(element: Element, root: Root): string | null {
  const test = element.getAttribute('data-testid') ?? '';
  const id = element.getAttribute('id') ?? '';
  const names = [
    ...(id === '' ? [] : [`#${CSS.escape(id)}`]),
    ...(test === '' ? [] : [`[data-testid="${CSS.escape(test)}"]`]),
  ];
  return names.find((name) => name.length < 100 && root.querySelectorAll(name).length === 1) ?? null;
}

function stepTo(element: Element): string {
  const { parentNode } = element;
  const alike = [...(parentNode?.children ?? [])].filter(({ localName }) => localName === element.localName);
  const name = CSS.escape(element.localName);
  return alike.length < 2 ? name : `${name}:nth-of-type(${alike.indexOf(element) + 1})`;
}
