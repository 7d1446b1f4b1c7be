import type { Scene } from '../scene/scene.ts';

/** Also where an element is called so, which then stands in its place. */
export const isLoaded = (): boolean => /^c/.test(document.readyState);

const lookEveryMs = 50;

/**
 * Once the page has loaded, and all that it does then: `loadEventEnd` is known only after the handlers of `load`. It is looked for, since a
 * page that writes itself anew before (`document.open`) takes away all who listen to events.
 */
export function whenLoaded(scene: Scene, task: () => void): void {
  const look = (): unknown => (isLoaded() ? task() : scene.after(lookEveryMs, look));
  scene.after(0, look);
}
