import { drawingIn } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';
import type { PartAddresses } from './part-addresses.ts';

/**
 * Parts of drawings in other files (`<use href="icons.svg#star">`), where the file was kept. Browsers take no `data:` there, so each has an
 * address of the stage's own, and the browser shows its part as it did: in the colours of what it stands in, and by the file's own styles.
 */
export interface PartsOfFiles {
  built(node: Node): void;
  /** Notes what an event brings or may change; true for one that is for nobody else. */
  take(event: ReplayEvent): boolean;
  /** Shows what was taken. */
  settle(): void;
  stop(): void;
}

export function createPartsOfFiles(addresses: PartAddresses): PartsOfFiles {
  const users = new Set<Element>();
  /** By their address in the recording. Most are pictures, and nobody asks for a part of them. */
  const drawings = new Map<string, string>();
  let isChanged = false;

  function show(user: Element): void {
    const told = user.getAttribute('sg_href') ?? '';
    const end = told.lastIndexOf('#');
    // Before 29 November 2026 a single sign parted them.
    const drawing = drawings.get(told.slice(0, Math.max(end, 0)).replace(/#$/, ''));
    const wanted = drawing && addresses.of(drawing, told.slice(end + 1));
    const shown = user.getAttribute('href');
    // Whatever is set is built anew, and a page may show hundreds.
    if (wanted === shown) return;
    if (wanted) user.setAttribute('href', wanted);
    else if (shown?.startsWith('blob:')) user.removeAttribute('href');
  }

  return {
    built(node) {
      if (node.nodeName !== 'use') return;
      users.add(node as Element);
      isChanged = true;
    },
    take(event) {
      const drawing = drawingIn(event);
      if (drawing) drawings.set(drawing.address, drawing.data);
      isChanged ||= users.size > 0;
      return drawing !== undefined;
    },
    settle() {
      if (!isChanged) return;
      isChanged = false;
      for (const user of users) {
        if (user.isConnected) show(user);
        else users.delete(user);
      }
    },
    stop: addresses.left,
  };
}
