import { beganAt } from '../page/target.ts';
import { rememberFiles, rememberTyped } from '../privacy/remember-typed.ts';
import type { Scene } from '../scene/scene.ts';

/**
 * Remembers, in memory only, what the person typed, chose, pasted or dropped on this page, so that it can be taken out of whatever
 * leaves.
 */
export function observeTyped(scene: Scene): void {
  const { known } = scene;
  /** What it held is asked once, not with each key, and where it is empty; of an editor, wherever in it is typed. */
  let about: unknown;
  const begin = (event: Event): void => {
    const at = beganAt(event) as HTMLInputElement;
    if (at === about && at.value) return;
    about = at;
    rememberTyped(known, at);
  };
  const remember = (event: Event): void => rememberTyped(known, beganAt(event), false);
  const brought = ({ dataTransfer, clipboardData }: ClipboardEvent & DragEvent): void => {
    const brought = clipboardData ?? dataTransfer;
    rememberFiles(known, brought?.files);
    // Of HTML its texts, and of JSON in a type of the page's own its values.
    for (const type of brought?.types ?? [])
      known.typed(
        (brought as DataTransfer) // it has types
          .getData(type)
          .slice(0, 10_000)
          .replace(type === 'text/plain' ? '' : /<[^>]*>|"(\w+":)?/g, '\n'),
      );
  };

  // What a form of the page before was sent with stands in the address: also of one that begins behind its `#`.
  new URLSearchParams(`${location.search}&${location.hash}`).forEach(known.answered);
  scene.listen('beforeinput', begin);
  scene.listen('input', remember);
  scene.listen('change', remember);
  scene.listen('paste', brought);
  scene.listen('drop', brought);
}
