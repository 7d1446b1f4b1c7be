import type { ReplayEvent } from '@sightglass/wire';

/** What scripts had the browser animate, which our recorder tells in an attribute: it is animated here as well. */
export interface Animated {
  built(node: Node): void;
  /** Attributes may tell of one. */
  changed(event: ReplayEvent, nodeOf: (id: number) => Node | null): void;
  /** Begins what is told, and ends what is no longer. */
  settle(): void;
}

export function createAnimated(): Animated {
  /** By what was told of each. */
  const known = new Map<Element, Map<string, Animation | null>>();

  function built(node: Node | null): void {
    // Of another window's classes, so not `instanceof`.
    if (node?.nodeType !== 1) return;
    const element = node as Element;
    if (element.hasAttribute(attribute) && !known.has(element)) known.set(element, new Map());
  }

  return {
    built,
    changed({ type, data }, nodeOf) {
      const { source, attributes = [] } = data as {
        source?: number;
        attributes?: { id: number; attributes: object }[];
      };
      if (type !== 3 || source !== 0) return;
      for (const change of attributes) if (attribute in change.attributes) built(nodeOf(change.id));
    },
    settle() {
      for (const [element, running] of known) {
        const told = new Map(element.isConnected ? toldOf(element) : []);
        for (const [said, animation] of running)
          if (!told.has(said)) {
            animation?.cancel();
            running.delete(said);
          }
        for (const [said, given] of told) if (!running.has(said)) running.set(said, begin(element, given));
        if (told.size === 0) known.delete(element);
      }
    },
  };
}

const attribute = 'sg_animated';
/** As many as one element has at a time, and no more. */
const most = 64;

function toldOf(element: Element): [said: string, given: unknown[]][] {
  try {
    const given: unknown = JSON.parse(element.getAttribute(attribute) ?? '[]');
    const all = Array.isArray(given) ? given.filter(Array.isArray) : [];
    return all.slice(0, most).map((one) => [JSON.stringify(one), one]);
  } catch {
    return []; // A recording may say anything.
  }
}

/** Null: nothing that a browser could animate. */
function begin(element: Element, [frames, timing, heldAt]: unknown[]): Animation | null {
  try {
    const animation = element.animate(
      (frames as object[]).slice(0, 1_000).map((frame) => safe(frame) as Keyframe),
      // What never ends JSON has no word for.
      { iterations: Number.POSITIVE_INFINITY, ...safe(timing as object) },
    );
    if (typeof heldAt === 'number') {
      animation.pause();
      animation.currentTime = heldAt;
    }
    return animation;
  } catch {
    return null;
  }
}

/** Values that name no file, whatever a recording says. */
function safe(given: object): object {
  const isSafe = ([name, value]: [string, unknown]): boolean =>
    /^[a-z]+$/i.test(name) && (typeof value === 'number' || (typeof value === 'string' && plain.test(value)));
  return Object.fromEntries(Object.entries(given).filter(isSafe));
}

const plain = /^(?!.*url)[\w\s.,%()#+*/:-]*$/i;
