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
  /** The same for each visit of an address. */
  place: string;
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
  wasAt(place: string): boolean;
  /** Once for each body, at its end. */
  keepControls(events: readonly Given[]): void;
  keepShown(shown: LastShown): void;
}

export function createKnown(page: string, { recall, keep }: Memory): Known {
  const controls = createTold<Brought>('controls');
  const pages = createTold<LastShown>('shown');
  /** Newest first, made once for all clicks of a body. */
  let brought: { at: number; whole: boolean; byId: Map<number, Control> }[] | undefined;

  /** What was told under a name that is counted up, in the order of arrival. */
  function createTold<Item extends object>(what: string): { all(): readonly Item[]; tell(item: Item): void } {
    let known: { items: Item[]; free: string | undefined } | undefined;
    const read = (): NonNullable<typeof known> => {
      const items: Item[] = [];
      for (let nth = 0; nth < mostBack; nth += 1) {
        const name = `${what} ${page} ${nth}`;
        const value = recall(name);
        if (value === undefined) return { items, free: name };
        items.push(JSON.parse(value) as Item); // written below
      }
      return { items, free: undefined };
    };
    const all = (): NonNullable<typeof known> => {
      known ??= read();
      return known;
    };
    return {
      all: () => all().items,
      tell(item) {
        const value = JSON.stringify(item);
        const { items, free } = all();
        // A body that is decoded again tells the same again.
        if (free === undefined || items.some((one) => JSON.stringify(one) === value)) return;
        keep(free, value);
        known = undefined;
      },
    };
  }

  return {
    controlAt(node, at) {
      if (typeof node !== 'number') return undefined;
      brought ??= controls
        .all()
        .toSorted((one, other) => other.at - one.at)
        .map(({ at: since, whole, controls: placed }) => ({ at: since, whole, byId: byIdOf(placed) }));
      for (const { at: since, whole, byId } of brought) {
        if (since > at) continue;
        const found = byId.get(node);
        if (found !== undefined || whole) return found;
      }
      return undefined;
    },
    shownAt: (at) =>
      pages
        .all()
        .filter(({ since }) => since <= at)
        .reduce<LastShown | undefined>(
          (last, one) => (last !== undefined && last.since > one.since ? last : one),
          undefined,
        ),
    wasShown: (view) => pages.all().some((one) => one.view === view),
    wasAt: (place) => pages.all().some((one) => one.place === place),
    keepControls(events) {
      const found = controlsIn(events, maxControls);
      if (found.controls.length > 0) controls.tell(found);
    },
    keepShown: (shown) => pages.tell(shown),
  };
}

/** By id the innermost control that a node stands in, which is read last; a field in a label is called what the label reads. */
function byIdOf(placed: readonly Placed[]): Map<number, Control> {
  const byId = new Map<number, Control>();
  for (const { ids, ...control } of placed)
    for (const id of ids) {
      const around = byId.get(id);
      const named = around?.tag === 'label' && around.name !== '' ? { ...control, name: around.name } : control;
      byId.set(id, named);
    }
  return byId;
}

export const controlOf = ({ tag, attributes, text }: RecordedElement): Control => ({
  tag,
  role: roleOf(tag, attributes),
  name: nameOf(attributes, text),
});
