import { isClosed, isOpen } from './mode.ts';
import type { TakePictures } from './recorder.ts';

const quality = 0.4;
const maxEdge = 1_280;
const maxChars = 400_000;

/** At a rate that the page's owner has allowed. */
export const takePictures: TakePictures = (perSecond, known, put, wrap) => {
  const last = new WeakMap<Element, { id: number; picture: string }>();
  /** They have a context of one kind: asked for one, others would get it, and the page none of its own kind. */
  const drawn = new WeakSet<Element>();
  const sketch = document.createElement('canvas');

  function look(): void {
    if (document.visibilityState !== 'visible') return;
    for (const element of document.querySelectorAll<HTMLCanvasElement | HTMLVideoElement>('canvas, video')) {
      const id = known.id(element);
      const mode = known.mode(id);
      if (
        mode === undefined ||
        isClosed(mode) ||
        !(isOpen(mode) || element.localName === 'canvas') ||
        isMarked(element)
      )
        continue;
      const { videoWidth: width = element.width, videoHeight: height = element.height } = element as HTMLVideoElement;
      if (width * height === 0) continue;
      const scale = Math.min(1, maxEdge / Math.max(width, height));
      sketch.width = Math.round(width * scale);
      sketch.height = Math.round(height * scale);
      try {
        sketch.getContext('2d')?.drawImage(element, 0, 0, sketch.width, sketch.height);
        let picture = sketch.toDataURL('image/webp', quality);
        const before = last.get(element);
        if (picture !== before?.picture) {
          if (picture !== empty()) drawn.add(element);
          // What WebGL has drawn is gone from it, and still shown.
          else if (before && drawn.has(element) && isWebGl(element)) ({ picture } = before);
        }
        // With an anchor it has another number, and is told again.
        if ((id === before?.id && picture === before.picture) || picture.length > maxChars) continue;
        last.set(element, { id, picture });
        put([15, id, width, height, picture]);
      } catch {
        // Painted with pictures of another origin, which nobody may read.
      }
    }
  }

  /** What the sketch gives in its size where nothing is drawn. */
  function empty(): string {
    sketch.getContext('2d')?.clearRect(0, 0, sketch.width, sketch.height);
    return sketch.toDataURL('image/webp', quality);
  }

  // Behind the page's own frame: what WebGL draws there is gone once it is shown, unless the page has it kept.
  const timer = setInterval(
    wrap(() => requestAnimationFrame(wrap(look))),
    1_000 / perSecond,
  );
  return () => clearInterval(timer);
};

/** Hidden since a moment ago: it is not known under which mode until that is read, and what is drawn from then on is hidden at once. */
const isMarked = (element: Element): unknown =>
  element.closest('[data-sightglass=block]') ||
  element.closest('[data-sightglass]:not([data-sightglass=""])')?.matches(':not([data-sightglass=allow])');

const isWebGl = (element: HTMLCanvasElement | HTMLVideoElement): boolean =>
  'getContext' in element && !element.getContext('2d');
