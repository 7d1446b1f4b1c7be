import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';

/** Nobody asks more closely when something changed, save whether it did after a person's action. */
const restMs = 200;
/** Where nobody did anything, it may be a page that changes all the time. */
const longRestMs = 500;

/**
 * Notices that the document changed, and nothing more. A browser notes every change for each that looks on, so this one rests after it saw
 * one: a page that changes thousands of nodes at a time would feel it. It looks on again before anybody looks at the page, and as soon as
 * the person clicks or presses something.
 *
 * @param changed - Called some time after the first of some changes, when the page shows all of them.
 */
export function observeChanges(scene: Scene, changed: () => void): void {
  /** 1 while it rests. */
  let rests = 0;
  const callback = scene.guard.wrap(() => {
    scene.moment.signs++;
    observer.disconnect();
    if (rests) return;
    rests = 1;
    scene.after(scene.owed().action ? restMs : longRestMs, () => {
      rests = 0;
      look(document);
      changed();
    });
  });
  const observer = new (native(window, 'MutationObserver'))(callback);
  function look(at: Node): void {
    observer.observe(at, { childList: true, attributes: true, characterData: true, subtree: true });
  }
  look(document);
  // The document (9), where it does not look on, and the shadow roots (11) around what was clicked: a document hears of no change in these.
  for (const type of ['pointerdown', 'click'])
    scene.listen(type, (event) => (event.composedPath() as Node[]).map((at) => at.nodeType > 9 - rests && look(at)));
  scene.onStop(() => observer.disconnect());
}
