/**
 * Brings animations and transitions that have an end to it, in a document and the frames in it. A page that was built for one of its
 * moments would begin them all anew, and one that stands still would never show what fades in.
 */
export function endAnimations(document: Document): void {
  for (const animation of document.getAnimations()) {
    const { endTime } = animation.effect?.getComputedTiming() ?? {};
    if (typeof endTime === 'number' && Number.isFinite(endTime) && animation.playbackRate !== 0) animation.finish();
  }
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentDocument) endAnimations(frame.contentDocument);
}
