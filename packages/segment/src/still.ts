type Done = readonly [kind: number, items: readonly unknown[]];

/**
 * What a person did last, and still shows: where the pointer is, what it presses, what has the focus, and what is selected. As operations, so
 * that it can be told again of a page whose nodes have other numbers.
 */
export interface Still {
  take(kind: number, items: readonly unknown[]): void;
  /** In the order in which it was done: where somebody clicked is where the pointer is until it moves. */
  all(): Done[];
  /** Where the pointer is, or the finger that moved last. */
  place(): [x: unknown, y: unknown];
  /** By a finger: what it moves over is not pointed at. So what is told again of where it was. */
  moved(items: readonly unknown[]): readonly unknown[];
  /** The page is told anew: of the nodes that were, nothing holds; the pointer is where it was, over whatever is there. */
  forgetNodes(): void;
}

const [move, interaction, selection] = [5, 6, 13];
/** rrweb's `MouseInteractions`. */
const [focus, blur, touchStart, touchEnd, touchCancel] = [5, 6, 7, 9, 10];
/** Stands in the place of what says that a move is told again. */
export const byFinger = 'finger';

export function createStill(): Still {
  const done = new Map<string, Done>();
  let touches = false;

  function keep(name: string, kind: number, items: readonly unknown[]): void {
    done.delete(name);
    done.set(name, [kind, items]);
  }

  function place(): [unknown, unknown] {
    const [, x, y] = positionIn(done.get('finger') ?? done.get('pointer'));
    return [x, y];
  }

  return {
    take(kind, items) {
      if (kind === move) {
        const [, x, y, node] = positionIn([kind, items]);
        if (x === undefined) return;
        const isFinger = items[1] === byFinger;
        if (!isFinger) done.delete('finger');
        keep(isFinger ? 'finger' : 'pointer', kind, [[0, x, y, node], items[1]]);
      } else if (kind === selection) keep('selection', kind, items);
      else if (kind === interaction) {
        if (items[0] === touchStart) touches = true;
        if (items[0] === touchEnd || items[0] === touchCancel) touches = false;
        keep(items[0] === focus || items[0] === blur ? 'focus' : 'press', kind, items);
      }
    },
    moved: ([given, isAgain]) => [given, touches || (isAgain === 1 && done.has('finger')) ? byFinger : isAgain],
    all: () => [...done.values()],
    place,
    forgetNodes() {
      const moves = (['pointer', 'finger'] as const).flatMap((name) => {
        const [, x, y] = positionIn(done.get(name));
        return x === undefined ? [] : [[name, [[0, x, y, 0], done.get(name)?.[1][1]]] as const];
      });
      done.clear();
      for (const [name, items] of moves) keep(name, move, items);
    },
  };
}

/** The last of an operation of moves: later, x, y, node. */
function positionIn([, [given]]: Done = [move, []]): unknown[] {
  if (!Array.isArray(given)) return [];
  const end = given.length - (given.length % 4);
  return given.slice(Math.max(0, end - 4), end) as unknown[];
}
