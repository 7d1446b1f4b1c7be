import { over } from '../observe/over.ts';
import { beganAt } from '../page/target.ts';
import { rememberTyped } from '../privacy/remember-typed.ts';
import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';

/** As the browser has it, as for all else that stands over something of the page's. */
const apply = Reflect.apply;

/**
 * Remembers, in memory only, what the person says where no field tells it: answers to `prompt`, what a page takes from the clipboard, and
 * keys that a page reads by itself (editors on a canvas, terminals, pads for codes).
 *
 * @returns what tells the last key, which waits for a field to say that it took it; to be called before anybody asks what was typed.
 */
export function observeBeside(scene: Scene): () => void {
  const { known } = scene;
  hearAnswers(scene, window, 'prompt');
  // None where the page is not served over https.
  hearAnswers(scene, (window as { Clipboard?: typeof Clipboard }).Clipboard?.prototype as Clipboard, 'readText');

  /** What is being typed in one go: a longer text takes the place of the shorter one that it began as. */
  let run: { text: string };
  let waits: string | null;
  /** Was pressed and is about to be written: one key, though it was asked for meanwhile and waits no more. */
  let pressed: unknown;
  /** Which was about to be written in. */
  let field: EventTarget | null | undefined;
  const begin = (): void => {
    run = { text: '' };
    waits = null;
  };
  begin();
  const tell = (): void => {
    // An editor that writes by itself, also in the middle of what it holds, fires no event that would tell.
    rememberTyped(known, field, false);
    field = null;
    if (!waits) return;
    run.text += waits;
    waits = null;
    known.typed(run.text, false, run);
  };
  scene.listen<KeyboardEvent>('keydown', ({ ctrlKey, isTrusted, metaKey, key }) => {
    tell();
    if (!isTrusted) return;
    // Arrows, Enter, Escape, End, Home and Tab.
    if (/^(Ar|[EHT].)/.test(key)) {
      begin();
      // What was sent, or looked for, stays known though what is typed next in that field begins with it; so does what is written elsewhere.
      known.typed('');
    }
    // A word is deleted, or all of it selected, cut, undone: not where it is saved, copied or made bold.
    if (ctrlKey || metaKey) {
      if (/^[au-z]$|Ba/.test(key)) begin();
    } else if (key === 'Backspace') run.text = run.text.slice(0, -1);
    else if (/^.$/su.test(key)) pressed = waits = key;
  });
  // An editor that writes by itself what it was about to be given; a field says by itself what it takes, save where that is a sign for each
  // field, or part of a day, where the page takes it away, and where it stands in a closed shadow root.
  scene.listen<InputEvent>('beforeinput', (event) => {
    const { data } = event;
    // Of what is spoken, or drawn over the keys, no key tells.
    if (data !== pressed) {
      tell();
      waits = data;
    }
    // Of several lines that come at once, spoken or from the keyboard's own clipboard, an editor has the caret in the last.
    if (/\n/.test(data as string)) known.typed(data as string); // null holds no line
    field = beganAt(event);
  });
  scene.listen('input', (event) => {
    // It has told by itself what it holds now.
    field = null;
    const { isContentEditable, value = '', textContent } = beganAt(event) as HTMLInputElement;
    // What a page reads behind a field that it left by itself is a text of its own; of a field that it masks by itself the keys are all there is.
    if (/[^•]{3}/.test(isContentEditable ? textContent : value)) begin();
  });
  scene.listen('pointerdown', () => {
    tell();
    begin();
    known.typed('');
  });
  return tell;
}

/** Hears what a method answers, now or later. */
function hearAnswers<Owner extends object>(scene: Scene, owner: Owner, name: keyof Owner): void {
  const told = (answer: unknown): unknown => {
    if (typeof answer === 'string') scene.guard.run(scene.known.typed, answer);
    return answer;
  };
  over(scene, owner, name, (original, self, args) => {
    const answer: unknown = apply(original, self, args);
    // The page gets what follows from the browser's own: heard by us alone, a refusal that nobody handles would count as handled.
    return answer instanceof Promise ? native(Promise.prototype, 'then').call(answer, told) : told(answer);
  });
}
