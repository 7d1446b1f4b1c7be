import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Notices that the document changed, and nothing more: the observer's callback only counts and passes on, which costs nothing that can
 * be measured (RECORDER, `floor-mo`).
 *
 * @param changed - Called at most once for each batch of changes.
 */
export function observeChanges(scene: Scene, changed: () => void): void {
  const callback = scene.guard.wrap(() => {
    scene.moment.signs++;
    changed();
  });
  const observer = new (native(window, 'MutationObserver'))(callback);
  observer.observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
  scene.onStop(() => observer.disconnect());
}
