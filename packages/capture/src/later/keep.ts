import type { Piece } from '../recorder/recorder.ts';
import type { Draft, Scene } from '../scene/scene.ts';
import type { Session } from '../session/session.ts';

/** What led to it is held back this long at least, and up to twice as long: a replay begins with an anchor. */
const heldMs = 60_000;
/** In characters; most are one byte. */
const maxHeld = 2 * 1024 * 1024;
/** A page that fills the room faster than this would be written anew again and again. */
const fillsInMs = 10_000;

/** Whether the replay of this session is worth keeping, where a project keeps only those in which something broke. */
export interface Keep {
  /** Something broke, or the page says that this is worth it: what is held back goes out, and from now on everything does. */
  now(): void;
  /**
   * A filter for one recording: takes its pieces and hands them to `send` once the session is worth it. One recording at a time.
   *
   * @param anew - Has the recorder write the page anew, with everything that its earlier pieces told: they are let go.
   */
  between(send: (piece: Piece) => void, anew: () => void): (piece: Piece) => void;
}

export function createKeep(scene: Scene, session: Session): Keep {
  let release: () => void = () => undefined;

  function now(): void {
    session.keep();
    release();
  }

  scene.hear((record) => {
    if (isBreak(record)) now();
  });
  scene.onStop(() => {
    release = () => undefined;
  });

  return {
    now,
    between(send, anew) {
      /** Each begins with an anchor that needs nothing of those before it. */
      let held: Piece[][] = [];
      let chars = 0;
      /** The next anchor begins another. */
      let wanted = true;
      /** The page does not fit: it is written anew once it may be sent. */
      let tooLarge = false;

      function drop(): void {
        for (const { events } of held.shift() ?? []) chars -= events.length;
      }

      function renew(): void {
        wanted = true;
        // Not now: the recorder is in the middle of handing over a piece.
        scene.after(0, anew);
      }

      release = () => {
        const pieces = held.flat();
        held = [];
        chars = 0;
        pieces.forEach(send);
        if (tooLarge) renew();
        tooLarge = false;
      };

      return (piece) => {
        if (session.state.kept) {
          release();
          send(piece);
          return;
        }
        if (piece.anchor && wanted) {
          held.push([]);
          wanted = false;
        }
        const last = held.at(-1);
        if (!last) return;
        last.push(piece);
        chars += piece.events.length;
        const sinceMs = piece.until - (last[0] ?? piece).from;
        if (held.length > 1 && sinceMs > heldMs) drop();
        while (chars > maxHeld) drop();
        tooLarge = held.length === 0 && sinceMs < fillsInMs;
        if (!wanted && (sinceMs > heldMs || (held.length === 0 && !tooLarge))) renew();
      };
    },
  };
}

function isBreak(record: Draft): boolean {
  return (
    (record.kind === 'error' && record.source !== 'deprecation') ||
    (record.kind === 'action' && record.frustrations.includes('rage')) ||
    (record.kind === 'vital' && record.rating === 'poor')
  );
}
