import type { CallName, Specification, StatementOf } from '@sightglass/wire';
import { sureOf } from './sure.ts';
import { type SentField, sentFields, type TypedValue, typedValue } from './typed-value.ts';

export type JourneyStep = StatementOf<'journey'>['steps'][number];

/** `within`: what the part of the page is called in which it is to be looked for; absent: anywhere. */
export interface Control {
  role: string;
  name: string;
  within?: string;
}

/** What a test does, one line of it each. */
export type Move =
  | { do: 'go'; route: string }
  | { do: 'arrive'; route: string }
  /** `several`: the page has such a control for each of some things, and any of them will do. */
  | ({ do: 'click'; calls: CallName[]; several?: true } & Control)
  | ({ do: 'check' } & Control)
  | ({ do: 'fill'; value: TypedValue } & Control)
  | ({ do: 'choose'; value: TypedValue } & Control);

export interface Script {
  journey: StatementOf<'journey'>;
  moves: Move[];
}
export interface LeftOut {
  journey: StatementOf<'journey'>;
  why: string;
}

const typedIn = new Set(['textbox', 'searchbox', 'spinbutton', 'slider']);
const numeric = new Set(['spinbutton', 'slider']);
const chosenFrom = new Set(['combobox', 'listbox']);
const checked = new Set(['checkbox', 'radio', 'switch']);
const pressed = new Set([
  'button',
  'link',
  'tab',
  'menuitem',
  'option',
  'treeitem',
  'menuitemcheckbox',
  'menuitemradio',
  ...checked,
]);
/** Where names are cut when they are recorded. */
const cutAt = 60;

/** A journey as the moves of a test; or why nobody but the person who took it could take it again. */
export function scriptOf(journey: StatementOf<'journey'>, specification: Specification): Script | LeftOut {
  const steps = [...wayTo(journey.steps[0], specification), ...journey.steps];
  const moves: Move[] = [];
  let route: string | undefined;
  for (const [index, step] of steps.entries()) {
    const trouble = troubleWith(step);
    if (trouble !== undefined) return { journey, why: trouble };
    if (step.route !== route) {
      const arrival = arrivalAt(step, steps[index - 1], specification);
      if (arrival === undefined) return { journey, why: `how people came to ${step.route} was not seen` };
      moves.push(arrival);
      route = step.route;
    }
    const form = formAround(steps, index);
    if (step.type === 'input' && form.call && sendsNothing(form.call, specification)) continue;
    if (step.type === 'click') moves.push(...missingFields(step, form, specification));
    moves.push(moveOf(step, form, specification));
  }
  const last = steps.at(-1);
  const next = last && linkBy(last, specification);
  return {
    journey,
    moves: next === undefined || next === last?.route ? moves : [...moves, { do: 'arrive', route: next }],
  };
}

/** Long journeys are kept from the middle on; what comes before is taken from one that was kept from its beginning. */
function wayTo(first: JourneyStep | undefined, specification: Specification): JourneyStep[] {
  if (first === undefined) return [];
  const beginnings = sureOf(specification, 'journey').flatMap(({ steps }) => {
    const index = steps.findIndex((step) => isSame(step, first));
    return index > 0 && steps.slice(0, index).every((step) => troubleWith(step) === undefined)
      ? [steps.slice(0, index)]
      : [];
  });
  return beginnings.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

const isSame = (one: JourneyStep, other: JourneyStep): boolean =>
  one.route === other.route && one.role === other.role && one.name === other.name && one.type === other.type;

export function troubleWith({ role, name, type }: JourneyStep): string | undefined {
  if (type !== 'click' && type !== 'input') return `it needs the action “${type}”`;
  if (name === '' || /\{[^{}]*\}/.test(name) || name.length >= cutAt)
    return `its ${role || 'control'} is named by data`;
  const known =
    type === 'click'
      ? pressed.has(role) || typedIn.has(role)
      : typedIn.has(role) || chosenFrom.has(role) || checked.has(role);
  return known ? undefined : `nobody finds a control of the role “${role}” by it`;
}

/** What is typed on the way to a call without a body is typed for nothing. */
function sendsNothing(call: CallName, specification: Specification): boolean {
  const said = sureOf(specification, 'call').find((one) => one.method === call.method && one.path === call.path);
  const isBare = said !== undefined && said.request === null && said.requestLeftOut === undefined;
  return isBare && sentFields(specification, call).length === 0;
}

/** By the link or call before, else by its address; an address with a variable cannot be typed. */
function arrivalAt(step: JourneyStep, before: JourneyStep | undefined, specification: Specification): Move | undefined {
  if (before !== undefined && linkBy(before, specification) === step.route) return { do: 'arrive', route: step.route };
  // An address that begins with two slashes is another host's.
  return /^\/(?![/\\])[^{]*$/.test(step.route) ? { do: 'go', route: step.route } : undefined;
}

/** Where a control leads. */
function linkBy({ route, role, name }: JourneyStep, specification: Specification): string | undefined {
  const links = sureOf(specification, 'link').filter(
    ({ from, controls }) => from === route && controls.some((one) => one.role === role && one.name === name),
  );
  return links.toSorted((one, other) => other.times - one.times)[0]?.to;
}

export interface Form {
  call: CallName | undefined;
  /** What is filled in on the way to the call, on this screen. */
  inputs: JourneyStep[];
}

/** The steps on one screen that lead to a call that writes. */
export function formAround(steps: readonly JourneyStep[], index: number): Form {
  const { route = '' } = steps[index] ?? {};
  const isSent = (step: JourneyStep) => writesOf(step).length > 0 && step.type === 'click';
  const sent = steps.findIndex((step, at) => at >= index && step.route === route && isSent(step));
  const end = sent < 0 ? index : sent;
  const before = steps.findLastIndex((step, at) => at < index && (step.route !== route || isSent(step)));
  const inputs = steps.slice(before + 1, end).filter(({ type }) => type === 'input');
  return { call: sent < 0 ? undefined : writesOf(steps[sent])[0], inputs };
}

const writesOf = (step: JourneyStep | undefined): CallName[] =>
  (step?.calls ?? []).filter(({ method }) => !/^(?:GET|HEAD|OPTIONS)$/.test(method));

export function moveOf(step: JourneyStep, form: Form, specification: Specification): Move {
  const { role, name, type } = step;
  if (type === 'click')
    return {
      do: 'click',
      role,
      name,
      calls: writesOf(step),
      ...(isOfSeveral(step, specification) && { several: true }),
    };
  if (checked.has(role)) return { do: 'check', role, name };
  const field = form.call && fieldNamed(name, form, sentFields(specification, form.call));
  // Whatever becomes of it, nothing but a number can be typed there.
  const value = field === undefined && numeric.has(role) ? { text: '1' } : typedValue(field);
  return { do: chosenFrom.has(role) ? 'choose' : 'fill', role, name, value };
}

/** It acts on a thing, or leads to one, that the address of the screen does not name: there is one for each row. */
function isOfSeveral(step: JourneyStep, specification: Specification): boolean {
  const to = step.role === 'link' ? linkBy(step, specification) : undefined;
  const named = variablesIn(step.route);
  return [...writesOf(step).map(({ path }) => path), ...(to === undefined ? [] : [to])].some(
    (path) => variablesIn(path) > named,
  );
}

const variablesIn = (path: string): number => path.split('/').filter((segment) => segment.startsWith('{')).length;

/** By the name that both have; else the one that is left where only one of each is left. */
function fieldNamed(name: string, { inputs }: Form, fields: readonly SentField[]): SentField | undefined {
  const own = fields.find((field) => flat(leaf(field.name)) === flat(name));
  if (own !== undefined) return own;
  const names = inputs.map((step) => flat(step.name));
  const free = fields.filter((field) => field.required && !names.includes(flat(leaf(field.name))));
  const open = inputs.filter((step) => !fields.some((field) => flat(leaf(field.name)) === flat(step.name)));
  return free.length === 1 && open.length === 1 ? free[0] : undefined;
}

/** What the call requires and no step fills in: fields of the screen by the name that they share, and choices that a rule tells of. */
export function missingFields(step: JourneyStep, form: Form, specification: Specification): Move[] {
  const call = writesOf(step)[0];
  if (call === undefined) return [];
  const fields = sentFields(specification, call);
  const named = form.inputs.map(({ name }) => fieldNamed(name, form, fields)?.name);
  const controls = sureOf(specification, 'screen').find(({ route }) => route === step.route)?.controls ?? [];
  return fields
    .filter(({ name, required }) => required && !named.includes(name))
    .flatMap((field): Move[] => {
      const control = controls.find(
        ({ role, name }) => (typedIn.has(role) || chosenFrom.has(role)) && flat(name) === flat(leaf(field.name)),
      );
      const value = typedValue(field);
      if (control)
        return [
          { do: chosenFrom.has(control.role) ? 'choose' : 'fill', role: control.role, name: control.name, value },
        ];
      return field.chosen ? [{ do: 'choose', role: 'combobox', name: titled(leaf(field.name)), value }] : [];
    });
}

const flat = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const leaf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** `costCentre` stands beside its field as `Cost centre`. */
function titled(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
