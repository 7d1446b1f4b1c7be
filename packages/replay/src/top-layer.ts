import type { ReplayEvent } from '@sightglass/wire';

/**
 * rrweb knows nothing of popovers, nor of what is on the full screen, and leaves a modal dialog in the top layer when it takes its `open`
 * away: this puts them right, after each run of events. The stage cannot have the screen: what had it is a popover there, as large as the page.
 */
export interface TopLayer {
  built(node: Node): void;
  /** Attributes may open or close one. */
  changed(event: ReplayEvent, nodeOf: (id: number) => Node | null): void;
  /** Opens and closes what has changed since. */
  settle(focused: Node | null): void;
}

/** @param dress - Brings a browser's own looks to a node in a shadow root, or a host. */
export function createTopLayer(dress: (node: Node) => void): TopLayer {
  const known = new Set<HTMLElement>();
  /** On the full screen, and no popovers of the page's own. */
  const lent = new WeakSet<HTMLElement>();
  /** What lay over what when it was settled last, the lowest first, each with its mark. */
  let before: { element: HTMLElement; mark: string | null }[] = [];

  function built(node: Node): void {
    // Of another window's classes, so not `instanceof`.
    if (node.nodeType !== 1) return;
    const element = node as HTMLElement;
    if (element.nodeName === 'DIALOG' || element.hasAttribute('popover') || isFull(element)) known.add(element);
  }

  function lend(element: HTMLElement): void {
    if (!isFull(element)) {
      if (lent.delete(element)) element.removeAttribute('popover');
      return;
    }
    dress(element);
    if (!element.hasAttribute('popover')) {
      lent.add(element);
      element.setAttribute('popover', 'manual');
    }
  }

  function settle(focused: Node | null): void {
    for (const element of known)
      if (!element.isConnected) known.delete(element);
      else {
        close(element, element.getAttribute(modeName));
        lend(element);
      }
    const now = [...known]
      .map((element) => ({ element, mark: element.getAttribute('sg_over') }))
      // Where nothing marks them, as in recordings of another SDK, modal dialogs are open by now.
      .filter(({ element, mark }) =>
        (mark === null ? popoverOnly : inTopLayer).test(String(element.getAttribute(modeName))),
      )
      .sort((one, other) => Number(one.mark) - Number(other.mark) || byPlace(one.element, other.element));
    // What was closed lay over nothing, and what comes to lie over all others was closed and opened again: the others stay as they are, since to
    // open one anew would have it come in again.
    const marks = new Map(now.map(({ element, mark }) => [element, mark]));
    const stayed = before.filter(({ element, mark }) => marks.get(element) === mark);
    let isOther = false;
    for (const [at, { element }] of now.entries()) {
      if (!isOther && stayed[at]?.element === element && isOver(element)) continue;
      open(element, focused);
      // What cannot be opened here lies over none.
      isOther ||= isOver(element);
    }
    before = now;
  }

  return {
    built,
    changed({ type, data }, nodeOf) {
      const { source, attributes } = (data ?? {}) as {
        source?: number;
        attributes?: { id: number; attributes: object }[];
      };
      if (type !== 3 || source !== 0) return;
      for (const change of attributes ?? [])
        if (modeName in change.attributes || 'popover' in change.attributes) {
          const node = nodeOf(change.id);
          if (node) built(node);
        }
    },
    settle,
  };
}

/** rrweb's, for how a dialog is open; ours for popovers as well. */
const modeName = 'rr_open_mode';
const inTopLayer = /^(modal|popover|full)$/;
const popoverOnly = /^popover$/;
const isShownOver = /^(popover|full)$/;

/** The document itself has the whole page anyway. */
const isFull = (element: Element): boolean =>
  element.getAttribute(modeName) === 'full' && element !== element.ownerDocument.documentElement;

function isOver(element: Element): boolean {
  try {
    return element.matches(element.getAttribute(modeName) === 'modal' ? ':modal' : ':popover-open');
  } catch {
    return false; // A browser that has no popovers.
  }
}

/** Over all that is open. */
function open(element: HTMLElement, focused: Node | null): void {
  try {
    if (element.getAttribute(modeName) === 'modal') {
      const dialog = element as HTMLDialogElement;
      dialog.close();
      dialog.showModal();
      return;
    }
    if (isOver(element)) element.hidePopover();
    // What is open in another one can only stand at what came before it.
    element.showPopover(openedBy(element, focused));
  } catch {
    // No popover any more, or a browser that has none: it stays as the page's own styles leave it.
  }
}

/** What is not meant to be open, or not so. */
function close(element: HTMLElement, meant: string | null): void {
  try {
    if (meant !== 'modal' && element.matches(':modal')) leave(element as HTMLDialogElement);
    if (!isShownOver.test(String(meant)) && element.matches(':popover-open')) element.hidePopover();
  } catch {
    // As above.
  }
}

/** As they are read. */
function byPlace(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & 4 ? -1 : 1;
}

/**
 * A popover stands at what opened it, where its styles name no other anchor. That a button opens it an attribute says, which stands in for
 * the one that would open it here; of several the one that was pressed has the focus.
 */
function openedBy(popover: HTMLElement, focused: Node | null): { source?: HTMLElement } {
  if (popover.id === '') return {};
  const root = popover.getRootNode() as ParentNode; // as it is of what is connected
  const id = CSS.escape(popover.id);
  const openers = ['sg_popovertarget', 'sg_commandfor', 'interestfor'].map((name) => `[${name}="${id}"]`).join();
  const all = [...root.querySelectorAll<HTMLElement>(openers)];
  const source = all.find((one) => one === focused) ?? all[0];
  return source ? { source } : {};
}

/** Only an open dialog can be closed. */
function leave(dialog: HTMLDialogElement): void {
  const isOpen = dialog.hasAttribute('open');
  dialog.open = true;
  dialog.close();
  if (isOpen) dialog.show();
}
