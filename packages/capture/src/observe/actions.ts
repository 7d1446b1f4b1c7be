import { scrubLabel } from '@sightglass/privacy';
import type { ActionRecord } from '@sightglass/wire';
import type { Later } from '../later/later.ts';
import { cssPath } from '../page/css-path.ts';
import { nameOf, withinOf } from '../page/name.ts';
import { actionable, controlAt } from '../page/role.ts';
import { beganAt } from '../page/target.ts';
import type { ActionDraft } from '../scene/caught.ts';
import { newId } from '../scene/id.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';

/** A page's own handlers may take as long between the click on a label and that on what it stands for. */
const labelMs = 1_000;

/**
 * What a person does: clicks, fields changed, forms submitted by key, Enter and Escape. Only trusted events count; what a field holds is
 * never read, what a control is called is scrubbed.
 */
export function observeActions(scene: Scene, waiting: Waiting): void {
  const { moment, known } = scene;
  let signsBefore = 0;
  let clicked = 0;
  let pressed: Element | undefined;

  function act(type: ActionRecord['type'], element: Element): { action: ActionDraft; interactive: boolean } {
    const { role, interactive, control } = controlAt(element);
    const name = nameOf(control);
    const target = cssPath(control);
    const within = withinOf(control);
    // Its name and its target follow.
    const action = {
      id: newId(),
      ...scene.here(),
      kind: 'action',
      version: 0,
      type,
      role,
      frustrations: [] as unknown,
    } as ActionDraft & { at: number };
    moment.action = action;
    // Once it can be told what of them was typed, also on the page before.
    const say = (later?: Later): void => {
      // What is no control says what the page says, which the project or the page may want hidden.
      action.name = type === 'submit' || actionable.test(role) || later?.tellsText ? scrubLabel(name, known) : '';
      // Some pages make classes of what was typed.
      action.target = known.hide(target);
      action.within = scrubLabel(within, known) || undefined;
      scene.say(action);
    };
    waiting.use(say, say);
    return { action, interactive };
  }

  /** @param task - Given the element that a person's event began at; not called for events that a script made. */
  function hear<E extends Event>(type: string, task: (element: Element, event: E) => void): void {
    scene.listen<E>(type, (event) => {
      const at = beganAt(event) as Element | null | undefined;
      // Not by its class: what a page has taken out of a frame is still of that window's.
      if (event.isTrusted && at?.nodeType === 1) task(at, event);
    });
  }

  // Many menus open on the press; the click that follows would find the page already changed.
  hear('pointerdown', (element) => {
    pressed = element;
    signsBefore = moment.signs;
  });
  // What is gone as it is let go of Chromium does not click: options of Radix, days of FullCalendar. Other browsers may click what it
  // stood in, in the same moment.
  scene.listen(
    'mouseup',
    (event) => {
      if (!pressed || pressed.isConnected) return;
      act('click', pressed);
      pressed = undefined;
      clicked = event.timeStamp;
    },
    'late',
  );
  hear<MouseEvent>('click', (element, event) => {
    // With a label the browser clicks what it stands for: in the same moment, and Firefox soon after, with no press before it. Keys click
    // so as well, but count no clicks.
    if (!pressed && event.timeStamp - clicked <= event.detail * labelMs) return;
    clicked = event.timeStamp;
    const before = pressed ? signsBefore : moment.signs;
    // Where a menu came over what was pressed, or one let go elsewhere, the browser clicks what both stand in: that is none in vain.
    const at = element.contains(pressed as Node) ? (pressed as Element) : element;
    const { action, interactive } = act('click', at);
    waiting.use((later) => later.clicked(action, event, element, at === element && interactive, before));
    pressed = undefined;
  });
  hear('change', (element) => {
    // A checkbox or radio has had its click.
    if (!/^(checkbox|radio)$/.test((element as HTMLInputElement).type)) act('input', element);
    moment.signs++;
  });
  hear<SubmitEvent>('submit', (element, { submitter }) => {
    // By a button it is sent by its click, also where Enter presses it, and however long the page took over that.
    if (!submitter) act('submit', element);
  });
  hear<KeyboardEvent>('keydown', (element, { repeat, key }) => {
    // Asked first: most keys are letters.
    if (repeat || !/^(Enter|Escape)$/.test(key)) return;
    // Enter on a button or link clicks it, and in a field submits its form: both are told by what follows.
    const { role, interactive } = controlAt(element);
    if (key === 'Escape' || (role === 'textbox' && interactive && !element.closest('form'))) act('key', element);
  });
}
