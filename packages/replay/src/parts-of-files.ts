import { drawingIn } from '@sightglass/segment';
import type { ReplayEvent } from '@sightglass/wire';
import { harmlessDrawing } from './harmless-drawing.ts';

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
  /** Lets go of what is shown. */
  stop(): void;
}

export function createPartsOfFiles(): PartsOfFiles {
  const users = new Set<Element>();
  /** By their address in the recording. Most are pictures, and nobody asks for a part of them. */
  const drawings = new Map<string, string>();
  /** Of drawings of which a part was asked for; undefined: it is not to be shown. */
  const addresses = new Map<string, string | undefined>();
  let isChanged = false;

  function addressOf(drawing: string): string | undefined {
    if (!addresses.has(drawing)) {
      const bytes = harmlessDrawing(drawing);
      const made = bytes && URL.createObjectURL(new Blob([bytes], { type: 'image/svg+xml;charset=utf-8' }));
      addresses.set(drawing, made);
    }
    return addresses.get(drawing);
  }

  function show(user: Element): void {
    const told = user.getAttribute('sg_href') ?? '';
    const end = told.lastIndexOf('#');
    // Before 29 November 2026 a single sign parted them.
    const drawing = drawings.get(told.slice(0, Math.max(end, 0)).replace(/#$/, ''));
    const address = drawing && addressOf(drawing);
    const shown = user.getAttribute('href');
    const wanted = address && address + told.slice(end);
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
    stop() {
      for (const address of addresses.values()) if (address) URL.revokeObjectURL(address);
      addresses.clear();
    },
  };
}
