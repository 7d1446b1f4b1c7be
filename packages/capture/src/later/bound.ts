import type { Scene } from '../scene/scene.ts';

/** Whether one more of something is told in this view. Where the first one is not, that is: `docs/recording.md` lists the bounds. */
export type Bound = (most: number) => boolean;

export function createBound(scene: Scene, what: 'calls' | 'console' | 'errors' | 'files' | 'frames'): Bound {
  let of: string | undefined;
  let count = 0;
  return (most) => {
    if (of !== scene.moment.view) count = 0;
    of = scene.moment.view;
    if (count++ === most) scene.say({ kind: 'state', subject: `page.${what}`, to: 'left out' });
    return count <= most;
  };
}
