type Done = readonly [kind: number, items: readonly unknown[]];

/**
 * What a person did last, and still shows: where the pointer is, what it presses, what has the focus, and what is selected. As operations, so
 * that it can be told again of a page whose nodes have other numbers.
 */
export interface Still {
  take(kind: number, items: readonly unknown[]): void;
  /** In the order in which it was done: where somebody clicked is where the pointer is until it moves. */
  all(): Done[];
  /** Where the pointer is. */
  place(): [x: unknown, y: unknown];
  /** The page is told anew: of the nodes that were, nothing holds; the pointer is where it was, over whatever is there. */
  forgetNodes(): void;
}

const [move, interaction, selection] = [5, 6, 13];
/** rrweb's `MouseInteractions`. */
const [focus, blur] = [5, 6];

export function createStill(): Still {
  const done = new Map<string, Done>();

  function keep(name: string, kind: number, items: readonly unknown[]): void {
    done.delete(name);
    done.set(name, [kind, items]);
  }

  function place(): [unknown, unknown] {
    const [, x, y] = positionIn(done.get('pointer'));
    return [x, y];
  }

  return {
    take(kind, items) {
      if (kind === move) {
        const [, x, y, node] = positionIn([kind, items]);
        if (x !== undefined) keep('pointer', kind, [[0, x, y, node]]);
      } else if (kind === selection) keep('selection', kind, items);
      else if (kind === interaction) keep(items[0] === focus || items[0] === blur ? 'focus' : 'press', kind, items);
    },
    all: () => [...done.values()],
    place,
    forgetNodes() {
      const [x, y] = place();
      done.clear();
      if (x !== undefined) keep('pointer', move, [[0, x, y, 0]]);
    },
  };
}

/** The last of an operation of moves: later, x, y, node. */
function positionIn([, [given]]: Done = [move, []]): unknown[] {
  if (!Array.isArray(given)) return [];
  const end = given.length - (given.length % 4);
  return given.slice(Math.max(0, end - 4), end) as unknown[];
}
