import type { Program } from 'oxc-parser';
import type { Owner, Region } from '../face.ts';
import type { ThirdPartyIndex } from '../index/format.ts';
import { type Unit, unitsOf } from '../split/units.ts';
import { evidenceOf, type UnitEvidence } from './evidence.ts';
import { explain } from './explain.ts';
import { marked } from './marks.ts';
import { isProduct, type ProductSigns, productSigns } from './product.ts';
import { joined } from './regions.ts';
import { spread } from './spread.ts';

const unknown: Owner = { kind: 'unknown' };
const product: Owner = { kind: 'product' };

/** A piece longer than this is no tiny library, and too long to try sixty patterns on. */
const longestMarked = 30_000;
/** Product code uses words that libraries use; where one library has more than this share of their weight, it may be that library's. */
const mostOfOne = 0.5;

/** So much of libraries may stand between two modules of the product. */
const nearby = 8_000;

/**
 * Regions of scripts without a map, by what is in them: third-party where the index or a mark explains a unit, product where what is
 * left carries signs of one, unknown otherwise. The scripts of a release are judged together: a package may be spread over chunks.
 */
export function regionsByContent(
  scripts: readonly { program: Program; text: string }[],
  index: ThirdPartyIndex,
): Region[][] {
  const units = scripts.map(({ program }) => unitsOf(program));
  const evidence = units.map((of) => evidenceOf(of, index));
  const explained = explain(evidence.flat(), index);
  let from = 0;
  return scripts.map(({ text }, script) => {
    const own = units[script] ?? [];
    const names = explained.slice(from, from + own.length).map((name, at) => name ?? markOf(own[at], text));
    from += own.length;
    const spoken = spread(own, evidence[script] ?? [], names, index);
    return regionsOf(own, ownersOf(own, evidence[script] ?? [], spoken, index), text.length);
  });
}

function markOf(unit: Unit | undefined, text: string): string | undefined {
  if (!unit || unit.end - unit.start > longestMarked) return undefined;
  return marked(text.slice(unit.start, unit.end));
}

interface Stretch {
  from: number;
  until: number;
  signs: ProductSigns;
  product: boolean;
}

/** What nobody explains is judged in stretches: a module, or all that stands between two libraries. */
function ownersOf(
  units: readonly Unit[],
  evidence: readonly UnitEvidence[],
  names: readonly (string | undefined)[],
  index: ThirdPartyIndex,
): Owner[] {
  const owners = names.map((name): Owner => (name === undefined ? unknown : { kind: 'third-party', package: name }));
  const stretches: Stretch[] = [];
  for (let from = 0; from < units.length; from += 1) {
    if (names[from] !== undefined) continue;
    let until = from + 1;
    while (until < units.length && names[until] === undefined && units[until]?.module === units[from]?.module)
      until += 1;
    if (isStrange(evidence.slice(from, until), index)) {
      const signs = productSigns(units.slice(from, until).map((unit) => unit.node));
      stretches.push({ from, until, signs, product: isProduct(signs) });
    }
    from = until - 1;
  }
  beside(stretches, units);
  for (const { from, until, product: own } of stretches) if (own) owners.fill(product, from, until);
  return owners;
}

/** A product's modules stand together, with the libraries that they are the first to use between them. */
function beside(stretches: readonly Stretch[], units: readonly Unit[]): void {
  const spreadTo = (one: Stretch, from: Stretch, gap: number) => {
    const { sentences, paths, routes } = one.signs;
    one.product ||= from.product && gap < nearby && sentences + paths + routes > 0;
  };
  const gapOf = (a: Stretch | undefined, b: Stretch) =>
    (units[b.from]?.start ?? 0) - (units[(a?.until ?? 0) - 1]?.end ?? 0);
  for (const [at, one] of stretches.entries()) {
    const before = stretches[at - 1];
    if (before) spreadTo(one, before, gapOf(before, one));
  }
  for (const [at, one] of [...stretches.entries()].reverse()) {
    const after = stretches[at + 1];
    if (after) spreadTo(one, after, gapOf(one, after));
  }
}

function isStrange(evidence: readonly UnitEvidence[], index: ThirdPartyIndex): boolean {
  const strange = evidence.reduce((sum, unit) => sum + unit.strangeWeight, 0);
  const tokens = new Set(evidence.flatMap((unit) => unit.known));
  let known = 0;
  const byPackage = new Map<string, number>();
  for (const token of tokens) {
    const weight = index.weightOf(token);
    known += weight;
    const names = new Set<string>();
    index.filesOf(token, (file) => names.add(index.packages[index.filePackage[file] ?? 0]?.name ?? ''));
    for (const name of names) byPackage.set(name, (byPackage.get(name) ?? 0) + weight);
  }
  return strange > 0 && Math.max(0, ...byPackage.values()) <= mostOfOne * (known + strange);
}

/** Units as regions that cover the file: what stands between two units goes with the first. */
function regionsOf(units: readonly Unit[], owners: readonly Owner[], length: number): Region[] {
  const regions: Region[] = [];
  let end = units[0]?.start ?? length;
  if (end > 0) regions.push({ start: 0, end, owner: unknown });
  for (const [at, unit] of units.entries()) {
    if (unit.start < end && regions.length > 0 && at > 0) continue; // within the one before: a wrapper's own remains
    const next =
      units.slice(at + 1, at + 50).find((one) => one.start >= unit.end)?.start ??
      (at + 1 < units.length ? unit.end : length);
    regions.push({ start: unit.start, end: Math.max(next, unit.end), owner: owners[at] ?? unknown });
    end = Math.max(next, unit.end);
  }
  const last = regions.at(-1);
  if (last) last.end = length;
  return joined(regions);
}
