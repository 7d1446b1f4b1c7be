import type { Scene } from '../scene/scene.ts';

const maxKeys = 100;

/** Hears when keys are pressed in fields, and never which. @returns the last time before a moment, by the page's performance clock. */
export function hearKeys(scene: Scene): (before: number) => number | undefined {
  const keys: number[] = [];
  scene.listen('input', ({ isTrusted, timeStamp }) => {
    if (isTrusted && keys.push(timeStamp) > maxKeys) keys.shift();
  });
  return (before) => keys.findLast((at) => at <= before);
}
