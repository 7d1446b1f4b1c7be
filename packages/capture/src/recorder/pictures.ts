import { isClosed, isOpen } from './mode.ts';
import type { TakePictures } from './recorder.ts';

const quality = 0.4;
const maxEdge = 1_280;
const maxChars = 400_000;

/** At a rate that the page's owner has allowed. */
export const takePictures: TakePictures = (perSecond, known, put, wrap) => {
  const last = new WeakMap<Element, string>();
  const sketch = document.createElement('canvas');

  function look(): void {
    if (document.visibilityState !== 'visible') return;
    for (const element of document.querySelectorAll<HTMLCanvasElement | HTMLVideoElement>('canvas, video')) {
      const id = known.id(element);
      const mode = known.mode(id);
      if (mode === undefined || isClosed(mode) || !(isOpen(mode) || element.localName === 'canvas')) continue;
      const { videoWidth: width = element.width, videoHeight: height = element.height } = element as HTMLVideoElement;
      if (width * height === 0) continue;
      const scale = Math.min(1, maxEdge / Math.max(width, height));
      sketch.width = Math.round(width * scale);
      sketch.height = Math.round(height * scale);
      try {
        sketch.getContext('2d')?.drawImage(element, 0, 0, sketch.width, sketch.height);
        const picture = sketch.toDataURL('image/webp', quality);
        // With an anchor it has another number, and is told again.
        const said = `${id} ${picture}`;
        if (said === last.get(element) || picture.length > maxChars) continue;
        last.set(element, said);
        put([15, id, width, height, picture]);
      } catch {
        // Painted with pictures of another origin, which nobody may read.
      }
    }
  }

  const timer = setInterval(wrap(look), 1_000 / perSecond);
  return () => clearInterval(timer);
};
