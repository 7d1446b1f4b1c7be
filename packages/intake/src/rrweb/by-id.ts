/** Something for each of many nodes, by the id that a recorder gave it. */
export interface ById<Held> {
  get(id: number): Held | undefined;
  set(id: number, held: Held | undefined): void;
}

/** Recorders count up from 1, and few pages come as far: a list is three times as quick as a map. */
const mostNear = 2 ** 17;

/** Ids from 0 on. Whatever they are, it takes no more room or time than a map does: a list of far and scattered ones would. */
export function createById<Held>(): ById<Held> {
  const near: (Held | undefined)[] = [];
  const far = new Map<number, Held | undefined>();
  return {
    get: (id) => (id < mostNear ? near[id] : far.get(id)),
    set(id, held) {
      if (id < mostNear) near[id] = held;
      else far.set(id, held);
    },
  };
}
