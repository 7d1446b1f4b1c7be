import { isSecretName } from '@sightglass/privacy';
import { type Labels, nameOf, textOf } from '../page/name.ts';
import { beganAt } from '../page/target.ts';
import { rememberTyped } from '../privacy/remember-typed.ts';
import { native } from '../scene/native.ts';
import type { Scene } from '../scene/scene.ts';
import { fieldLabels } from './field-labels.ts';

/** Type and `autocomplete`, one after the other. */
const secretKind = /^password |\bcc-|one-time-code|-password/i;
/** Somebody has changed and left it. Where a browser does not know that, it is none. */
const touched = ':is(:user-valid)';

/**
 * Knows the fields whose content must never be read: passwords, cards and one-time codes, also after a "show password" has turned
 * them into plain text fields.
 */
export interface Secrets {
  /** True for a field that holds a secret now or held one before. */
  isSecret(element: Element, labels?: Labels): boolean;
  /** It held a secret once, whatever it is now. */
  add(element: Element): void;
}

export function createSecrets(): Secrets {
  const secrets = new WeakSet<Element>();

  function isSecret(element: Element, given?: Labels): boolean {
    if (secrets.has(element)) return true;
    // Across the border of a shadow root no id leads to what it is called by.
    const labels = (element as { ariaLabelledByElements?: readonly Element[] | null }).ariaLabelledByElements;
    const named = `${element.getAttribute('name')} ${element.id} ${labels?.map(textOf)} ${nameOf(element, given)}`;
    const secret =
      secretKind.test(`${element.getAttribute('type')} ${element.getAttribute('autocomplete')}`) ||
      isSecretName(named) ||
      // `disc`, `circle` and `square`; not `none`, nor undefined in a browser without it.
      /[cs]/.test((getComputedStyle(element) as { webkitTextSecurity?: string }).webkitTextSecurity as string);
    if (secret) secrets.add(element);
    return secret;
  }

  return {
    isSecret,
    add: (element) => void secrets.add(element),
  };
}

/** Meets every field while it still is what it was: those in the page now, those written in, and those whose type changes. */
export function watchSecrets(scene: Scene, secrets: Secrets): void {
  const labelsOf = fieldLabels();
  for (const field of document.querySelectorAll<HTMLInputElement>(
    // Nobody types into a box that is ticked, and some pages have thousands.
    'input:not([type=checkbox]),textarea',
  )) {
    const secret = secrets.isSecret(field, labelsOf(field));
    // Typed before us, or filled in again by the browser; some frameworks write it into the attribute as well.
    if (secret || field.value !== field.defaultValue || field.matches(touched))
      rememberTyped(scene.known, field, secret);
  }
  /** The field that was met last, and that it holds no secret: asked once, not with each key. */
  let plain = new WeakSet();
  const meet = (event: Event): void => {
    const at = beganAt(event) as HTMLInputElement;
    // Nobody writes in what is pressed, and each press gives it the focus.
    if ((plain.has(at) && at.type !== 'password') || at.nodeType !== 1 || /^(a|button)$/.test(at.localName)) return;
    // Where a page shows a secret elsewhere, it is taken out of the replay as well.
    if (!secrets.isSecret(at)) plain = new WeakSet([at]);
    else if (event.type === 'input') scene.known.typed(at.value ?? '', true, at);
  };
  scene.listen('focus', meet);
  scene.listen('input', meet);
  // Of a list that the page builds by itself: clicked, or let go of, which closes some; or with the arrows and Enter.
  const choose = (event: Event): void => {
    // A letter chooses nothing by itself; a blank may.
    if (/^\S$/.test((event as KeyboardEvent).key)) return;
    const at = beganAt(event) as Element;
    const active = document.getElementById(at.getAttribute('aria-activedescendant') as string);
    // Some say for machines that there is a list, and show it beside: Ant Design.
    const option = active ?? at.closest('[role=option]') ?? (at.closest('[role=listbox]+*') && at);
    // What it is called may have an element of its own, beside a picture and a mail address.
    for (const one of option ? [option, ...option.querySelectorAll('*')].slice(0, 99) : [])
      [one.textContent, nameOf(one)].map(scene.known.chosen);
  };
  for (const type of ['keydown', 'click', 'pointerup']) scene.listen(type, choose);
  const observer = new (native(window, 'MutationObserver'))(
    scene.guard.wrap((changes: MutationRecord[]) => {
      plain = new WeakSet();
      for (const { target, oldValue } of changes)
        if (/^password$/i.test(oldValue as string)) secrets.add(target as Element);
    }),
  );
  observer.observe(document, {
    subtree: true,
    attributeFilter: ['id', 'type', 'name', 'autocomplete', 'aria-label'],
    attributeOldValue: true,
  });
  scene.onStop(() => observer.disconnect());
}
