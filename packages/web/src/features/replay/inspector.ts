import type { Inspected, Where } from '@sightglass/replay';

export interface Inspecting {
  /** What the pointer is over. */
  hovered: Inspected | null;
  /** What was chosen, as it is at the moment that is shown; `null`: it is not there. */
  chosen: Inspected | null;
  /** It was asked, and there was an answer. */
  isKnown: boolean;
  /** A page is shown, and can be asked. */
  canLook: boolean;
}

type Look = (where: Where) => Promise<Inspected | null>;

/** Asks the stage what stands on the page, one question at a time: what the pointer is over by then, and what was chosen as often as the page changes. */
export interface Inspector {
  state(): Inspecting;
  subscribe(changed: () => void): () => void;
  /** Who answers from now on; `null`: nobody. */
  serve(look: Look | null): void;
  /** Another moment is shown, or it has another size. @param isDrawn - There is a page. */
  moved(isDrawn: boolean): void;
  point(at: { x: number; y: number } | null): void;
  /** Keeps to this one from now on. */
  keep(selector: string | null): void;
  /** What stands there; `null`: nothing. It is kept to. */
  choose(where: Where): Promise<Inspected | null>;
}

/** While the replay runs, what was chosen is asked no more often. */
const apartMs = 150;

export function createInspector(): Inspector {
  const watching = new Set<() => void>();
  let now: Inspecting = { hovered: null, chosen: null, isKnown: false, canLook: false };
  let look: Look | null = null;
  let kept: string | null = null;
  let pointer: { x: number; y: number } | null = null;
  /** The pointer is somewhere else than where it was asked of, or the page is another. */
  let isPointed = false;
  let isStale = false;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(change: Partial<Inspecting>): void {
    now = { ...now, ...change };
    for (const changed of watching) changed();
  }

  async function ask(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (look !== null && now.canLook && (isPointed || isStale)) {
      const [from, place, selector] = [look, pointer, kept];
      if (isPointed) {
        isPointed = false;
        const hovered = place && (await from(place));
        if (from === look && (hovered === null || pointer !== null)) become({ hovered });
      } else {
        isStale = false;
        const chosen = selector === null ? null : await from({ selector });
        if (from === look && selector === kept) become({ chosen, isKnown: selector !== null });
      }
    }
    isBusy = false;
  }

  function askAgain(): void {
    isStale = kept !== null;
    isPointed ||= pointer !== null;
    void ask();
  }

  return {
    state: () => now,
    subscribe(changed) {
      watching.add(changed);
      return () => watching.delete(changed);
    },
    serve(next) {
      look = next;
      clearTimeout(timer);
      timer = undefined;
      become({ hovered: null, isKnown: false, canLook: false });
    },
    moved(isDrawn) {
      if (now.canLook !== isDrawn) become({ canLook: isDrawn, ...(isDrawn ? {} : { hovered: null }) });
      if ((kept === null && pointer === null) || !isDrawn) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        askAgain();
      }, apartMs);
    },
    point(at) {
      pointer = at;
      isPointed = at !== null;
      if (at === null && now.hovered !== null) become({ hovered: null });
      void ask();
    },
    keep(selector) {
      if (selector === kept) return;
      kept = selector;
      become({ chosen: null, isKnown: false });
      askAgain();
    },
    async choose(where) {
      const found = await (now.canLook ? look?.(where) : null);
      if (!found) return null;
      kept = found.selector;
      become({ chosen: found, isKnown: true });
      return found;
    },
  };
}
