import type { Cleaner, Kind } from './clean.ts';
import { editors } from './mode.ts';

/** What elements of one tag with the same class and names of other attributes have in common: found once, however many there are. */
export interface Shape {
  /** It may have more to it than attributes, or hide what it holds. */
  odd: boolean;
  /** The token that defines it: its kind, the tag, and the names that are told; a class with its value, as the page has it. */
  told: (string | number | [name: string, value: string])[];
  /** Of its attributes, in their order; of those that are left out too. */
  kinds: Kind[];
  /** Nothing is to be scrolled in it, as far as its class says: the first of them was asked. */
  flat?: boolean;
  /** By one more name, or the value of a class. */
  next?: Map<string, Shape>;
}
/** Tags, and names of attributes. */
const odds =
  /^(script|no[efs]\w+|i?frame|template|img|title|desc|link|style|dialog|html|select|option|datalist|textarea|video|audio|input|=(contenteditable|data-sightglass|popover|aria-(selected|valuenow|expanded)))$/;

const maxShapes = 500;

/** Of a shape, the last name: it holds one text and nothing else. */
export const line = '';

/** @returns the shape of a tag, or of a shape with one more name, or with a class whose name it has. */
export function createShapes(kindOf: Cleaner['kindOf']): (name: string, from?: Shape, isClass?: boolean) => Shape {
  const none: Shape = { odd: false, told: [12], kinds: [] };
  let count = 0;

  return (name, from = none, isClass) => {
    const known = from.next?.get(name);
    if (known) return known;
    // A page may make up names without end.
    if (!(++count % maxShapes)) none.next = new Map();
    const { odd, told, kinds } = from;
    const isTag = from === none;
    const kind = isTag || isClass ? undefined : kindOf(String(told[1]), name);
    const made: Shape = {
      odd: odd || (isClass ? editors.test(name) : odds.test(isTag ? name : `=${name}`)),
      // Lists that are spread with one more have room for sixteen, which hundreds of shapes would hold.
      told: kind === 'left' ? told : isClass ? told.slice(0, -1).concat([['class', name]]) : told.concat(name),
      kinds: kind ? kinds.concat(kind) : kinds,
    };
    from.next ??= new Map();
    from.next.set(name, made);
    return made;
  };
}
