/** What one asks of: a place on the page, in its own CSS pixels, or an element by its {@link Inspected.selector}, and from there on. */
export type Where =
  | { x: number; y: number }
  | {
      selector: string;
      /** So many steps up. */
      up?: number;
      /** Then that one of what it holds. */
      inside?: number;
      /** Then the one before or after. */
      beside?: -1 | 1;
    };

/** What an element of a replayed page is at the moment that is shown. All texts are as they were recorded, masked ones as masks. */
export interface Inspected {
  /** Finds it again, and it alone, at this moment. Parts of other roots (frames, shadow roots) are parted by {@link piercing}. */
  selector: string;
  /** `button#save.primary` */
  label: string;
  tag: string;
  attributes: Pair[];
  /** How many more there are of these than are told. */
  more: { attributes: number; inside: number };
  states: State[];
  role: string;
  /** Its accessible name, in short. */
  name: string;
  /** Its text, where it holds no elements. */
  text: string;
  /** Where it is on the page, in the page's CSS pixels. */
  box: Box;
  style: Pair[];
  /** What it stands in, from the page's root on, by label. */
  above: string[];
  /** What stands in it: labels, and how what is there begins to read. */
  inside: Pair[];
  /** The how-manieth it is of those that stand there, from 1. */
  place: { number: number; of: number };
  /** What a click on it is told of: itself, the control that it stands in, or the one that it is the label of. */
  control: Control;
}

export type Pair = [name: string, value: string];
export type Box = Record<'x' | 'y' | 'width' | 'height', number>;

/** As action records tell it. */
export interface Control {
  /** Where it is from there: it stands around it, or it is what a label is of. */
  is: (typeof places)[number];
  role: string;
  name: string;
  /** The recorder's path for people, by which actions say what they were on. */
  path: string;
  /** No other on the page has its path, role and name. */
  isAlone: boolean;
}

export const places = ['itself', 'around', 'labelled'] as const;
export const states = ['pointer', 'pressed', 'focus', 'checked', 'selected', 'disabled', 'open'] as const;
export type State = (typeof states)[number];

export const piercing = ' >>> ';

/** Of one text, and of attributes, of what stands around and of properties, each. */
export const mostLetters = 600;
export const mostListed = 60;

/** What a stage says of an element; `null`: it is nothing of that kind. Texts lose what is not to be seen and could lead astray where they are pasted. */
export function readInspected(given: unknown): Inspected | null {
  if (!isFields(given)) return null;
  const box = readBox(given.box);
  const control = readControl(given.control);
  const { more, place } = given;
  if (box === null || control === null || !isFields(more) || !isFields(place)) return null;
  const counts = [more.attributes, more.inside, place.number, place.of];
  if (!counts.every(isCount)) return null;
  const [attributes = 0, inside = 0, number = 0, of = 0] = counts;
  return {
    selector: readText(given.selector),
    label: readText(given.label),
    tag: readText(given.tag),
    attributes: readPairs(given.attributes),
    more: { attributes, inside },
    states: states.filter((state) => Array.isArray(given.states) && given.states.includes(state)),
    role: readText(given.role),
    name: readText(given.name),
    text: readText(given.text),
    box,
    style: readPairs(given.style),
    above: readTexts(given.above),
    inside: readPairs(given.inside),
    place: { number, of },
    control,
  };
}

function readControl(given: unknown): Control | null {
  if (!isFields(given)) return null;
  const { role, name, path, isAlone } = given;
  const is = places.find((one) => one === given.is);
  return is === undefined
    ? null
    : { is, role: readText(role), name: readText(name), path: readText(path), isAlone: isAlone === true };
}

function readBox(given: unknown): Box | null {
  if (!isFields(given)) return null;
  const { x, y, width, height } = given;
  if (![x, y, width, height].every(Number.isFinite)) return null;
  const wide = Math.max(0, Number(width));
  return { x: Number(x), y: Number(y), width: wide, height: Math.max(0, Number(height)) };
}

function readPairs(given: unknown): Pair[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, mostListed).map((pair): Pair => {
    const [name, value] = Array.isArray(pair) ? pair : [];
    return [readText(name), readText(value)];
  });
}

function readTexts(given: unknown): string[] {
  return Array.isArray(given) ? given.slice(0, mostListed).map(readText) : [];
}

/** No line ends, nothing that runs the other way, nothing unseen. */
function readText(given: unknown): string {
  if (typeof given !== 'string') return '';
  return given
    .slice(0, mostLetters)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && Number(given) >= 0;
}

function isFields(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}
