import type { ReadFile } from '../face.ts';
import { lengthOf } from '../own/lengths.ts';

/** Scripts whose trees are held at the same time. */
export interface Round {
  /** What is read for statements here, and nowhere else. */
  read: ReadFile[];
  /** Read here for what the others take from it. */
  beside: ReadFile[];
}

export interface Rounds {
  rounds: Round[];
  /** Scripts of which only what is known to be the product's is looked into: all of them would be too much at once. */
  inPart: ReadFile[];
  /** Scripts that are not read for statements at all. */
  left: ReadFile[];
}

/** Of a round, what is there for others' sake. */
const shareBeside = 0.4;

/**
 * Parts a long release into rounds that each fit into memory. Scripts that take from each other come into the same round, and with
 * them what they take from, the most wanted first. What shows the product comes first: where the release is too long as a whole, what
 * is left shows none.
 *
 * @param most - Characters of one round that are nobody's library; {@link mostInAll} of all.
 */
export function roundsOf(files: readonly ReadFile[], most: number, mostInAll: number): Rounds {
  const byName = new Map(files.map((file) => [nameOf(file.file.path), file]));
  const taken = new Map(files.map((file) => [file, takenBy(file, byName)]));
  const inPart: ReadFile[] = [];
  const left: ReadFile[] = [];
  const costs = new Map<ReadFile, number>();
  let all = 0;
  for (const file of files.toSorted((one, other) => lengthOf(other, 'product') - lengthOf(one, 'product'))) {
    const product = lengthOf(file, 'product');
    const unknown = lengthOf(file, 'unknown');
    const isLong = product + unknown > most;
    const cost = isLong ? product : product + unknown;
    if (cost === 0 && !isLong) continue; // libraries, all of it
    if (cost === 0 || cost > most || all + cost > mostInAll) left.push(file);
    else {
      if (isLong) inPart.push(file);
      costs.set(file, cost);
      all += cost;
    }
  }
  const costOf = (file: ReadFile) => costs.get(file) ?? Number.POSITIVE_INFINITY;
  const rounds: Round[] = [];
  let round: ReadFile[] = [];
  let length = 0;
  const close = () => {
    if (round.length > 0) rounds.push({ read: round, beside: besideOf(round, most - length, taken, costOf) });
    round = [];
    length = 0;
  };
  for (const file of inOrder([...costs.keys()], taken)) {
    if (length > 0 && length + costOf(file) > most * (1 - shareBeside)) close();
    round.push(file);
    length += costOf(file);
  }
  close();
  return { rounds, inPart, left };
}

/** Whoever takes something is followed by what it takes. */
function inOrder(files: readonly ReadFile[], taken: ReadonlyMap<ReadFile, readonly ReadFile[]>): ReadFile[] {
  const counted = new Set(files);
  const asked = new Set(files.flatMap((file) => taken.get(file) ?? []));
  const placed = new Set<ReadFile>();
  const waiting = files.toSorted((one, other) => Number(asked.has(one)) - Number(asked.has(other))).toReversed();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (placed.has(file) || !counted.has(file)) continue;
    placed.add(file);
    waiting.push(...(taken.get(file) ?? []).toReversed());
  }
  return [...placed];
}

/** What a round's scripts take from, and what those take from, as far as there is room. */
function besideOf(
  round: readonly ReadFile[],
  room: number,
  taken: ReadonlyMap<ReadFile, readonly ReadFile[]>,
  costOf: (file: ReadFile) => number,
): ReadFile[] {
  const there = new Set(round);
  const found: ReadFile[] = [];
  let free = room;
  for (let from: readonly ReadFile[] = round; from.length > 0; ) {
    const wanted = new Map<ReadFile, number>();
    for (const file of from)
      for (const one of taken.get(file) ?? []) if (!there.has(one)) wanted.set(one, (wanted.get(one) ?? 0) + 1);
    const next = [...wanted].sort((one, other) => other[1] - one[1]).map(([file]) => file);
    const fitting = next.filter((file) => {
      there.add(file);
      if (costOf(file) > free) return false;
      free -= costOf(file);
      return true;
    });
    found.push(...fitting);
    from = fitting;
  }
  return found;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function takenBy({ takes = [] }: ReadFile, byName: ReadonlyMap<string, ReadFile>): ReadFile[] {
  const found = takes.flatMap((source) => byName.get(nameOf(source)) ?? []);
  return [...new Set(found)];
}
