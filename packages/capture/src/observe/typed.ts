import { beganAt } from '../page/target.ts';
import { rememberTyped } from '../privacy/remember-typed.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Remembers, in memory only, what the person typed, chose, pasted or dropped on this page, so that it can be taken out of whatever
 * leaves.
 */
export function observeTyped(scene: Scene): void {
  const remember = (event: Event): void =>
    rememberTyped(scene.known, beganAt(event), event.type === 'beforeinput' ? undefined : false);
  const brought = ({ clipboardData, dataTransfer }: ClipboardEvent & DragEvent): void => {
    const text = (clipboardData ?? dataTransfer)?.getData('text') ?? '';
    if (text.length < 2_000) scene.known.typed(text);
  };

  scene.listen('beforeinput', remember);
  scene.listen('input', remember);
  scene.listen('change', remember);
  scene.listen('paste', brought);
  scene.listen('drop', brought);
}
