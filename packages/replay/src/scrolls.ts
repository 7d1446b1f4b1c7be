import type { ReplayEvent } from '@sightglass/wire';
import { fullSnapshot, incremental } from './activity.ts';

/**
 * Where things are scrolled to, held back until a run of events has been built: to scroll, a browser lays out the page as far as it is, and
 * only the last place counts.
 */
export interface Scrolls {
  /** Notes the place in an event; true where nothing else is to be done with it. */
  take(event: ReplayEvent, nodeOf: (id: number) => Node | null): boolean;
  /** Runs without the window being scrolled by it. */
  still(window: Window | null, run: () => boolean): boolean;
  /** Scrolls what is to be scrolled and has a box now; false where nothing is. */
  settle(nodeOf: (id: number) => Node | null): boolean;
}

/** rrweb's `IncrementalSource`. */
const mutation = 0;
const scroll = 3;

/** @param dress - Brings to a node in a shadow root what keeps its place as it is told. */
export function createScrolls(dress: (node: Node) => void): Scrolls {
  const last = new Map<number, ReplayEvent>();
  /** What was ever scrolled in a shadow root, whose sheets may be others by now. */
  const inner = new Set<Node>();

  /** What is taken out, if only to be put in elsewhere, stands at its start again. */
  function forgetWithin(removes: readonly { id: number }[], nodeOf: (id: number) => Node | null): void {
    for (const id of last.keys()) {
      const scrolled = nodeOf(id);
      if (scrolled && removes.some((removed) => nodeOf(removed.id)?.contains(scrolled))) last.delete(id);
    }
  }

  return {
    take(event, nodeOf) {
      const { type, timestamp } = event;
      const data = event.data as Told; // judged by `harmless`
      if (type === fullSnapshot) {
        last.clear();
        const { top: y, left: x } = data.initialOffset;
        last.set(data.node.id, { type: incremental, timestamp, data: { source: scroll, id: data.node.id, x, y } });
        return false;
      }
      if (type !== incremental) return false;
      if (data.source === scroll) last.set(data.id, event);
      else if (data.source === mutation && last.size > 0) forgetWithin(data.removes, nodeOf);
      return data.source === scroll;
    },
    still(window, run) {
      if (window === null) return run();
      const { scrollTo } = window;
      window.scrollTo = () => undefined;
      try {
        return run();
      } finally {
        window.scrollTo = scrollTo;
      }
    },
    settle(nodeOf) {
      let isAny = false;
      for (const box of inner)
        if (box.isConnected) dress(box);
        else inner.delete(box);
      for (const [id, event] of last) {
        const node = nodeOf(id);
        // What has no box now is scrolled once it has one.
        if (node?.nodeType === 1 && (node as Element).clientHeight === 0) continue;
        last.delete(id);
        isAny = true;
        if (node && 'host' in node.getRootNode()) {
          dress(node);
          inner.add(node);
        }
        const { x: left, y: top } = event.data as Told;
        // A page may want to be scrolled smoothly: it was, and each place on its way was told.
        const go = (): void => scrolled(node)?.scrollTo({ left, top, behavior: 'instant' });
        go();
        // A list of choices goes to what is chosen in it, in a task of the browser's own.
        if (node?.nodeName === 'SELECT') setTimeout(go);
      }
      return isAny;
    },
  };
}

/** Of another window's classes, so not `instanceof`. */
function scrolled(node: Node | null): Window | Element | null | undefined {
  return node?.nodeType === 9 ? (node as Document).defaultView : node?.nodeType === 1 ? (node as Element) : null;
}

interface Told {
  source: number;
  id: number;
  x: number;
  y: number;
  node: { id: number };
  initialOffset: { top: number; left: number };
  removes: { id: number }[];
}
