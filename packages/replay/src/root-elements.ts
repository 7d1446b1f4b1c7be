import type { ReplayEvent } from '@sightglass/wire';

/**
 * rrweb builds the body after all that stands beside it, and dresses the root element that a document had first: this puts in its place what
 * follows a body, and dresses a root that took the place of another.
 */
export interface RootElements {
  built(node: Node): void;
  /** It was carried out. */
  told(event: ReplayEvent, nodeOf: (id: number) => Node | null): void;
  settle(): void;
}

interface Told {
  id: number;
  type: number;
  tagName?: string;
  attributes?: object;
  childNodes?: Told[];
}

/** @param dress - Puts what every page wears before all else that a root holds. */
export function createRootElements(hasNode: (node: Node) => boolean, dress: (root: Element) => void): RootElements {
  const roots = new Set<Element>();

  const isOurs = (node: Element): boolean => node.nodeName === 'STYLE' && !hasNode(node);

  const isDressed = ({ children }: Element): boolean =>
    Array.from(children).some((child) => isOurs(child) || (child.nodeName === 'HEAD' && isDressed(child)));

  return {
    built(node) {
      // Of another window's classes, so not `instanceof`.
      if (node.nodeName === 'HTML') roots.add(node as Element);
    },
    told(event, nodeOf) {
      for (const { id, attributes = {}, childNodes = [] } of documentsIn(event).flatMap(
        ({ childNodes }) => childNodes ?? [],
      )) {
        const root = nodeOf(id) as Element | null;
        if (root?.nodeName !== 'HTML') continue;
        // One that stands still has a class of rrweb's own.
        if (!('class' in attributes)) root.removeAttribute('class');
        const body = childNodes.findLastIndex(({ tagName }) => tagName?.toLowerCase() === 'body');
        for (const { id } of body < 0 ? [] : childNodes.slice(body + 1)) {
          const node = nodeOf(id);
          if (node?.parentNode === root) root.append(node);
        }
      }
    },
    settle() {
      for (const root of roots)
        if (!root.isConnected) roots.delete(root);
        else if (!isDressed(root)) dress(root);
    },
  };
}

/**
 * A page that holds no element yet, as one that is being written anew: rrweb dresses the root of each, and fails where there is none. Any that
 * comes takes its place. No recording names it by its number.
 */
export function withRoot(event: ReplayEvent): ReplayEvent {
  const [document] = event.type === 2 ? documentsIn(event) : [];
  const childNodes = document?.childNodes ?? [];
  if (!document || childNodes.some(({ type }) => type === 2)) return event;
  const root = { type: 2, id: 0, tagName: 'html', attributes: {}, childNodes: [] };
  return { ...event, data: { ...(event.data as object), node: { ...document, childNodes: [...childNodes, root] } } };
}

/** Of a page, or of frames. */
function documentsIn({ type, data }: ReplayEvent): Told[] {
  const { node, source, adds } = data as { node: Told; source: number; adds: { node: Told }[] }; // judged by `harmless`
  if (type === 2) return [node];
  return type === 3 && source === 0 ? adds.flatMap(({ node }) => (node.type === 0 ? [node] : [])) : [];
}
