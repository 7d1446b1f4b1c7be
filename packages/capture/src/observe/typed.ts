import type { Scene } from '../scene/scene.ts';

const maxChars = 2_000;

/**
 * Remembers, in memory only, what the person typed or chose on this page, so that it can be taken out of whatever leaves.
 */
export function observeTyped(scene: Scene): void {
  function remember(event: Event): void {
    const at = event.composedPath()[0] as HTMLInputElement;
    if (!(at instanceof Element) || /^(checkbox|radio|button|submit|reset|range|color|file)$/.test(at.type)) return;
    const text = at.isContentEditable ? at.textContent : at.value;
    if (typeof text === 'string' && text.length <= maxChars) scene.known.typed(text);
  }

  scene.listen(window, 'input', remember);
  scene.listen(window, 'change', remember);
}
