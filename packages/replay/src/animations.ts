/**
 * Brings animations and transitions that have an end to it, in a document, its shadow roots and the frames in it. A page that was built for
 * one of its moments would begin them all anew, and one that stands still would never show what fades in.
 *
 * What goes by scrolling stands where it is scrolled to, and what a style sheet holds (`animation-play-state`, often with a delay that says
 * where) where it is held.
 *
 * @param holds - Endless ones stand at their beginning, until {@link letGoEndless}.
 */
export function endAnimations(document: Document, holds: boolean): void {
  const all = animationsIn(document).filter((animation) => !goesByScrolling(animation));
  // Whoever asks for a state after another was ended has the styles gone through, for each of thousands: all are asked first.
  const ended = all.filter((one) => !isEndless(one) && one.playbackRate !== 0 && one.playState !== 'paused');
  const endless = holds ? all.filter((one) => isEndless(one) && one.playState === 'running') : [];
  for (const animation of ended) animation.finish();
  hold(endless);
}

/**
 * Taken off and laid out before they are held: Chromium would go on showing where its compositor had come to, since to its main thread nothing
 * changes when one is held at the beginning that had only just begun. All at once: the page is laid out once, not for each of thousands.
 */
function hold(animations: readonly Animation[]): void {
  for (const animation of animations) animation.cancel();
  for (const { effect } of animations) (effect as Partial<KeyframeEffect> | null)?.target?.getBoundingClientRect();
  for (const animation of animations) {
    animation.pause();
    animation.currentTime = 0;
    held.add(animation);
  }
}

/** What was held goes on. */
export function letGoEndless(document: Document): void {
  for (const animation of animationsIn(document)) if (held.delete(animation)) animation.play();
}

const held = new WeakSet<Animation>();

function isEndless({ effect }: Animation): boolean {
  const { endTime } = effect?.getComputedTiming() ?? {};
  return typeof endTime !== 'number' || !Number.isFinite(endTime);
}

/** Of another window's classes, so not `instanceof`. */
function goesByScrolling({ timeline }: Animation): boolean {
  return timeline !== null && 'source' in timeline;
}

/** A document tells of none in its shadow roots and frames. */
function animationsIn(root: Document | ShadowRoot): Animation[] {
  const animations = root.getAnimations();
  for (const element of root.querySelectorAll('*')) {
    const inner = element.shadowRoot ?? (element as Partial<HTMLIFrameElement>).contentDocument;
    if (inner) animations.push(...animationsIn(inner));
  }
  return animations;
}
