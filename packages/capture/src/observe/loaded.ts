import type { Scene } from '../scene/scene.ts';

/** Once the page has loaded, and all that it does then. `loadEventEnd` is known only after the handlers of `load`. */
export function whenLoaded(scene: Scene, task: () => void): void {
  const soon = (): void => void scene.after(0, task);
  if (document.readyState === 'complete') soon();
  else scene.listen('load', soon);
}
