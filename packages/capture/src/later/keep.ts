import type { EpochMs } from '@sightglass/wire';
import type { Piece } from '../recorder/recorder.ts';
import { toJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import type { Session } from '../session/session.ts';

/** What led to it is held back this long at least, and about twice as long at most: a replay begins with an anchor. */
const heldMs = 60_000;
const renewAfterMs = 50_000;
/** A page in which nothing happens hands over no pieces; what is too old is let go all the same. */
const lookEveryMs = 10_000;
/** In characters; most are one byte. */
const maxHeld = 2 * 1024 * 1024;
/** A page that fills the room faster than this would be written anew again and again. */
const fillsInMs = 10_000;
/** So much of changes, and the page is written anew sooner than that: what does not fit goes from one anchor to the next. */
const maxChanges = maxHeld / 8;
/** By then an anchor is mostly whole: what comes later is changes. */
const anchorMs = 5_000;

/** The operation that brings one (docs/formats/segment.md); a text may look like it, which costs a look. */
const storedText = /\[9,\d/;

/** Whether the replay of this session is worth keeping, where a project keeps only those in which something broke. */
export interface Keep {
  /** Something broke, or the page says that this is worth it: what is held back goes out, and from now on everything does. */
  now(): void;
  /**
   * A filter for one recording: takes its pieces and hands them to `send` once the session is worth it. One recording at a time.
   *
   * @param anew - Has the recorder write the page anew.
   * @param tellTexts - Has it tell a stored text once more where it names it next.
   */
  between(send: (piece: Piece) => void, anew: () => void, tellTexts: () => void): (piece: Piece) => void;
}

export function createKeep(scene: Scene, session: Session): Keep {
  let release: () => void = () => undefined;
  let cancelLook = release;

  function now(): void {
    session.keep();
    release();
  }

  scene.hear((record) => {
    if (
      (record.kind === 'error' && record.source !== 'deprecation') ||
      (record.kind === 'action' && record.frustrations.includes('rage')) ||
      (record.kind === 'vital' && record.rating === 'poor')
    )
      now();
  });

  return {
    now,
    between(send, anew, tellTexts) {
      /** Each begins with an anchor. */
      let held: Piece[][] = [];
      /** Of stored texts that were let go, which later anchors may name: their operations. */
      let texts: unknown[][] = [];
      /** Those before: what names them has begun before they were told once more, and is let go before there are as many again. */
      let oldTexts: unknown[][] = [];
      let textChars = 0;
      let chars = 0;
      /** The recorder was asked for an anchor that has not come yet. */
      let asked = false;
      /** The page does not fit: it is written anew once it may be sent. */
      let tooLarge = false;

      function renew(): void {
        asked = true;
        // Not now: the recorder is in the middle of handing over a piece.
        scene.after(0, anew);
      }

      function letGo({ events }: Piece): void {
        chars -= events.length;
        if (!storedText.test(events)) return;
        // At the time of the piece in which they go.
        for (const operation of JSON.parse(events)) if (operation[0] === 9) texts.push(operation.fill(0, 1, 2));
        textChars += events.length;
        if (textChars > maxHeld) {
          oldTexts = texts;
          texts = [];
          textChars = 0;
          tellTexts();
        }
      }

      function drop(): void {
        held.shift()?.forEach(letGo);
      }

      function letOldGo(at: EpochMs): void {
        while (held[1]?.[0] && at - held[1][0].from > heldMs) drop();
        const last = held.at(-1) ?? [];
        const from = last[0]?.from ?? at;
        let changes = 0;
        for (const piece of last) if (piece.from - from > anchorMs) changes += piece.events.length;
        // An anchor after which nothing came is as good as a new one.
        if (last[1] && (at - from > renewAfterMs || changes > maxChanges) && !asked) renew();
      }

      function lookAgain(): void {
        cancelLook = scene.after(lookEveryMs, () => {
          if (session.state.kept) return;
          letOldGo(scene.now());
          lookAgain();
        });
      }
      // That of the recording before this one.
      cancelLook();
      lookAgain();

      release = () => {
        const pieces = held.flat();
        const { from } = pieces[0] ?? {};
        // Each by itself: where not all fits into what may wait to be sent, it is the first that is let go.
        for (const told of [oldTexts, texts])
          if (from && told[0]) send({ from, until: from, anchor: false, events: toJson(told.splice(0)) });
        held = [];
        chars = 0;
        pieces.forEach(send);
        if (tooLarge) renew();
        tooLarge = false;
      };

      return (piece) => {
        if (session.state.kept) {
          release();
          return send(piece);
        }
        chars += piece.events.length;
        if (piece.anchor) {
          held.push([]);
          asked = false;
        }
        const last = held.at(-1);
        if (!last) return letGo(piece);
        last.push(piece);
        while (chars > maxHeld && held[0]) drop();
        if (!held[0]) {
          tooLarge = piece.until - (last[0] ?? piece).from < fillsInMs;
          if (!tooLarge && !asked) renew();
        }
        letOldGo(piece.until);
      };
    },
  };
}
