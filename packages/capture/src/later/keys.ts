import type { Scene } from '../scene/scene.ts';

const maxKeys = 100;

/** Hears when keys are pressed in fields, and never which. @returns the last time before a moment, by the page's performance clock. */
export function hearKeys(scene: Scene): (before: number) => number | undefined {
  let keys: number[] = [];
  scene.listen(window, 'input', ({ isTrusted }) => {
    if (isTrusted) keys = [...keys, performance.now()].slice(-maxKeys);
  });
  return (before) => keys.findLast((at) => at <= before);
}
