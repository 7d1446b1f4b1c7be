import type { Scene } from '../scene/scene.ts';

/** Also where an element is called so, which then stands in its place. */
export const isLoaded = (): boolean => /^c/.test(document.readyState);

const lookEveryMs = 50;

/**
 * Once the page has loaded, and all that it does then: `loadEventEnd` is known only after the handlers of `load`. It is looked for, since a
 * page that writes itself anew before (`document.open`) takes away all who listen to events.
 *
 * @param latestAt - From here on a page that is still loading counts as loaded.
 */
export function whenLoaded(scene: Scene, task: () => void, latestAt = Infinity): void {
  const look = (): unknown => (isLoaded() || scene.now() > latestAt ? task() : scene.after(lookEveryMs, look));
  scene.after(0, look);
}
