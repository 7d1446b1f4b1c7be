import type { EpochMs } from '@sightglass/wire';
import { toJson } from '../scene/json.ts';
import type { Operation } from './read.ts';
import type { Piece } from './recorder.ts';

const pieceMs = 5_000;
const watchedPieceMs = 1_000;
/** The first piece holds the page as it was found: without that nobody can begin to look. It ends so long after that, and at the latest then. */
const afterFoundMs = 300;
const firstPieceMs = 800;
const maxPieceChars = 256 * 1024;
const maxOperations = 20_000;

/** Gathers operations as text, and hands on a piece now and then. */
export interface Stream {
  /** @param at - When it was; now, if left out. */
  put(operation: Operation, at?: EpochMs): void;
  cut(): void;
  watch(watched: boolean): void;
  /** Characters written since the last anchor began. */
  sinceAnchor(): number;
}

export function createStream(emit: (piece: Piece) => void, wrap: (task: () => void) => () => unknown): Stream {
  let texts: string[] = [];
  let chars = 0;
  let since = 0;
  let from = 0;
  let until = 0;
  let anchor = false;
  let waitMs = firstPieceMs;
  let timer = 0;

  function cut(): void {
    clearTimeout(timer);
    timer = 0;
    if (!chars) return;
    const piece = { from, until, anchor, events: `[${texts.join(',')}]` };
    texts = [];
    chars = 0;
    anchor = false;
    // It waited for the first piece, sooner than for any other; a page that is watched goes on as it does.
    if (waitMs < watchedPieceMs) waitMs = pieceMs;
    emit(piece);
  }

  return {
    put([kind, ...items], at = Math.round(Date.now())) {
      // A player that begins at an anchor needs nothing of what was before it.
      if (!kind) {
        cut();
        since = 0;
        anchor = true;
      }
      if (!chars) from = until = at;
      const text = toJson([kind, Math.max(0, at - from), ...items]);
      texts.push(text);
      chars += text.length;
      // A player that begins at an anchor is given them apart.
      if (kind !== 9) since += text.length;
      until = Math.max(until, at);
      if (kind === 1 && waitMs === firstPieceMs) {
        clearTimeout(timer);
        timer = 0;
        waitMs = afterFoundMs;
      }
      if (chars > maxPieceChars || texts[maxOperations - 1]) cut();
      else timer ||= window.setTimeout(wrap(cut), waitMs);
    },
    cut,
    watch(watched) {
      waitMs = watched ? watchedPieceMs : pieceMs;
      cut();
    },
    sinceAnchor: () => since,
  };
}
