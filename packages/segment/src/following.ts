import type { EpochMs, ReplayEvent } from '@sightglass/wire';
import { documentOf, type Model, type PageNode } from './model.ts';
import { pictureCommands } from './picture.ts';
import { pairOf } from './plain.ts';
import { shownChildren } from './shown.ts';

/** What rrweb tells after a tree, in events of its own. */
export interface Following {
  /** The player has forgotten all sheets. */
  begin(): void;
  /** A node is told: what belongs to it follows. */
  met(node: PageNode): void;
  /** A frame holds another document now, or none. */
  frame(frame: PageNode): void;
  nextFrame(): { frame: PageNode; document: PageNode | null } | undefined;
  /** Sheets, places and pictures of the nodes that were told. */
  rest(at: EpochMs): ReplayEvent[];
  sheet(number: number, at: EpochMs): ReplayEvent[];
  adopted(root: PageNode, at: EpochMs): ReplayEvent[];
}

export function createFollowing(model: Model): Following {
  /** Sheets that the player has. */
  const told = new Set<number>();
  const frames = new Set<PageNode>();
  const nodes = new Set<PageNode>();

  function adopted(root: PageNode, at: EpochMs): ReplayEvent[] {
    const numbers = adoptedBy(root).filter((number) => model.sheets.has(number));
    const fresh = numbers.filter((number) => !told.has(number));
    for (const number of fresh) told.add(number);
    const styles = [...new Set(fresh)].map((number) => ({
      styleId: -number,
      rules: (model.sheets.get(number)?.list() ?? []).map((rule, index) => ({ rule: model.assets.css(rule), index })),
    }));
    const id = root.kind === 'shadow' ? root.parent?.number : root.number;
    const styleIds = numbers.map((number) => -number);
    return [event(at, { source: 15, id, styleIds, ...(styles.length > 0 ? { styles } : {}) })];
  }

  function sheet(number: number, at: EpochMs): ReplayEvent[] {
    if (told.has(number))
      return [
        event(at, {
          source: 8,
          styleId: -number,
          replaceSync: model.assets.css(model.sheets.get(number)?.text() ?? ''),
        }),
      ];
    const roots = [...model.adopters].filter((node) => adoptedBy(node).includes(number));
    return roots.flatMap((root) => adopted(root, at));
  }

  function restOf(node: PageNode, at: EpochMs): ReplayEvent[] {
    const events: ReplayEvent[] = [];
    const scroll = node.states.get(':scroll');
    if (scroll !== undefined) {
      const [x, y] = pairOf(scroll);
      events.push(event(at, { source: 3, id: node.number, x, y }));
    }
    if (node.picture) events.push(event(at, { source: 9, id: node.number, ...pictureCommands(node.picture) }));
    return events;
  }

  function isInner(node: PageNode): boolean {
    return (node.kind === 'document' || node.kind === 'shadow') && documentOf(node) !== model.root;
  }

  return {
    begin() {
      told.clear();
      frames.clear();
      nodes.clear();
    },
    met(node) {
      if (shownChildren(node)[0]?.kind === 'document') frames.add(node);
      if (node.picture || node.states.has(':scroll') || node.states.has(':adopted')) nodes.add(node);
      // Made in a window that is gone.
      if (isInner(node)) for (const number of adoptedBy(node)) told.delete(number);
    },
    frame: (frame) => void frames.add(frame),
    nextFrame() {
      for (const frame of frames) {
        frames.delete(frame);
        if (model.isKnown(frame)) return { frame, document: shownChildren(frame)[0] ?? null };
      }
      return undefined;
    },
    rest(at) {
      const all = [...nodes].filter(model.isKnown);
      nodes.clear();
      // A place can be taken once what gives the page its height is there.
      return [
        ...all.filter(({ states }) => states.has(':adopted')).flatMap((root) => adopted(root, at)),
        ...all.flatMap((node) => restOf(node, at)),
      ];
    },
    sheet,
    adopted,
  };
}

function adoptedBy(root: PageNode): number[] {
  const numbers = root.kind === 'document' || root.kind === 'shadow' ? root.states.get(':adopted') : undefined;
  return Array.isArray(numbers)
    ? numbers.filter((number): number is number => typeof number === 'number' && number < 0)
    : [];
}

function event(at: EpochMs, data: object): ReplayEvent {
  return { type: 3, timestamp: at, data };
}
