import type { ConsoleLevel } from '../later/later.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';
import { apply, over } from './over.ts';

const levels: ConsoleLevel[] = ['debug', 'info', 'log', 'warn', 'error', 'assert'];

/** Catches lines on the console. */
export function observeConsole(scene: Scene, waiting: Waiting): void {
  let inside: boolean | undefined;
  for (const level of levels) {
    over(scene, console, level, (original, self, args) => {
      // A getter of what is logged may log by itself: that must not come round again.
      if (!inside) {
        inside = true;
        scene.guard.run(() => {
          const when = { ...scene.here(), ...scene.owed() };
          waiting.useSettled((later) => later.logged(level, args, when));
        });
        inside = false;
      }
      return apply(original, self, args);
    });
  }
}
