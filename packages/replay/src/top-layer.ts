import type { ReplayEvent } from '@sightglass/wire';

/**
 * rrweb knows nothing of popovers, and leaves a modal dialog in the top layer when it takes its `open` away: this puts both right,
 * after each run of events.
 */
export interface TopLayer {
  built(node: Node): void;
  /** Attributes may open or close one. */
  changed(event: ReplayEvent, nodeOf: (id: number) => Node | null): void;
  /** Opens and closes what has changed since. */
  settle(focused: Node | null): void;
}

export function createTopLayer(): TopLayer {
  const known = new Set<HTMLElement>();

  function built(node: Node): void {
    // Of another window's classes, so not `instanceof`.
    if (node.nodeType !== 1) return;
    const element = node as HTMLElement;
    if (element.nodeName === 'DIALOG' || element.hasAttribute('popover')) known.add(element);
  }

  function settle(focused: Node | null): void {
    const toOpen: HTMLElement[] = [];
    for (const element of known) {
      if (!element.isConnected) {
        known.delete(element);
        continue;
      }
      try {
        const meant = element.getAttribute('rr_open_mode');
        const isOpen = element.matches(':popover-open');
        if (meant === 'popover' && !isOpen) toOpen.push(element);
        if (meant !== 'popover' && isOpen) element.hidePopover();
        if (meant !== 'modal' && element.matches(':modal')) leave(element as HTMLDialogElement);
      } catch {
        // No popover any more, or a browser that has none: it stays as the page's own styles leave it.
      }
    }
    // What is open in another one lies over it, and can only stand at what came before it.
    for (const element of toOpen.sort(byPlace))
      try {
        element.showPopover(openedBy(element, focused));
      } catch {
        // As above.
      }
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
        if ('rr_open_mode' in change.attributes || 'popover' in change.attributes) {
          const node = nodeOf(change.id);
          if (node) built(node);
        }
    },
    settle,
  };
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
