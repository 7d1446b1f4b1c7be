import type { Program } from 'oxc-parser';
import type { Owner, Region } from '../face.ts';
import type { ThirdPartyIndex } from '../index/format.ts';
import { type Unit, unitsOf } from '../split/units.ts';
import { evidenceOf } from './evidence.ts';
import { explain } from './explain.ts';
import { marked } from './marks.ts';
import { ofProduct } from './of-product.ts';
import { productSigns } from './product.ts';
import { joined } from './regions.ts';
import { spread } from './spread.ts';
import { usersOf } from './uses.ts';

const unknown: Owner = { kind: 'unknown' };
const product: Owner = { kind: 'product' };

/** A piece longer than this is no tiny library, and too long to try sixty patterns on. */
const longestMarked = 30_000;
/**
 * Regions of scripts without a map, by what is in them: third-party where the index or a mark explains a unit, product where what is
 * left carries signs of one, unknown otherwise. The scripts of a release are judged together: a package may be spread over chunks.
 */
export function regionsByContent(
  scripts: readonly { path: string; program: Program; text: string }[],
  index: ThirdPartyIndex,
): Region[][] {
  const apart = scripts.map((script) => ({ ...script, units: unitsOf(script.program) }));
  const evidence = apart.map(({ units }) => evidenceOf(units, index));
  const explained = explain(evidence.flat(), index);
  let from = 0;
  const judged = apart.map(({ units, text }, script) => {
    const names = explained.slice(from, from + units.length).map((name, at) => name ?? markOf(units[at], text));
    from += units.length;
    const own = evidence[script] ?? [];
    return {
      units,
      evidence: own,
      signs: units.map(({ node }) => productSigns([node])),
      names: spread(units, own, names, index),
    };
  });
  const isOwn = ofProduct(judged, usersOf(apart), index);
  let unit = 0;
  return judged.map(({ units, names }, script) => {
    const owners = names.map((name): Owner => {
      const own = isOwn[unit];
      unit += 1;
      return name !== undefined ? { kind: 'third-party', package: name } : own ? product : unknown;
    });
    return regionsOf(units, owners, apart[script]?.text.length ?? 0);
  });
}

function markOf(unit: Unit | undefined, text: string): string | undefined {
  if (!unit || unit.end - unit.start > longestMarked) return undefined;
  return marked(text.slice(unit.start, unit.end));
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
