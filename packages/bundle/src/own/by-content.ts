import type { Program } from 'oxc-parser';
import type { Owner, Region } from '../face.ts';
import type { ThirdPartyIndex } from '../index/format.ts';
import { type Unit, unitsOf } from '../split/units.ts';
import { evidenceOf, type UnitEvidence } from './evidence.ts';
import { explain } from './explain.ts';
import { marked } from './marks.ts';
import { isProduct, productSigns } from './product.ts';
import { joined } from './regions.ts';
import { spread } from './spread.ts';

const unknown: Owner = { kind: 'unknown' };
const product: Owner = { kind: 'product' };

/** A piece longer than this is no tiny library, and too long to try sixty patterns on. */
const longestMarked = 30_000;
/** Product code may use words that libraries use; past this share of its weight they are the library's. */
const mostKnown = 0.5;

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
    return regionsOf(own, ownersOf(own, evidence[script] ?? [], spoken), text.length);
  });
}

function markOf(unit: Unit | undefined, text: string): string | undefined {
  if (!unit || unit.end - unit.start > longestMarked) return undefined;
  return marked(text.slice(unit.start, unit.end));
}

/** What nobody explains is judged in stretches: a module, or all that stands between two libraries. */
function ownersOf(
  units: readonly Unit[],
  evidence: readonly UnitEvidence[],
  names: readonly (string | undefined)[],
): Owner[] {
  const owners = names.map((name): Owner => (name === undefined ? unknown : { kind: 'third-party', package: name }));
  let at = 0;
  while (at < units.length) {
    if (names[at] !== undefined) {
      at += 1;
      continue;
    }
    let end = at + 1;
    while (end < units.length && names[end] === undefined && units[end]?.module === units[at]?.module) end += 1;
    if (isStrange(evidence.slice(at, end)) && isProduct(productSigns(units.slice(at, end).map((unit) => unit.node))))
      owners.fill(product, at, end);
    at = end;
  }
  return owners;
}

function isStrange(evidence: readonly UnitEvidence[]): boolean {
  const strange = evidence.reduce((sum, unit) => sum + unit.strangeWeight, 0);
  const known = evidence.reduce((sum, unit) => sum + unit.knownWeight, 0);
  return strange > 0 && known <= mostKnown * (known + strange);
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
