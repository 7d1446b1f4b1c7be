import type { Program } from 'oxc-parser';
import { emptyProgram } from './empty-program.ts';
import { walk } from './evaluate/walk.ts';
import {
  type BundleFile,
  type BundleProblem,
  isDocument,
  type Owner,
  type Place,
  type ReadFile,
  type Region,
} from './face.ts';
import type { ThirdPartyIndex } from './index/format.ts';
import { sightedIn } from './left-out.ts';
import { maxBundleLength, maxRoundLength, maxScriptLength } from './limits.ts';
import { type Lines, linesOf } from './lines.ts';
import { whyForeign } from './map/belongs.ts';
import { isFault, type MapSource, readMap, type SourceMap } from './map/read.ts';
import { type Apart, regionsByContent, takeApart } from './own/by-content.ts';
import { ownerOfSource } from './own/by-path.ts';
import { regionAt } from './own/region-at.ts';
import { regionsByMap } from './own/regions.ts';
import { parseScript } from './parse.ts';

const unknown: Owner = { kind: 'unknown' };

/**
 * Reads the scripts of one release: parses each, tells places, and says which stretch is whose code. A script with a map is told
 * apart by the names in it; one without by the index of third-party code, where one is given, and else stays unknown.
 * Of a release that is longer than {@link maxRoundLength} no tree is kept: who looks for facts parses again what they need. Bad input is
 * told in `problems` of the file; nothing throws. Costs about a second for each megabyte.
 *
 * @param onShare - Hears how much is done, 0 to 1.
 */
export function readBundle(
  files: readonly BundleFile[],
  index?: ThirdPartyIndex,
  onShare: (share: number) => void = () => {},
): ReadFile[] {
  const whole = files.reduce((sum, { text }) => sum + text.length, 0);
  const isLong = whole > maxRoundLength;
  const apart: Apart[] = [];
  let length = 0;
  const read = files.map((file) => {
    onShare(length / whole);
    length += file.text.length;
    const { mapped, ...one } = readFile(file, length > maxBundleLength);
    const isDark = index !== undefined && !mapped && one.ast.body.length > 0;
    if (isDark) apart.push(takeApart({ path: file.path, program: one.ast, text: file.text }, index));
    return { read: isLong && !isDocument(file.path) ? withoutTree(one) : one, isDark };
  });
  const regions = index ? regionsByContent(apart, index) : [];
  let at = 0;
  onShare(1);
  return read.map(({ read: one, isDark }) => {
    const found = isDark ? regions[at] : undefined;
    if (isDark) at += 1;
    return found ? withRegions(one, found) : one;
  });
}

/** What is parsed takes a hundred times its length: of a long release one script at a time is. */
function withoutTree(file: ReadFile): ReadFile {
  return { ...file, ast: emptyProgram(), sighted: sightedIn(file.ast), takes: takenBy(file.ast) };
}

/** Addresses of the scripts that one takes something from, or loads later. */
function takenBy(program: Program): string[] {
  const found = new Set<string>();
  walk(program, (node) => {
    const source =
      node.type === 'ImportDeclaration' ||
      node.type === 'ImportExpression' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ExportAllDeclaration'
        ? node.source
        : null;
    if (source?.type === 'Literal' && typeof source.value === 'string') found.add(source.value);
  });
  return [...found];
}

function readFile(file: BundleFile, full: boolean): ReadFile & { mapped: boolean } {
  const problems: BundleProblem[] = [];
  const tell = (code: BundleProblem['code'], message: string) => problems.push({ code, file: file.path, message });
  const lines = linesOf(file.text);
  if (full)
    tell('bundle_too_large', `The release has more than ${maxBundleLength} characters; this file was not read.`);
  else if (file.text.length > maxScriptLength) tell('script_too_large', `More than ${maxScriptLength} characters.`);
  const ast = problems.length > 0 || isDocument(file.path) ? emptyProgram() : parse(file, tell);
  const text = problems.length > 0 ? undefined : typeof file.map === 'function' ? file.map() : file.map;
  const map = text === undefined ? undefined : soundMap(file, text, lines, tell);
  const sources = map?.sources.map(ofProduct) ?? [];
  const owner: Owner = isDocument(file.path) ? { kind: 'product' } : unknown;
  const whole: Region[] = [{ start: 0, end: file.text.length, owner }];
  const read: Omit<ReadFile, 'regions' | 'ownerAt'> = {
    file,
    ast,
    placeOf: (offset, until) => placeOf(file, lines, map, offset, until),
    sourceOf: (original) => sources.find((source) => source.label === original)?.text,
    sources,
    problems,
  };
  return { ...withRegions(read, map ? regionsByMap(map, lines, file.text) : whole), mapped: map !== undefined };
}

/** Of libraries' sources nobody reads the text here, and it is most of a map. */
const ofProduct = (source: MapSource): MapSource =>
  ownerOfSource(source).kind === 'third-party' ? { ...source, text: undefined } : source;

/** The same file with its regions known. */
function withRegions(file: Omit<ReadFile, 'regions' | 'ownerAt'>, regions: Region[]): ReadFile {
  return { ...file, regions, ownerAt: (offset) => ownerAt(regions, offset) };
}

function parse(file: BundleFile, tell: (code: BundleProblem['code'], message: string) => void): Program {
  const { program, fault } = parseScript(file.path, file.text);
  if (fault !== undefined && program.body.length === 0) tell('bad_script', fault);
  return program;
}

function soundMap(
  file: BundleFile,
  text: string,
  lines: Lines,
  tell: (code: BundleProblem['code'], message: string) => void,
): SourceMap | undefined {
  const map = readMap(text);
  if (isFault(map)) {
    tell(map.code, map.message);
    return undefined;
  }
  const foreign = whyForeign(map, file.text, lines);
  if (foreign === undefined) return map;
  tell('foreign_map', foreign);
  return undefined;
}

function placeOf(file: BundleFile, lines: Lines, map: SourceMap | undefined, offset: number, until = offset): Place {
  const { line, column } = lines.at(offset);
  const place: Place = { file: file.path, line, column, offset };
  const end = map && until > offset ? lines.at(until) : undefined;
  const original = map?.originalAt(line, column, end && (end.line === line ? end.column : Number.POSITIVE_INFINITY));
  const source = original && map?.sources[original.source];
  return source ? { ...place, original: { file: source.label, line: original.line, column: original.column } } : place;
}

function ownerAt(regions: readonly Region[], offset: number): Owner {
  const region = regionAt(regions, offset);
  return region && offset >= region.start && offset < region.end ? region.owner : unknown;
}
