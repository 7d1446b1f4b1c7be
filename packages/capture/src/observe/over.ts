import type { Scene } from '../scene/scene.ts';

/** Puts ours over a function of the browser's or the page's, until the scene ends or somebody has put another over it. */
export function over<Owner extends object, Name extends keyof Owner>(
  scene: Scene,
  owner: Owner,
  name: Name,
  by: (original: Owner[Name]) => Owner[Name],
): void {
  const original = owner[name];
  const ours = by(original);
  owner[name] = ours;
  scene.onStop(() => {
    if (owner[name] === ours) owner[name] = original;
  });
}
