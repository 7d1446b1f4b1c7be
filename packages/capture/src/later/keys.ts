import type { Scene } from '../scene/scene.ts';

const maxKeys = 100;

/** Hears when keys are pressed in fields, and never which. @returns the last time before a moment, by the page's performance clock. */
export function hearKeys(scene: Scene): (before: number) => number | undefined {
  let keys: number[] = [];
  scene.listen('input', ({ timeStamp, isTrusted }) => {
    if (isTrusted) keys = [timeStamp, ...keys].slice(0, maxKeys);
  });
  return (before) => keys.find((at) => at <= before);
}
