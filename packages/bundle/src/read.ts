import { type Program, parseSync } from 'oxc-parser';
import type { BundleFile, BundleProblem, Owner, Place, ReadFile, Region } from './face.ts';
import type { ThirdPartyIndex } from './index/format.ts';
import { maxBundleLength, maxScriptLength } from './limits.ts';
import { type Lines, linesOf } from './lines.ts';
import { isFault, readMap, type SourceMap } from './map/read.ts';
import { regionsByContent } from './own/by-content.ts';
import { regionsByMap } from './own/regions.ts';

const unknown: Owner = { kind: 'unknown' };

/**
 * Reads the scripts of one release: parses each, tells places, and says which stretch is whose code. A script with a map is told
 * apart by the names in it; one without by the index of third-party code, where one is given, and else stays unknown.
 * Bad input is told in `problems` of the file; nothing throws. Costs about a second for each megabyte.
 */
export function readBundle(files: readonly BundleFile[], index?: ThirdPartyIndex): ReadFile[] {
  let length = 0;
  const read = files.map((file) => {
    length += file.text.length;
    return readFile(file, length > maxBundleLength);
  });
  if (!index) return read.map(({ mapped: _, ...file }) => file);
  const dark = read.filter((file) => !file.mapped && file.ast.body.length > 0);
  const regions = regionsByContent(
    dark.map(({ ast, file }) => ({ path: file.path, program: ast, text: file.text })),
    index,
  );
  return read.map(({ mapped: _, ...file }) => {
    const found = regions[dark.findIndex((one) => one.file === file.file)];
    return found ? withRegions(file, found) : file;
  });
}

function readFile(file: BundleFile, full: boolean): ReadFile & { mapped: boolean } {
  const problems: BundleProblem[] = [];
  const tell = (code: BundleProblem['code'], message: string) => problems.push({ code, file: file.path, message });
  const lines = linesOf(file.text);
  if (full)
    tell('bundle_too_large', `The release has more than ${maxBundleLength} characters; this file was not read.`);
  else if (file.text.length > maxScriptLength) tell('script_too_large', `More than ${maxScriptLength} characters.`);
  const ast = problems.length > 0 ? emptyProgram() : parse(file, tell);
  const map = problems.length > 0 || file.map === undefined ? undefined : soundMap(file, file.map, lines, tell);
  const whole: Region[] = [{ start: 0, end: file.text.length, owner: unknown }];
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
  const parsed = parseSync(file.path, file.text, { lang: 'js', sourceType: 'unambiguous' });
  const fault = parsed.errors.find((error) => error.severity === 'Error');
  if (fault && parsed.program.body.length === 0) tell('bad_script', fault.message);
  return parsed.program;
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

function emptyProgram(): Program {
  return {
    type: 'Program',
    start: 0,
    end: 0,
    body: [],
    sourceType: 'script',
    hashbang: null,
    comments: [],
  } as unknown as Program; // the shape that the parser gives for an empty text
}
