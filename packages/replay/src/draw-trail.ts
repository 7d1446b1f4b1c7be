import type { ReplayEvent } from '@sightglass/wire';
import { trailOf } from './trail.ts';

/** Draws the way of the pointer over the page. */
export interface Trail {
  /** @param events - Of the page that is seen; `null`: none is. */
  draw(events: readonly ReplayEvent[] | null, size: { width: number; height: number }, at: number): void;
  clear(): void;
}

const svg = 'http://www.w3.org/2000/svg';

/** @param root - Of the stage; the line lies in the page's own frame, so that it moves and grows with it. */
export function createTrail(root: HTMLElement): Trail {
  const drawing = root.ownerDocument.createElementNS(svg, 'svg');
  const line = root.ownerDocument.createElementNS(svg, 'polyline');
  drawing.dataset.part = 'trail';
  drawing.append(line);
  let drawn = '';

  function put(points: string): void {
    if (points === drawn) return;
    drawn = points;
    line.setAttribute('points', points);
  }

  return {
    draw(events, { width, height }, at) {
      const frame = root.querySelector('[data-part=page]');
      if (frame === null || events === null) return put('');
      if (drawing.parentElement !== frame) frame.append(drawing);
      drawing.setAttribute('width', String(width));
      drawing.setAttribute('height', String(height));
      put(
        trailOf(events, at)
          .map(({ x, y }) => `${x},${y}`)
          .join(' '),
      );
    },
    clear: () => put(''),
  };
}
