import type { ReplayEvent } from '@sightglass/wire';

/**
 * Of radio buttons with one name a browser keeps one ticked. While a run of events is half carried out, two may be that never were in the
 * page: what was told to be ticked is so again at its end.
 */
export interface Ticked {
  built(node: Node): void;
  told(event: ReplayEvent, nodeOf: (id: number) => Node | null): void;
  settle(): void;
}

export function createTicked(): Ticked {
  const ticked = new Set<HTMLInputElement>();

  function note(node: Node | null, isTicked: boolean): void {
    // Of another window's classes, so not `instanceof`. It may become a radio button, and may be out of the page for a while.
    if (node?.nodeName !== 'INPUT') return;
    // What was ticked last comes last: of a group that is not told off yet it is the one.
    ticked.delete(node as HTMLInputElement);
    if (isTicked) ticked.add(node as HTMLInputElement);
  }

  return {
    built: (node) => note(node, (node as HTMLInputElement).checked),
    told({ type, data }, nodeOf) {
      const { source, id, isChecked } = data as { source: number; id: number; isChecked: boolean }; // judged by `harmless`
      if (type === 3 && source === 5) note(nodeOf(id), isChecked);
    },
    settle() {
      for (const field of ticked)
        if (!field.isConnected) ticked.delete(field);
        else if (field.type === 'radio' && !field.checked) field.checked = true;
    },
  };
}
