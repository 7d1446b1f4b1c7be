import type { ErrorRecord } from '@sightglass/wire';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';

/** Says a thrown thing, whatever it is; of what nobody caught the event. */
export type Thrown = (thing: unknown, source: ErrorRecord['source'], handled: boolean) => void;

/** Catches errors that nobody caught, rejections that nobody handled, and what could not be loaded. */
export function observeErrors(scene: Scene, waiting: Waiting): Thrown {
  const thrown: Thrown = (thing, source, handled) => {
    const when = { ...scene.here(), ...scene.owed() };
    waiting.useSettled(
      (later) => later.thrown(thing, source, handled, when),
      // That something failed, and what kind of thing: the message cannot be told without being understood.
      () => scene.say({ kind: 'error', ...when, source, handled, type: typeof thing, message: '', stack: [] }),
    );
  };

  scene.listen<ErrorEvent>('error', (event) => {
    const target = event.target as Element; // or the window
    if (target.nodeType === 1) waiting.use((later) => later.notLoaded(target));
    else thrown(event, 'uncaught', false);
  });
  scene.listen<PromiseRejectionEvent>('unhandledrejection', ({ reason }) => thrown(reason, 'rejection', false));
  return thrown;
}
