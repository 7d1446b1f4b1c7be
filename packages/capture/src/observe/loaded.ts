import type { Scene } from '../scene/scene.ts';

/** Also where an element is called so, which then stands in its place. */
export const isLoaded = (): boolean => /^c/.test(document.readyState);

/** Once the page has loaded, and all that it does then. `loadEventEnd` is known only after the handlers of `load`. */
export function whenLoaded(scene: Scene, task: () => void): void {
  const soon = (): void => void scene.after(0, task);
  if (isLoaded()) soon();
  else scene.listen('load', soon);
}
