import { rememberTyped } from '../privacy/remember-typed.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Remembers, in memory only, what the person typed, chose, pasted or dropped on this page, so that it can be taken out of whatever
 * leaves.
 */
export function observeTyped(scene: Scene): void {
  const remember = (event: Event): void =>
    rememberTyped(scene.known, event.composedPath()[0], event.type === 'beforeinput' ? undefined : false);
  const brought = ({ clipboardData, dataTransfer }: ClipboardEvent & DragEvent): void => {
    const text = (clipboardData ?? dataTransfer)?.getData('text') ?? '';
    if (text.length < 2_000) scene.known.typed(text);
  };

  scene.listen(window, 'beforeinput', remember);
  scene.listen(window, 'input', remember);
  scene.listen(window, 'change', remember);
  scene.listen(window, 'paste', brought);
  scene.listen(window, 'drop', brought);
}
