import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';

/** Nobody asks more closely when something changed, save whether it did after a person's action. */
const restMs = 100;

/**
 * Notices that the document changed, and nothing more. A browser notes every change for each that looks on, so this one rests after it saw
 * one: a page that changes thousands of nodes at a time would feel it. It looks on again before anybody looks at the page, and as soon as
 * the person does something.
 *
 * @param changed - Called `restMs` after the first of some changes, when the page shows all of them.
 */
export function observeChanges(scene: Scene, changed: () => void): void {
  let planned = false;
  let looks = false;
  const callback = scene.guard.wrap(() => {
    scene.moment.signs++;
    observer.disconnect();
    looks = false;
    if (planned) return;
    planned = true;
    scene.after(restMs, () => {
      planned = false;
      look();
      changed();
    });
  });
  const observer = new (native(window, 'MutationObserver'))(callback);
  function look(): void {
    if (looks) return;
    looks = true;
    observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
  }
  look();
  for (const type of ['pointerdown', 'click', 'keydown', 'change', 'submit']) scene.listen(window, type, look);
  scene.onStop(() => observer.disconnect());
}
