import type { Program } from 'oxc-parser';
import { emptyProgram } from './empty-program.ts';
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
import { maxBundleLength, maxCloseLength, maxScriptLength } from './limits.ts';
import { type Lines, linesOf } from './lines.ts';
import { isFault, readMap, type SourceMap } from './map/read.ts';
import { type Apart, regionsByContent, takeApart } from './own/by-content.ts';
import { regionsByMap } from './own/regions.ts';
import { parseText } from './parse.ts';
import { plainTexts } from './split/plain-texts.ts';

const unknown: Owner = { kind: 'unknown' };

/**
 * Reads the scripts of one release: parses each, tells places, and says which stretch is whose code. A script with a map is told
 * apart by the names in it; one without by the index of third-party code, where one is given, and else stays unknown.
 * Of a release that is longer than {@link maxCloseLength} only what shows the product is kept parsed, up to that length; a problem
 * says what was left out. Bad input is told in `problems` of the file; nothing throws. Costs about a second for each megabyte.
 */
export function readBundle(files: readonly BundleFile[], index?: ThirdPartyIndex): ReadFile[] {
  const whole = files.reduce((sum, { text }) => sum + text.length, 0);
  const isLong = whole > maxCloseLength;
  const apart: Apart[] = [];
  let length = 0;
  const read = files.map((file) => {
    length += file.text.length;
    const { mapped, ...one } = readFile(file, length > maxBundleLength);
    const isDark = index !== undefined && !mapped && one.ast.body.length > 0;
    if (isDark) apart.push(takeApart({ path: file.path, program: one.ast, text: file.text }, index));
    // What is parsed takes fifty times its length: of a long release one script at a time.
    return { read: isLong ? { ...one, ast: emptyProgram() } : one, isDark };
  });
  const regions = index ? regionsByContent(apart, index) : [];
  let at = 0;
  const told = read.map(({ read: one, isDark }) => {
    const found = isDark ? regions[at] : undefined;
    if (isDark) at += 1;
    return found ? withRegions(one, found) : one;
  });
  return isLong ? readClosely(told) : told;
}

/** Of a long release, parses again what holds the product's code, what has most of it first. */
function readClosely(files: readonly ReadFile[]): ReadFile[] {
  const ownOf = ({ regions }: ReadFile) =>
    regions.reduce((sum, { start, end, owner }) => sum + (owner.kind === 'product' ? end - start : 0), 0);
  const held = files
    .filter((file) => file.problems.every(({ code }) => code !== 'bad_script' && !code.endsWith('_too_large')))
    .filter((file) => !isDocument(file.file.path))
    .map((file) => ({ file, own: ownOf(file) }))
    .filter(({ own }) => own > 0)
    .sort((one, other) => other.own - one.own);
  const close = new Set<ReadFile>();
  let length = 0;
  for (const { file } of held) {
    if (length > 0 && length + file.file.text.length > maxCloseLength) continue;
    length += file.file.text.length;
    close.add(file);
  }
  const left = files.filter((file) => !close.has(file) && !isDocument(file.file.path));
  const some = left.filter((file) => ownOf(file) > 0).map(({ file }) => file.path);
  return files.map((file) => {
    if (isDocument(file.file.path)) return file;
    if (close.has(file)) return { ...file, ast: parse(file.file, () => undefined) };
    if (file !== left[0]) return file;
    const of = some.length === 0 ? 'none shows code of the product' : `the product's code shows in ${some.join(', ')}`;
    const message = `The release is longer than ${maxCloseLength} characters: libraries were named in all of it, and ${left.length} scripts were not read for statements; ${of}.`;
    return { ...file, problems: [...file.problems, { code: 'left_out', file: `${left.length} scripts`, message }] };
  });
}

function readFile(file: BundleFile, full: boolean): ReadFile & { mapped: boolean } {
  const problems: BundleProblem[] = [];
  const tell = (code: BundleProblem['code'], message: string) => problems.push({ code, file: file.path, message });
  const lines = linesOf(file.text);
  if (full)
    tell('bundle_too_large', `The release has more than ${maxBundleLength} characters; this file was not read.`);
  else if (file.text.length > maxScriptLength) tell('script_too_large', `More than ${maxScriptLength} characters.`);
  const ast = problems.length > 0 || isDocument(file.path) ? emptyProgram() : parse(file, tell);
  const map = problems.length > 0 || file.map === undefined ? undefined : soundMap(file, file.map, lines, tell);
  const owner: Owner = isDocument(file.path) ? { kind: 'product' } : unknown;
  const whole: Region[] = [{ start: 0, end: file.text.length, owner }];
  const read: Omit<ReadFile, 'regions' | 'ownerAt'> = {
    file,
    ast,
    placeOf: (offset) => placeOf(file, lines, map, offset),
    sourceOf: (original) => map?.sources.find((source) => source.label === original)?.text,
    problems,
  };
  return { ...withRegions(read, map ? regionsByMap(map, lines, file.text.length) : whole), mapped: map !== undefined };
}

/** The same file with its regions known. */
function withRegions(file: Omit<ReadFile, 'regions' | 'ownerAt'>, regions: Region[]): ReadFile {
  return { ...file, regions, ownerAt: (offset) => ownerAt(regions, offset) };
}

function parse(file: BundleFile, tell: (code: BundleProblem['code'], message: string) => void): Program {
  const { program, fault } = parseText(file.path, file.text, { lang: 'js', sourceType: 'unambiguous' });
  if (fault !== undefined && program.body.length === 0) tell('bad_script', fault);
  return plainTexts(program);
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
  const debugId = /\/\/[#@] debugId=([0-9a-f-]{32,36})/i.exec(file.text.slice(-2_000))?.[1]?.toLowerCase();
  if (debugId !== undefined && map.debugId !== undefined && debugId !== map.debugId) {
    tell('foreign_map', `The map is of another build: debug id ${map.debugId}, the script's is ${debugId}.`);
    return undefined;
  }
  if (map.lines > lines.count) {
    tell('foreign_map', `The map has ${map.lines} lines, the script ${lines.count}: it is of another file.`);
    return undefined;
  }
  return map;
}

function placeOf(file: BundleFile, lines: Lines, map: SourceMap | undefined, offset: number): Place {
  const { line, column } = lines.at(offset);
  const place: Place = { file: file.path, line, column, offset };
  const original = map?.originalAt(line, column);
  const source = original && map?.sources[original.source];
  return source ? { ...place, original: { file: source.label, line: original.line, column: original.column } } : place;
}

function ownerAt(regions: readonly Region[], offset: number): Owner {
  let low = 0;
  let high = regions.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((regions[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const region = regions[low];
  return region && offset >= region.start && offset < region.end ? region.owner : unknown;
}
