import { pictureIn } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';

/**
 * Shows what canvases and videos showed. In a frame that may run no scripts a canvas is no canvas but an empty inline box: a drawing
 * of the same size, with the picture in it, stands as its content. The replayer would carry out drawing commands only in a frame
 * that may run scripts; here a picture, and nothing but a picture, is taken from them.
 */
export interface Pictures {
  built(node: Node): void;
  /** Notes the picture in an event; false for any other event. */
  take(event: ReplayEvent): boolean;
  /** Shows what was taken, the last for each, and gives canvases their size. */
  draw(nodeOf: (id: number) => Node | null): void;
}

/** Where no script may run a browser shows what videos are played by, whether the page wants it or not. */
export const plainVideos = 'video:not([controls])::-webkit-media-controls { display: none !important }';

export function createPictures(): Pictures {
  const videos = new Set<Node>();
  const taken = new Map<number, string>();
  const newest = new WeakMap<Node, string>();
  const canvases = new Map<HTMLCanvasElement, { size: string; picture: string }>();

  function show(node: Element, source: string): void {
    newest.set(node, source);
    if (node.localName !== 'canvas') {
      // Nothing plays here: a video shows what stands for it.
      node.setAttribute('poster', source);
      return;
    }
    // Once it has loaded, so that the one before does not give way to nothing.
    const image = node.ownerDocument.createElement('img');
    image.onload = () => {
      if (newest.get(node) === source) fill(node as HTMLCanvasElement, source);
    };
    image.src = source;
  }

  function fill(canvas: HTMLCanvasElement, picture: string): void {
    const { width, height } = canvas;
    canvases.set(canvas, { size: `${width} ${height}`, picture });
    canvas.style.setProperty('content', contentOf(width, height, picture), 'important');
  }

  return {
    built(node) {
      // Of another window's classes, so not `instanceof`.
      if (node.nodeName === 'VIDEO') videos.add(node);
      if (node.nodeName === 'CANVAS') canvases.set(node as HTMLCanvasElement, { size: '', picture: '' });
    },
    take({ type, data }) {
      const { source, id } = (data ?? {}) as { source?: number; id?: number };
      if (type !== 3 || source !== 9) return false;
      const picture = pictureIn(data);
      if (picture && typeof id === 'number') taken.set(id, picture.source);
      return true;
    },
    draw(nodeOf) {
      for (const video of videos) dress(video as Element);
      videos.clear();
      for (const [canvas, { size, picture }] of canvases) {
        const isOther = size !== `${canvas.width} ${canvas.height}`;
        if (!canvas.isConnected) canvases.delete(canvas);
        // A canvas of another size is empty again. The page may have said another style.
        else if (isOther || canvas.style.content === '') fill(canvas, isOther ? '' : picture);
      }
      for (const [id, source] of taken) {
        const node = nodeOf(id);
        if (node?.nodeType === 1) show(node as Element, source);
      }
      taken.clear();
    },
  };
}

/** Rules of its document do not reach into a shadow root. What stands in a video nobody sees. */
function dress(video: Element): void {
  if (!(video.getRootNode() as ShadowRoot).host) return;
  const style = video.ownerDocument.createElement('style');
  style.textContent = plainVideos;
  video.append(style);
}

/** @param picture - A `data:` address in base64, which needs no escaping; or nothing. */
function contentOf(width: number, height: number, picture: string): string {
  const place = `width="${width}" height="${height}" preserveAspectRatio="none"`;
  const [start, end] = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${place}>`, '</svg>'];
  const [before, after] = [`${start}<image ${place} href="`, `"/>${end}`];
  const drawing = picture
    ? encodeURIComponent(before) + picture + encodeURIComponent(after)
    : encodeURIComponent(start + end);
  return `url("data:image/svg+xml,${drawing}")`;
}
