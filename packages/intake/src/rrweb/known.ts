import { nameOf, roleOf } from '../element.ts';
import type { Gatherer } from '../foreign/index.ts';
import type { Given } from '../given.ts';
import { type Control, controlsIn, type Placed } from './controls.ts';
import type { RecordedElement } from './page-nodes.ts';

/** What earlier bodies left behind, and where this one leaves something. */
type Memory = Pick<Gatherer, 'recall' | 'keep'>;

/** The page that was shown, since when. */
export interface LastShown {
  since: number;
  view: string;
  route: string;
  host: string;
}

/** Controls that one body brought, with the ids of all that stands in each. */
interface Brought {
  at: number;
  /** A whole page: what came before it is gone. */
  whole: boolean;
  controls: Placed[];
}

const maxControls = 200;
/** Bodies of one page that brought something; most bring nothing that can be pressed. */
const mostBack = 200;

/** What is known of a page from earlier bodies: rrweb says what stands in a page and where it is only once. */
export interface Known {
  /** The control that a node is, or stands in. */
  controlAt(node: unknown, at: number): Control | undefined;
  shownAt(at: number): LastShown | undefined;
  /** Whether a view was told by this body or an earlier one. */
  wasShown(view: string): boolean;
  /** Once for each body, at its end. */
  keepControls(events: readonly Given[]): void;
  keepShown(shown: LastShown): void;
}

export function createKnown(page: string, { recall, keep }: Memory): Known {
  /** In the order of arrival: names are counted up. */
  function told<Item extends object>(what: string): { items: Item[]; free: string | undefined } {
    const items: Item[] = [];
    for (let nth = 0; nth < mostBack; nth += 1) {
      const name = `${what} ${page} ${nth}`;
      const value = recall(name);
      if (value === undefined) return { items, free: name };
      items.push(JSON.parse(value) as Item); // written below
    }
    return { items, free: undefined };
  }

  function tell<Item extends { at: number } | { since: number }>(what: string, item: Item): void {
    const value = JSON.stringify(item);
    const { items, free } = told<Item>(what);
    // A body that is decoded again tells the same again.
    if (free !== undefined && !items.some((one) => JSON.stringify(one) === value)) keep(free, value);
  }

  return {
    controlAt(node, at) {
      if (typeof node !== 'number') return undefined;
      const before = told<Brought>('controls').items.filter((one) => one.at <= at);
      for (const { whole, controls } of before.sort((one, other) => other.at - one.at)) {
        const found = controls.find(({ ids }) => ids.includes(node));
        if (found !== undefined || whole) return found;
      }
      return undefined;
    },
    shownAt: (at) =>
      told<LastShown>('shown')
        .items.filter(({ since }) => since <= at)
        .sort((one, other) => other.since - one.since)[0],
    wasShown: (view) => told<LastShown>('shown').items.some((one) => one.view === view),
    keepControls(events) {
      const brought = controlsIn(events, maxControls);
      if (brought.controls.length > 0) tell<Brought>('controls', brought);
    },
    keepShown: (shown) => tell('shown', shown),
  };
}

export const controlOf = ({ tag, attributes, text }: RecordedElement): Control => ({
  tag,
  role: roleOf(tag, attributes),
  name: nameOf(attributes, text),
});
