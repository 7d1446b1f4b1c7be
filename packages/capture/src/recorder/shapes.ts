import type { Kind } from './clean.ts';
import { editors } from './mode.ts';

/** What elements of one tag with the same class and names of other attributes have in common: found once, however many there are. */
export interface Shape {
  /** It may have more to it than attributes, or hide what it holds. */
  odd: boolean;
  /** Of its attributes, in their order; of those that are left out too. Once one of them was written. */
  kinds?: Kind[];
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

/** Gives the shape of a tag, or of a shape with one more name, or with a class whose name it has. */
export function createShapes(): (name: string, from?: Shape, isClass?: boolean) => Shape {
  const none: Shape = { odd: false };
  let count = 0;

  return (name, from = none, isClass) => {
    const known = from.next?.get(name);
    if (known) return known;
    // A page may make up names without end.
    if (!(++count % maxShapes)) none.next = new Map();
    const odd = from.odd || (isClass ? editors.test(name) : odds.test(from === none ? name : `=${name}`));
    const made: Shape = { odd };
    from.next ??= new Map();
    from.next.set(name, made);
    return made;
  };
}
