import { scrubLabel, scrubMessage } from '@sightglass/privacy';
import { nameOf, textOf, textOfIds } from '../page/name.ts';
import { isHidden } from '../privacy/hidden.ts';
import { placeOf } from '../privacy/path.ts';
import { toJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import { type Control, fieldNameOf, formNameOf } from './forms.ts';

/** What the page shows within this span of a person's action is its answer to it. */
const answerMs = 10_000;
const gatherMs = 50;
const keepUpMs = 1_000;
/** A form that refuses does so at once; after this it was taken. */
const settleMs = 300;
const maxRefusals = 100;
/** Many libraries call whatever they say an alert, and by a class what they say it for. */
const alerts = '[aria-live=assertive],[role=alert]:not([aria-live=polite],[class*=success i])';

/** What a form refused and told the person, and that it was sent. */
export interface Refusals {
  /** Looks for messages that have come into the page. */
  look(): void;
  /** The page is being left: a form that was just submitted was taken. */
  leave(): void;
}

interface Told {
  form: string;
  field: string;
  message: string;
}

/**
 * Hears refusals of the browser (`invalid`) and finds those of the application: `aria-invalid` with the text that describes the field,
 * and alerts. Messages are scrubbed; limits that they state stay.
 */
export function observeRefusals(scene: Scene): Refusals {
  let shown = new Set<string>();
  let gathered: Told[] = [];
  let lookedAt = 0;
  let submitted: { name: string; event: Event; leave: () => void } | undefined;

  function gather(told: Told): void {
    if (!gathered[maxRefusals - 1] && gathered.push(told) === 1) scene.after(gatherMs, tell);
  }

  function tell(): void {
    const forms = Map.groupBy(gathered, ({ form }) => form);
    gathered = [];
    for (const [name, told] of forms) {
      if (submitted?.name === name) settled();
      const refusals = told.map(({ form, ...refusal }) => refusal);
      scene.say({ kind: 'form', event: 'refused', name, refusals, action: actionOf(scene) });
    }
  }

  function settled(taken?: boolean): void {
    if (!submitted) return;
    submitted.leave();
    const { name, event } = submitted;
    submitted = undefined;
    if (taken) scene.say({ kind: 'form', event: 'submitted', name, postsTo: postedTo(event), action: actionOf(scene) });
  }

  /** A form that was sent whole is answered by a document: what it says from the start it says to that. */
  let isAnswer = wasRefused();

  /** @param field - Empty where it is about none. */
  function toldOf(element: Element, field: string, text: string): Told {
    // What its field is called is nobody's name in a message, whatever its capitals and quotes say.
    const label = (field && nameOf(element).replace(/[\s*:]+$/, '')) || '\0';
    const said = scene.known
      .hide(text)
      .replace(label, '{label}')
      .replace(/["']{label}["']/, '{label}');
    const message = scrubMessage(said, scene.known, { ofRefusal: true });
    return {
      form: formNameOf(element, scene),
      field,
      message: message.replace('{label}', () => scrubLabel(label, scene.known)),
    };
  }

  scene.listen('invalid', (event) => {
    const target = event.target as Element;
    // Those that it would not tell are not asked what they are called: the page waits for each.
    if (!gathered[maxRefusals - 1] && target.nodeType === 1 && !isHidden(target))
      gather(toldOf(target, fieldNameOf(target, scene), (target as Control).validationMessage || 'invalid'));
  });
  scene.listen('submit', (event) => {
    const target = event.target as Element;
    if (target.nodeType !== 1) return;
    settled(true);
    submitted = { name: formNameOf(target, scene), event, leave: scene.after(settleMs, settle) };
  });

  /** Where the browser itself sends a form that no script took over. */
  function postedTo({ target, defaultPrevented }: Event): string | undefined {
    const form = target as Element; // a field called `action` hides the form's own property
    const place =
      !defaultPrevented && form.matches('[method=post]') && placeOf(form.getAttribute('action') || '', scene.known);
    return place && !place.host ? place.path : undefined;
  }

  /** What was refused meanwhile may stand there and not have been looked at yet. */
  function settle(): void {
    if (actionOf(scene)) look();
    tell();
    settled(true);
  }

  function look(): void {
    const asked = isAnswer || actionOf(scene);
    isAnswer = false;
    // Without an action there is nothing to refuse; what is shown is only kept up with.
    if (!asked && scene.now() - lookedAt < keepUpMs) return;
    lookedAt = scene.now();
    const now = new Set<string>();
    const fresh: Told[] = [];
    let said = '';
    const see = (element: Element, field: string, text: string): void => {
      // A field's own message may be an alert as well: once is enough.
      if (!text || (!field && said.includes(text))) return;
      said += text;
      const told = toldOf(element, field, text);
      const key = toJson(told);
      now.add(key);
      if (!shown.has(key)) fresh.push(told);
    };
    // More are not told, and a page that changes all the time is looked at again and again.
    for (const field of [...document.querySelectorAll('[aria-invalid=true]')].slice(0, maxRefusals)) {
      const ids = field.getAttribute('aria-errormessage') || field.getAttribute('aria-describedby');
      see(field, fieldNameOf(field, scene), textOfIds(field, ids) || saidBehind(field));
    }
    for (const alert of [...document.querySelectorAll(alerts)].slice(0, maxRefusals)) see(alert, '', textOf(alert));
    shown = now;
    if (asked) fresh.forEach(gather);
  }

  return { leave: settle, look };
}

/** Of a field that names nothing: the alert that stands right behind it, or behind what holds it. */
function saidBehind(field: Element): string {
  let at: Element | null = field;
  for (let steps = 3; at && steps--; at = at.parentElement) {
    const next = at.nextElementSibling;
    if (next?.matches(alerts)) return textOf(next);
  }
  return '';
}

/** Browsers that do not tell how a document was answered (Safari) say 0, or nothing. */
function wasRefused(): boolean {
  return /^4/.test(Object(performance.getEntriesByType('navigation')[0]).responseStatus);
}

/** What the person did so recently that what happens now may be its answer. */
export function actionOf(scene: Scene): string | undefined {
  const { action } = scene.moment;
  return action && scene.now() - action.at < answerMs ? action.id : undefined;
}
