import { pictureIn } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';

/**
 * Shows what canvases and videos showed. The replayer would carry out drawing commands only in a frame that may run scripts;
 * here a picture, and nothing but a picture, is drawn from outside.
 */
export interface Pictures {
  /** Notes the picture in an event; false for any other event. */
  take(event: ReplayEvent): boolean;
  /** Draws what was taken, the last for each. */
  draw(nodeOf: (id: number) => Node | null): void;
}

export function createPictures(): Pictures {
  const taken = new Map<number, string>();
  const newest = new WeakMap<Node, string>();

  function show(node: Element, source: string): void {
    newest.set(node, source);
    if (node.localName !== 'canvas') {
      // Videos stand in the page as boxes.
      (node as HTMLElement).style.background = `url("${source}") center / contain no-repeat`;
      return;
    }
    const canvas = node as HTMLCanvasElement;
    const image = node.ownerDocument.createElement('img');
    image.onload = () => {
      if (newest.get(node) !== source) return;
      const drawn = canvas.getContext('2d');
      drawn?.clearRect(0, 0, canvas.width, canvas.height);
      drawn?.drawImage(image, 0, 0, canvas.width, canvas.height);
    };
    image.src = source;
  }

  return {
    take({ type, data }) {
      const { source, id } = (data ?? {}) as { source?: number; id?: number };
      if (type !== 3 || source !== 9) return false;
      const picture = pictureIn(data);
      if (picture && typeof id === 'number') taken.set(id, picture.source);
      return true;
    },
    draw(nodeOf) {
      for (const [id, source] of taken) {
        const node = nodeOf(id);
        if (node?.nodeType === 1) show(node as Element, source);
      }
      taken.clear();
    },
  };
}
