import { scrubLabel } from '@sightglass/privacy';
import type { ActionRecord } from '@sightglass/wire';
import { cssPath } from '../page/css-path.ts';
import { nameOf, withinOf } from '../page/name.ts';
import { controlAt } from '../page/role.ts';
import { beganAt } from '../page/target.ts';
import type { ActionDraft } from '../scene/caught.ts';
import { newId } from '../scene/id.ts';
import type { Scene } from '../scene/scene.ts';
import type { Waiting } from '../scene/waiting.ts';

/** A submit so soon after a click is that click's doing. */
const sameGestureMs = 100;

/**
 * What a person does: clicks, fields changed, forms submitted by key, Enter and Escape. Only trusted events count; what a field holds is
 * never read, what a control is called is scrubbed.
 */
export function observeActions(scene: Scene, waiting: Waiting): void {
  const { moment, known } = scene;
  let signsBefore = 0;
  let clickedAt = 0;
  let clicked = 0;

  function act(type: ActionRecord['type'], element: Element): { action: ActionDraft; interactive: boolean } {
    const { control, role, interactive } = controlAt(element);
    const here = scene.here();
    const id = newId();
    const name = nameOf(control);
    const target = cssPath(control);
    const within = withinOf(control);
    const action: ActionDraft = {
      ...here,
      kind: 'action',
      id,
      version: 0,
      type,
      role,
      name: '',
      target: '',
      frustrations: [],
    };
    moment.action = { id, at: here.at };
    // Once it can be told what of them was typed, also on the page before.
    const say = (): void => {
      action.name = scrubLabel(name, known);
      // Some pages make classes of what was typed.
      action.target = known.hide(target);
      action.within = scrubLabel(within, known) || undefined;
      scene.say(action);
    };
    waiting.use(say, say);
    return { action, interactive };
  }

  // Many menus open on the press; the click that follows would find the page already changed.
  scene.listen('pointerdown', () => {
    signsBefore = moment.signs;
  });
  scene.listen<MouseEvent>('click', (event) => {
    const element = personallyAt(event);
    // With a label the browser clicks what it stands for, in the same moment.
    if (!element || event.timeStamp === clicked) return;
    clicked = event.timeStamp;
    clickedAt = scene.now();
    const before = event.detail ? signsBefore : moment.signs;
    const { action, interactive } = act('click', element);
    waiting.use((later) => later.clicked(action, event, element, interactive, before));
  });
  scene.listen('change', (event) => {
    const element = personallyAt(event);
    // A checkbox or radio has had its click.
    if (element && !/^(checkbox|radio)$/.test((element as HTMLInputElement).type)) act('input', element);
    moment.signs++;
  });
  scene.listen('submit', (event) => {
    const element = personallyAt(event);
    if (element && scene.now() - clickedAt > sameGestureMs) act('submit', element);
  });
  scene.listen<KeyboardEvent>('keydown', (event) => {
    // Asked first: most keys are letters.
    if (event.repeat || !/^(Enter|Escape)$/.test(event.key)) return;
    const element = personallyAt(event);
    if (!element) return;
    // Enter on a button or link clicks it, and in a field submits its form: both are told by what follows.
    const { role, interactive } = controlAt(element);
    if (event.key === 'Escape' || (role === 'textbox' && interactive && !element.closest('form'))) act('key', element);
  });
}

/** The element that a person's event began at; none for events that a script made. */
function personallyAt(event: Event): Element | false {
  const at = beganAt(event);
  return event.isTrusted && at instanceof Element && at;
}
