import type { Node, Program } from 'oxc-parser';
import { memberName } from '../evaluate/walk.ts';
import type { Owner, Region } from '../face.ts';
import type { ThirdPartyIndex } from '../index/format.ts';
import { type Piece, type Unit, unitsOf } from '../split/units.ts';
import { evidenceOf, type UnitEvidence } from './evidence.ts';
import { explain } from './explain.ts';
import { marked } from './marks.ts';
import { fewestStrange, type Judged, longestWhole, ofProduct } from './of-product.ts';
import { hasAny, type ProductSigns, productSigns } from './product.ts';
import { joined } from './regions.ts';
import { spread } from './spread.ts';
import { type Linked, linksOf, shownBy, usersOf } from './uses.ts';

const unknown: Owner = { kind: 'unknown' };
const product: Owner = { kind: 'product' };

/** A piece longer than this is no tiny library, and too long to try sixty patterns on. */
const longestMarked = 30_000;
/** A script of which all that telling its owners needs is known: its code is needed no longer. */
export interface Apart extends Linked {
  length: number;
  evidence: UnitEvidence[];
  signs: ProductSigns[];
  /** Whether each unit is a table, a list or a value, and no code. */
  data: boolean[];
  /** The tiny library that a mark in each unit tells. */
  marks: (string | undefined)[];
}

export function takeApart(
  { path, program, text }: { path: string; program: Program; text: string },
  index: ThirdPartyIndex,
): Apart {
  const units = unitsOf(program);
  return {
    path,
    length: text.length,
    units: units.map(({ node: _, ...piece }) => piece),
    evidence: evidenceOf(units, index),
    signs: units.map(({ node }) => productSigns([node])),
    data: units.map(({ node }) => isData(node)),
    marks: units.map((unit) => markOf(unit, text)),
    links: linksOf(program, units),
  };
}

/**
 * Regions of scripts without a map, by what is in them: third-party where the index or a mark explains a unit, product where what is
 * left carries signs of one, unknown otherwise. The scripts of a release are judged together: a package may be spread over chunks.
 */
export function regionsByContent(scripts: readonly Apart[], index: ThirdPartyIndex): Region[][] {
  const explained = explain(
    scripts.flatMap(({ evidence }) => evidence),
    index,
  );
  let from = 0;
  const judged = scripts.map(({ units, evidence, signs, data, marks }) => {
    const names = explained.slice(from, from + units.length).map((name, at) => name ?? marks[at]);
    from += units.length;
    const known = withoutGuesses(spread(units, evidence, names, index, signs.map(hasAny)), { units, evidence, signs });
    return {
      units,
      evidence,
      signs,
      data,
      names: known.map((name, at) => (asksItself(units[at], signs[at]) ? undefined : name)),
    };
  });
  const named = judged.flatMap(({ names }) => names.map((name) => name !== undefined));
  const shown = shownBy(scripts, (unit) => named[unit] ?? false, longestWhole);
  const isOwn = ofProduct(judged, usersOf(scripts), shown, index);
  let unit = 0;
  return judged.map(({ units, names }, script) => {
    const owners = names.map((name): Owner => {
      const own = isOwn[unit];
      unit += 1;
      return name !== undefined ? { kind: 'third-party', package: name } : own ? product : unknown;
    });
    return regionsOf(units, owners, scripts[script]?.length ?? 0);
  });
}

/** Of a source that does not show the product, known words weigh no more than this share of the others. */
const silentShare = 0.3;

/** A source has one owner: where its own words outweigh those of all libraries, what is like a library only uses it. */
function withoutGuesses(
  guessed: readonly (string | undefined)[],
  { units, evidence, signs }: Pick<Judged, 'units' | 'evidence' | 'signs'>,
): (string | undefined)[] {
  const names = [...guessed];
  for (const [source, members] of Map.groupBy(units.keys(), (at) => units[at]?.source)) {
    if (source === undefined) continue;
    const weighed = (find: (unit: UnitEvidence) => number) =>
      members.reduce((sum, at) => sum + (evidence[at] ? find(evidence[at]) : 0), 0);
    const shows = members.some((at) => signs[at] && hasAny(signs[at]));
    const isStrange = weighed(({ strange }) => strange) >= fewestStrange;
    const known = weighed(({ knownWeight }) => knownWeight) / (shows ? 1 : silentShare);
    if (!isStrange || known > weighed(({ strangeWeight }) => strangeWeight)) continue;
    for (const at of members) names[at] = undefined;
  }
  return names;
}

/** What a product tells a library of its API is written in that library's words: a short piece in which several of its paths are asked for. */
const asksItself = (unit: Piece | undefined, signs: ProductSigns | undefined): boolean =>
  unit !== undefined && unit.end - unit.start <= longestTold && (signs?.paths ?? 0) >= fewestPaths;
const longestTold = 4_000;
const fewestPaths = 3;

/** `limits = {maxDogs: 6}`, `rules = object({…})`: what a declaration holds, and what a module of values gives away. */
function isData(node: Node): boolean {
  const body = moduleBody(node);
  if (body)
    return body.every(isExport) || (body.length <= mostTables && body.every((one) => isExport(one) || isTable(one)));
  if (node.type === 'CallExpression') return isExport(node);
  const value =
    node.type === 'VariableDeclarator' ? node.init : node.type === 'AssignmentExpression' ? node.right : null;
  return /^(?:Object|Array|Call|New)Expression$/.test(value?.type ?? '');
}

/** A module that declares more is code. */
const mostTables = 12;

/** The statements of a module that is one unit: `82(e, n, a) {…}`, `t => {…}`. */
function moduleBody(node: Node): readonly Node[] | undefined {
  const fn = node.type === 'Property' ? node.value : node;
  if (fn.type !== 'FunctionExpression' && fn.type !== 'ArrowFunctionExpression') return undefined;
  return fn.body?.type === 'BlockStatement' ? fn.body.body.filter((one) => !('directive' in one && one.directive)) : [];
}

function isTable(node: Node): boolean {
  return (
    node.type === 'VariableDeclaration' &&
    node.declarations.every(
      ({ init }) => init && /^(?:ObjectExpression|ArrayExpression|CallExpression|Literal)$/.test(init.type),
    )
  );
}

/** `a.d(n, […])`, `e.s([…])`. */
function isExport(node: Node): boolean {
  const call = node.type === 'ExpressionStatement' ? node.expression : node;
  const calls = call.type === 'SequenceExpression' ? call.expressions : [call];
  return calls.every(
    (one) =>
      one.type === 'CallExpression' &&
      one.callee.type === 'MemberExpression' &&
      /^[sdr]$/.test(memberName(one.callee) ?? ''),
  );
}

function markOf({ start, end }: Unit, text: string): string | undefined {
  return end - start > longestMarked ? undefined : marked(text.slice(start, end));
}

/** Units as regions that cover the file: what stands between two units goes with the first. */
function regionsOf(units: readonly Piece[], owners: readonly Owner[], length: number): Region[] {
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
