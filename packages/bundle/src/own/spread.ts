import type { ThirdPartyIndex } from '../index/format.ts';
import type { Piece } from '../split/units.ts';
import type { UnitEvidence } from './evidence.ts';

/** A unit belongs to a package that is known to be here when that package has this share of the unit's weight. */
const enoughShare = 0.5;
/** A module of a bundler is of the package that has this share of what is known of it. */
const moduleShare = 0.5;
/** Between two units of one package, a unit with more strange words than these is somebody else's. */
const strangeBetween = 1;

/**
 * From units that are explained to those beside them: a unit whose words are mostly those of the package beside it (a newer version
 * than the index has), the rest of a bundler's module, and the small pieces between two units of one package.
 *
 * @param shows - Whether a unit carries signs of a product.
 */
export function spread(
  units: readonly Piece[],
  evidence: readonly UnitEvidence[],
  explained: readonly (string | undefined)[],
  index: ThirdPartyIndex,
  shows: readonly boolean[],
): (string | undefined)[] {
  const before = nearest(explained);
  const after = nearest([...explained].reverse()).reverse();
  const owner = explained.map(
    (name, unit) => name ?? byPackage(evidence[unit], new Set([before[unit], after[unit]]), index),
  );
  overModules(units, evidence, owner, shows);
  overPrebuilt(units, evidence, owner);
  between(units, evidence, owner);
  return owner;
}

/** For each unit the package of the last one before it that has one. */
function nearest(names: readonly (string | undefined)[]): (string | undefined)[] {
  let last: string | undefined;
  return names.map((name) => {
    const before = last;
    last = name ?? last;
    return before;
  });
}

/** The package, of the two that stand before and after, whose files together have most of a unit's words. */
function byPackage(
  unit: UnitEvidence | undefined,
  beside: ReadonlySet<string | undefined>,
  index: ThirdPartyIndex,
): string | undefined {
  if (!unit || unit.known.length === 0) return undefined;
  const weights = new Map<string, number>();
  for (const token of unit.known) {
    const names = new Set<string>();
    index.filesOf(token, (file) => names.add(index.packages[index.filePackage[file] ?? 0]?.name ?? ''));
    for (const name of names) if (beside.has(name)) weights.set(name, (weights.get(name) ?? 0) + index.weightOf(token));
  }
  const [best] = [...weights].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= enoughShare * (unit.knownWeight + unit.strangeWeight) ? best[0] : undefined;
}

function overModules(
  units: readonly Piece[],
  evidence: readonly UnitEvidence[],
  owner: (string | undefined)[],
  shows: readonly boolean[],
): void {
  const modules = new Map<number, number[]>();
  for (const [at, unit] of units.entries()) {
    if (unit.module === 0) continue;
    const members = modules.get(unit.module);
    if (members) members.push(at);
    else modules.set(unit.module, [at]);
  }
  for (const members of modules.values()) {
    let all = 0;
    const weights = new Map<string, number>();
    for (const at of members) {
      const weight = (evidence[at]?.knownWeight ?? 0) + (evidence[at]?.strangeWeight ?? 0);
      const name = owner[at];
      all += weight;
      if (name !== undefined) weights.set(name, (weights.get(name) ?? 0) + weight);
    }
    const [best] = [...weights].sort((a, b) => b[1] - a[1]);
    // A hoisted module holds several sources; a whole module is one package's only where no other shows in it.
    if (!best || weights.size > 1 || best[1] < moduleShare * all) continue;
    // Behind a library that was put into one scope with it stands the product that uses it.
    const last = members.findLastIndex((at) => owner[at] !== undefined);
    const behind = members.slice(last + 1);
    const filled = behind.some((at) => shows[at]) ? members.slice(0, last) : members;
    for (const at of filled) owner[at] ??= best[0];
  }
}

/** A bundle that was built before is the package's that most of what is known of it is of; what that carries of others comes with it. */
function overPrebuilt(units: readonly Piece[], evidence: readonly UnitEvidence[], owner: (string | undefined)[]): void {
  const built = Map.groupBy(units.keys(), (at) => units[at]?.prebuilt);
  for (const [start, members] of built) {
    if (start === undefined) continue;
    const weights = new Map<string, number>();
    for (const at of members) {
      const name = owner[at];
      if (name !== undefined) weights.set(name, (weights.get(name) ?? 0) + (evidence[at]?.knownWeight ?? 0));
    }
    const [best] = [...weights].sort((a, b) => b[1] - a[1]);
    if (best) for (const at of members) owner[at] ??= best[0];
  }
}

function between(units: readonly Piece[], evidence: readonly UnitEvidence[], owner: (string | undefined)[]): void {
  let before: number | undefined;
  for (const [at, unit] of units.entries()) {
    if (owner[at] === undefined) continue;
    if (before !== undefined && owner[before] === owner[at] && units[before]?.module === unit.module) {
      const inside = range(before + 1, at);
      if (inside.every((one) => (evidence[one]?.strange ?? 0) <= strangeBetween))
        for (const one of inside) owner[one] = owner[at];
    }
    before = at;
  }
}

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);
