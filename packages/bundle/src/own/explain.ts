import type { ThirdPartyIndex } from '../index/format.ts';
import type { UnitEvidence } from './evidence.ts';

/** A file of a package counts as present from this share of its weight on; measured on four bundles. */
const presentFrom = 0.7;
/** A unit is a file's when the file explains this share of the unit's weight. */
const explainedFrom = 0.7;
/** Two rare tokens weigh so much: less than that is chance. */
const leastMass = 12;
/** A file that is only partly there (its unused exports were shaken off) needs more. */
const leastMassOfPart = 24;

const fewestInRun = 3;
/** A unit of so many rare tokens is no chance, even by itself: a class, a module. */
const leastMassAlone = 80;
/** A package of which no file is wholly there, by a long way more: twenty rare tokens. */
const leastMassUnwitnessed = 120;

/**
 * Says which package each unit is of, by the best explanation: the file of the index that explains most is taken first, what it
 * explains is taken out, and the rest is judged anew. So a copy of a library inside another package does not count twice,
 * and a package whose words merely occur has nothing left to explain. `undefined` where nothing explains a unit.
 */
export function explain(evidence: readonly UnitEvidence[], index: ThirdPartyIndex): (string | undefined)[] {
  const nameOf = (file: number) => index.packages[index.filePackage[file] ?? 0]?.name ?? '';
  const owner: (string | undefined)[] = evidence.map(() => undefined);
  const hits = hitsOf(evidence, index);
  const unitsOf = unitsByFile(evidence, index, hits);
  const order = orderOf(evidence);
  const weightOfPackage = new Map<string, number>();
  for (const [file, hit] of hits)
    if (shareOf(file, hit, index) >= presentFrom) {
      const name = nameOf(file);
      weightOfPackage.set(name, (weightOfPackage.get(name) ?? 0) + hit);
    }
  const present = byPresent(unitsOf, (file) => (weightOfPackage.has(nameOf(file)) ? nameOf(file) : undefined));
  for (const [file, units] of unitsOf)
    if (shareOf(file, hits.get(file) ?? 0, index) < presentFrom) unitsOf.set(file, inRuns(units, order));
  const witnessed = new Set<string>();
  const mass = new Map<string, number>();

  const heaviest = Math.max(1, ...weightOfPackage.values());
  const worthOf = (file: number): number => {
    let value = 0;
    const share = shareOf(file, hits.get(file) ?? 0, index);
    for (const [unit, weight] of unitsOf.get(file) ?? [])
      if (owner[unit] === undefined && weight >= explainedFrom * totalOf(evidence[unit])) value += weight;
    // Of two that explain the same, the one that is more wholly there, of the package that explains more elsewhere.
    return value < leastMass || (share < presentFrom && value < leastMassOfPart)
      ? 0
      : value * (0.5 + 0.5 * Math.min(1, share)) * (1 + 0.2 * ((weightOfPackage.get(nameOf(file)) ?? 0) / heaviest));
  };

  const queue = [...unitsOf.keys()].map((file) => ({ file, value: worthOf(file) })).filter((one) => one.value > 0);
  queue.sort((a, b) => a.value - b.value || b.file - a.file);
  for (let best = queue.pop(); best; best = queue.pop()) {
    const value = worthOf(best.file);
    if (value === 0) continue;
    const next = queue.at(-1);
    if (next && value < next.value) {
      insert(queue, { file: best.file, value });
      continue;
    }
    const name = nameOf(best.file);
    if (shareOf(best.file, hits.get(best.file) ?? 0, index) >= presentFrom) witnessed.add(name);
    for (const [unit, weight] of unitsOf.get(best.file) ?? [])
      if (owner[unit] === undefined && weight >= explainedFrom * totalOf(evidence[unit])) {
        // What is compiled with a framework has most of it in one file, and explains it best where that framework is and nothing else of its own.
        const told = weightOfPackage.has(name) ? name : (present.get(unit) ?? name);
        owner[unit] = told;
        mass.set(told, (mass.get(told) ?? 0) + weight);
      }
  }
  // Scattered pieces with no whole file among them are copies that two packages have of one thing, or chance.
  const isHere = (name: string) =>
    (mass.get(name) ?? 0) >= (witnessed.has(name) ? leastMassOfPart : leastMassUnwitnessed);
  return owner.map((name) => (name !== undefined && isHere(name) ? name : undefined));
}

/** The package that explains most of each unit among those of which a whole file is there. */
function byPresent(
  unitsOf: ReadonlyMap<number, readonly [number, number][]>,
  presentName: (file: number) => string | undefined,
): Map<number, string> {
  const best = new Map<number, { name: string; weight: number }>();
  for (const [file, units] of unitsOf) {
    const name = presentName(file);
    if (name === undefined) continue;
    for (const [unit, weight] of units) if (weight > (best.get(unit)?.weight ?? 0)) best.set(unit, { name, weight });
  }
  return new Map([...best].map(([unit, { name }]) => [unit, name]));
}

/** Weight of all tokens of the bundle that each file has; files with too little are left out. */
function hitsOf(evidence: readonly UnitEvidence[], index: ThirdPartyIndex): Map<number, number> {
  const hits = new Map<number, number>();
  for (const token of new Set(evidence.flatMap((unit) => unit.known)))
    index.filesOf(token, (file) => hits.set(file, (hits.get(file) ?? 0) + index.weightOf(token)));
  for (const [file, hit] of hits) if (hit < leastMass) hits.delete(file);
  return hits;
}

/** For each file, the units that it explains a good part of, with the weight explained. */
function unitsByFile(
  evidence: readonly UnitEvidence[],
  index: ThirdPartyIndex,
  hits: ReadonlyMap<number, number>,
): Map<number, [number, number][]> {
  const found = new Map<number, [number, number][]>();
  for (const [unit, one] of evidence.entries()) {
    const explained = new Map<number, number>();
    for (const token of one.known)
      index.filesOf(token, (file) => {
        if (hits.has(file)) explained.set(file, (explained.get(file) ?? 0) + index.weightOf(token));
      });
    for (const [file, weight] of explained) {
      if (weight < explainedFrom * totalOf(one)) continue;
      const units = found.get(file);
      if (units) units.push([unit, weight]);
      else found.set(file, [[unit, weight]]);
    }
  }
  return found;
}

/**
 * Of a file that is only partly there, what stands together. A large file has so many words that it explains small units of
 * anybody's here and there; what is left of a library after unused exports are shaken off still stands side by side.
 */
function inRuns(units: readonly [number, number][], order: readonly number[]): [number, number][] {
  const kept: [number, number][] = [];
  let run: [number, number][] = [];
  let weight = 0;
  const close = () => {
    if (weight >= leastMassAlone || (run.length >= fewestInRun && weight >= leastMassOfPart)) kept.push(...run);
    run = [];
    weight = 0;
  };
  for (const unit of units) {
    const last = run.at(-1);
    if (last && (order[unit[0]] ?? 0) - (order[last[0]] ?? 0) > 1) close();
    run.push(unit);
    weight += unit[1];
  }
  close();
  return kept;
}

/** For each unit, how many before it have any token: two whose numbers follow each other stand side by side. */
function orderOf(evidence: readonly UnitEvidence[]): number[] {
  let count = 0;
  return evidence.map((unit) => {
    if (totalOf(unit) > 0) count += 1;
    return count;
  });
}

const totalOf = (unit: UnitEvidence | undefined) => (unit ? unit.knownWeight + unit.strangeWeight : 0);

function shareOf(file: number, hit: number, index: ThirdPartyIndex): number {
  const weight = index.fileWeight[file] ?? 0;
  return weight === 0 ? 0 : hit / weight;
}

function insert<T extends { value: number }>(queue: T[], one: T): void {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.value ?? 0) < one.value) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, one);
}
