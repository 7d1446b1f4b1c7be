import { over } from '../observe/over.ts';
import { native } from '../scene/native.ts';
import type { RecorderParts, TakePictures } from './recorder.ts';

/** What is animated is told this long after, so that what begins together is told together. */
const tellAfterMs = 50;
/** What has ended, or stands elsewhere while it is held, nobody tells. */
const lookEveryMs = 1_000;
/** Elements at a time: all others stay where styles put them. */
const most = 200;

/** A property and its value: of numbers, colours and words: nothing that names a file or holds a text, and none of the page's own. */
const plain = /^[a-z]+,(?!.*url)[\w\s.,%()#+*/-]*$/i;

/**
 * Tells what scripts have the browser animate (`element.animate`), which nothing in the page says: the state `:animated` of
 * `docs/formats/segment.md`. What is animated in frames or by scrolling is not told.
 */
export interface Animated {
  /** In the place of `pictures`, which it begins as well where there are some. */
  take: TakePictures;
  /** A page begins anew: what is animated is told once more. */
  again(): void;
}

export function createAnimated({ hideTyped }: Pick<RecorderParts, 'hideTyped'>, pictures?: TakePictures): Animated {
  let again = (): void => undefined;
  return {
    again: () => again(),
    take(perSecond, known, put, wrap) {
      const animated = new Map<Element, { told: string; all: Animation[] }>();
      const ends = [pictures?.(perSecond, known, put, wrap)];
      let timer: unknown;
      let waits = Number.POSITIVE_INFINITY;

      function tell(): void {
        waits = Number.POSITIVE_INFINITY;
        for (const [element, one] of animated) {
          one.all = one.all.filter(lasts);
          const id = known.id(element);
          const said = one.all.map(describe);
          // With its braces it would count as a style sheet, whose words stay.
          const text = JSON.stringify(said).replaceAll('{', '');
          // With an anchor it has another number, and is told again.
          const told = said[0] ? id + text : '';
          if (id && told !== one.told) {
            put([4, id, ':animated', told && hideTyped(text, 'odd') === text ? said : null]);
            one.told = told;
          }
          if (!(one.all[0] && element.isConnected)) animated.delete(element);
        }
        if (animated.size) soon(lookEveryMs);
      }

      function soon(ms: number): void {
        if (ms >= waits) return;
        waits = ms;
        clearTimeout(timer as number);
        // Not of an application's zone, in which it was animated.
        timer = native(window, 'setTimeout').call(window, wrap(tell), ms);
      }

      again = () => soon(tellAfterMs);

      /** Of what other classes make, style sheets tell. */
      const note = wrap((animation: Animation) => {
        if (animation.constructor !== Animation || animated.size >= most) return;
        const target = (animation.effect as KeyframeEffect).target as Element;
        const one = animated.get(target) ?? { told: '', all: [] };
        animated.set(target, one);
        one.all.push(animation);
        soon(tellAfterMs);
      });

      over({ onStop: (end) => void ends.push(end) }, Element.prototype, 'animate', (original, self, args) => {
        const animation = Reflect.apply(original, self, args) as Animation;
        note(animation);
        return animation;
      });
      for (const animation of document.getAnimations?.() ?? []) note(animation);
      return () => {
        clearTimeout(timer as number);
        for (const end of ends) end?.();
      };
    },
  };
}

/** It moves what it animates, or holds it where it has ended. */
const lasts = ({ playState, timeline, effect }: Animation): boolean =>
  timeline === document.timeline && (/^[rp]/.test(playState) || effect?.getComputedTiming().progress != null);

/** Last where it is held, as is what is played backwards, which ends where it began; false: it is not. */
function describe({ playState, currentTime, playbackRate, effect: made }: Animation): unknown[] {
  const effect = made as KeyframeEffect;
  const frames = effect
    .getKeyframes()
    .map((frame) => Object.fromEntries(Object.entries(frame).filter((one) => plain.test(one as never))));
  return [
    frames,
    { ...effect.getTiming(), pseudoElement: effect.pseudoElement, composite: effect.composite },
    (playState === 'paused' || playbackRate < 0) && currentTime,
  ];
}
