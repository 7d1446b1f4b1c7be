import { fieldPath, pathPart, scrubLabel } from '@sightglass/privacy';
import type { FormField } from '@sightglass/wire';
import { nameOf, textOf, withinOf } from '../page/name.ts';
import { isHidden } from '../privacy/hidden.ts';
import { toJson } from '../scene/json.ts';
import type { Scene } from '../scene/scene.ts';
import { fieldLabels } from './field-labels.ts';

const maxFields = 100;
const maxControls = 400;
/** Fields that are still the same may have other constraints by then. */
const rescanMs = 5_000;
const noField = /^(button|submit|hidden|reset|image)$/;
/** Limits of numbers, dates and times. Anything else in `min` or `max` is no limit that HTML knows. */
const limitText = /^[\d:.TWZ+-]{1,32}$/;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Says each form once for each view, with the constraints that the page states, and again when these change. */
export function observeForms(scene: Scene): { scan(): void } {
  let view: string | undefined;
  const said = new Map<string, string>();
  let scanned: Element[] = [];
  let scannedAt = 0;

  function scan(): void {
    const found = controls();
    // A page that changes all the time seldom changes its fields.
    const same = !scanned[found.length] && found.every((control, at) => control === scanned[at]);
    if (same && view === scene.moment.view && scene.now() - scannedAt < rescanMs) return;
    scanned = found;
    scannedAt = scene.now();
    if (view !== scene.moment.view) said.clear();
    view = scene.moment.view;
    const labelsOf = fieldLabels();
    for (const [name, its] of formsOf(found, scene)) {
      const fields = its
        .slice(0, maxFields)
        .map((control) => fieldOf(control, scene, scrubLabel(nameOf(control, labelsOf(control)), scene.known)));
      const text = toJson(fields);
      if (said.get(name) !== text) scene.say({ kind: 'form', event: 'seen', name, fields });
      said.set(name, text);
    }
  }

  return { scan };
}

/** Those of the page that are looked at. */
export function controls(): Control[] {
  return [...document.querySelectorAll<Control>('input,select,textarea')].slice(0, maxControls);
}

/** A form's name: its own, its heading, its attribute; of fields without a form, the landmark that they stand in. */
export function formNameOf(element: Element, scene: Scene): string {
  const form = formOf(element);
  if (!form) return scrubLabel(withinOf(element), scene.known) || 'page';
  const heading = form.querySelector('h1,h2,h3,legend,h4');
  // A field called `name` hides the form's own property: hence the attribute.
  const given = form.getAttribute('name') || form.getAttribute('id');
  const name = nameOf(form) || (given && pathPart(given, scene.known)) || (heading && textOf(heading));
  return scrubLabel(name || withinOf(form) || 'form', scene.known);
}

function formOf(element: Element): Element | null {
  return element.closest('form,[role=form]');
}

/**
 * What a field is called by the page's code: its name, its id, else its label. What is data in a name says nothing, nor do ids that a framework
 * counts: there people know it better.
 */
export function fieldNameOf(control: Element, scene: Scene, label?: string): string {
  const given = control.getAttribute('name') || control.id.replace(/.*[-_:]\d.*/s, '');
  const told = given && fieldPath(given, scene.known);
  return (/{|^$/.test(told) && (label ?? scrubLabel(nameOf(control), scene.known))) || told;
}

function formsOf(found: Control[], scene: Scene): Map<string, Control[]> {
  const forms = new Map<string, Control[]>();
  const names = new Map<Element, string>();
  for (const control of found) {
    if (noField.test(control.type) || isHidden(control)) continue;
    const holder = formOf(control) ?? control;
    const name = names.get(holder) ?? formNameOf(control, scene);
    names.set(holder, name);
    const controls = forms.get(name) ?? [];
    // One radio group is one field.
    if (control.type === 'radio' && controls.some(({ type, name }) => type === 'radio' && name === control.name))
      continue;
    controls.push(control);
    forms.set(name, controls);
  }
  return forms;
}

function fieldOf(control: Control, scene: Scene, label: string): FormField {
  const field: FormField = {
    name: fieldNameOf(control, scene, label),
    type: control.type,
    required: control.matches(':required,[aria-required=true]'),
  };
  if (label) field.label = label;
  for (const limit of ['min', 'max', 'step'] as const) {
    const value = control.getAttribute(limit) ?? control.getAttribute(`aria-value${limit}`);
    // A day that was chosen elsewhere on the page may be one.
    if (value && limitText.test(value) && (!value[5] || scene.known.hide(value) === value)) field[limit] = value;
  }
  const { options, list, minLength, maxLength } = control as HTMLSelectElement & HTMLInputElement;
  // -1 where the page states none.
  if (minLength > 0) field.minLength = minLength;
  if (maxLength >= 0) field.maxLength = maxLength;
  const pattern = control.getAttribute('pattern');
  // That of a field to say a password again may be the password.
  if (pattern && scene.known.hide(pattern) === pattern) field.pattern = pattern.slice(0, 512);
  if (control.type === 'radio') field.options = document.getElementsByName(control.name).length;
  const choices = options ?? list?.options;
  if (choices) field.options = choices.length;
  return field;
}
