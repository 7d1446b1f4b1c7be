import type { ThirdPartyIndex } from '../index/format.ts';
import type { Piece } from '../split/units.ts';
import type { UnitEvidence } from './evidence.ts';
import { addedUp, hasAny, isProduct, type ProductSigns, speaksForProduct } from './product.ts';

/** A script whose libraries are known: what is told of each of its units, in order. */
export interface Judged {
  units: readonly Piece[];
  evidence: readonly UnitEvidence[];
  signs: readonly ProductSigns[];
  data: readonly boolean[];
  /** The package of each unit, where one is known. */
  names: readonly (string | undefined)[];
}

/** Product code uses words that libraries use; where one library has more than this share of their weight, it may be that library's. */
const mostOfOne = 0.5;
/** So much of libraries may stand between two modules of the product. */
const nearby = 8_000;
/** What stands between two units of the product, and is no longer than this, is the product's: a table, a list of names. */
const longestBetween = 4_000;
/** A stretch that shows the product and is no longer than this holds no library that nobody knows. */
export const longestWhole = 20_000;

/** Words of a table that no library has. */
export const fewestStrange = 2;

interface Stretch {
  /** The first unit, counted through all scripts. */
  from: number;
  until: number;
  start: number;
  end: number;
  signs: ProductSigns;
  product: boolean;
}

/**
 * Which units are the product's, of those that no library explains. What stands between two libraries is judged together, by its
 * signs; from there along who uses whom: what uses the product's code is the product's, since no library does; and what the
 * product uses is, when it speaks for it too. The rest stays unknown.
 *
 * @param users - For each unit, counted through all scripts, those that use it.
 * @param shown - What the routes of a unit load: what a product shows is its own.
 */
export function ofProduct(
  scripts: readonly Judged[],
  users: readonly ReadonlySet<number>[],
  shown: ReadonlyMap<number, readonly number[]>,
  index: ThirdPartyIndex,
): boolean[] {
  const own = users.map(() => false);
  const named = scripts.flatMap(({ names }) => names.map((name) => name !== undefined));
  const signs = scripts.flatMap((script) => script.signs);
  const inProduct = users.map(() => false);
  let first = 0;
  const whole = new Set<number>();
  for (const script of scripts) {
    const stretches = stretchesOf(script, first, index);
    beside(stretches);
    for (const { from, until, start, end, product } of stretches) {
      if (!product) continue;
      inProduct.fill(true, from, until);
      if (end - start <= longestWhole) for (let unit = from; unit < until; unit += 1) whole.add(unit);
    }
    first += script.units.length;
  }
  const waiting: number[] = [];
  const take = (unit: number) => {
    if (own[unit] || named[unit]) return;
    own[unit] = true;
    waiting.push(unit);
  };
  for (const [unit, of] of signs.entries()) if (inProduct[unit] && (hasAny(of) || whole.has(unit))) take(unit);
  const used = usedOf(users);
  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    for (const user of users[unit] ?? []) take(user);
    for (const one of shown.get(unit) ?? []) take(one);
    for (const one of used[unit] ?? []) {
      const of = signs[one];
      if (of && ((signs[unit]?.pages ?? 0) > 0 || (inProduct[one] ? hasAny(of) : speaksForProduct(of)))) take(one);
    }
  }
  const data = scripts.flatMap((script) => script.data);
  const strange = scripts.flatMap(({ evidence }) => evidence.map((unit) => unit.strange));
  for (const [unit, isTable] of data.entries()) {
    const by = [...(users[unit] ?? [])];
    // A table with words of nobody's that the product alone asks for.
    if (
      isTable &&
      !named[unit] &&
      (strange[unit] ?? 0) >= fewestStrange &&
      by.length > 0 &&
      by.every((one) => own[one])
    )
      own[unit] = true;
  }
  // What stands behind may have something behind it.
  for (let before = -1; before !== own.filter(Boolean).length; ) {
    before = own.filter(Boolean).length;
    takeBehind(scripts, own, named, users);
    first = 0;
    for (const { units, evidence } of scripts) {
      takeSources({ units, evidence }, own, named, users, first);
      first += units.length;
    }
  }
  first = 0;
  for (const { units } of scripts) {
    fillModules(units, own, named, first);
    fillBetween(units, own, named, first);
    first += units.length;
  }
  return own;
}

/**
 * What stands behind the product: a table that speaks for it, though only a function that says nothing by itself asks for it; and a short
 * script without a library that the product alone uses.
 */
function takeBehind(
  scripts: readonly Judged[],
  own: boolean[],
  named: readonly boolean[],
  users: readonly ReadonlySet<number>[],
): void {
  const allSigns = scripts.flatMap(({ signs }) => signs);
  // A client that the product makes of a library looks like that library.
  const asksForApi = (unit: number) => (allSigns[unit]?.paths ?? 0) > 0;
  let first = 0;
  for (const { units, signs, data, evidence } of scripts) {
    const all = range(first, first + units.length);
    const isAsked = (unit: number) => (users[unit]?.size ?? 0) > 0 && [...(users[unit] ?? [])].every((one) => own[one]);
    for (const [at, unit] of all.entries()) {
      const by = [...(users[unit] ?? [])];
      const speaks = data[at] && signs[at] !== undefined && speaksForProduct(signs[at]);
      if (!speaks || own[unit] || named[unit] || by.length === 0) continue;
      if (!by.every((one) => own[one] || (!named[one] && isAsked(one)))) continue;
      for (const one of [unit, ...by]) own[one] = true;
    }
    const outside = all.flatMap((unit) => [...(users[unit] ?? [])].filter((one) => !all.includes(one)));
    const length = (units.at(-1)?.end ?? 0) - (units[0]?.start ?? 0);
    const strange = evidence.reduce((sum, one) => sum + one.strange, 0);
    if (length <= longestBetween && strange >= fewestStrange && outside.length > 0 && !all.some((unit) => named[unit]))
      if (outside.every((one) => own[one] || asksForApi(one))) own.fill(true, first, first + units.length);
    first += units.length;
  }
}

function usedOf(users: readonly ReadonlySet<number>[]): number[][] {
  const used: number[][] = users.map(() => []);
  for (const [unit, some] of users.entries()) for (const user of some) used[user]?.push(unit);
  return used;
}

/** What nobody explains is judged in stretches: a module, or all that stands between two libraries. */
function stretchesOf({ units, evidence, signs, names }: Judged, first: number, index: ThirdPartyIndex): Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0; from < units.length; from += 1) {
    if (names[from] !== undefined) continue;
    let until = from + 1;
    while (until < units.length && names[until] === undefined && units[until]?.module === units[from]?.module)
      until += 1;
    if (isStrange(evidence.slice(from, until), index)) {
      const sum = addedUp(signs.slice(from, until));
      stretches.push({
        from: first + from,
        until: first + until,
        start: units[from]?.start ?? 0,
        end: units[until - 1]?.end ?? 0,
        signs: sum,
        product: isProduct(sum),
      });
    }
    from = until - 1;
  }
  return stretches;
}

/** A product's modules stand together, with the libraries that they are the first to use between them. */
function beside(stretches: readonly Stretch[]): void {
  const spreadTo = (one: Stretch, from: Stretch, gap: number) => {
    one.product ||= from.product && gap < nearby && hasAny(one.signs);
  };
  for (const [at, one] of stretches.entries()) {
    const before = stretches[at - 1];
    if (before) spreadTo(one, before, one.start - before.end);
  }
  for (const [at, one] of [...stretches.entries()].reverse()) {
    const after = stretches[at + 1];
    if (after) spreadTo(one, after, after.start - one.end);
  }
}

/** A source without a library in which the product shows, or of a few words of its own that the product alone uses. */
function takeSources(
  { units, evidence }: Pick<Judged, 'units' | 'evidence'>,
  own: boolean[],
  named: readonly boolean[],
  users: readonly ReadonlySet<number>[],
  first: number,
): void {
  for (const [source, members] of Map.groupBy(units.keys(), (at) => units[at]?.source)) {
    const all = members.map((at) => first + at);
    const length = members.reduce((sum, at) => sum + (units[at]?.end ?? 0) - (units[at]?.start ?? 0), 0);
    if (source === undefined || length > longestWhole || all.some((unit) => named[unit])) continue;
    const within = new Set(all);
    const outside = all.flatMap((unit) => [...(users[unit] ?? [])].filter((one) => !within.has(one)));
    const strange = members.reduce((sum, at) => sum + (evidence[at]?.strange ?? 0), 0);
    const isUsed = outside.length > 0 && outside.every((one) => own[one]);
    if (all.some((unit) => own[unit]) || (isUsed && length <= longestBetween && strange >= fewestStrange))
      for (const unit of all) own[unit] = true;
  }
}

/** A module of a bundler in which the product shows and no library is the product's. */
function fillModules(units: readonly Piece[], own: boolean[], named: readonly boolean[], first: number): void {
  for (let from = 0; from < units.length; from += 1) {
    const module = units[from]?.module ?? 0;
    let until = from + 1;
    while (until < units.length && units[until]?.module === module) until += 1;
    const length = (units[until - 1]?.end ?? 0) - (units[from]?.start ?? 0);
    const all = range(first + from, first + until);
    if (module !== 0 && length <= longestWhole && all.some((one) => own[one]) && !all.some((one) => named[one]))
      own.fill(true, first + from, first + until);
    from = until - 1;
  }
}

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);

/** Short pieces between two units of the product, with no library between. */
function fillBetween(units: readonly Piece[], own: boolean[], named: readonly boolean[], first: number): void {
  let before: number | undefined;
  for (const [at, unit] of units.entries()) {
    if (named[first + at]) before = undefined;
    if (!own[first + at]) continue;
    if (before !== undefined && unit.start - (units[before]?.end ?? 0) <= longestBetween)
      own.fill(true, first + before, first + at);
    before = at;
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
