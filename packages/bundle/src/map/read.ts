import { maxMapLength, maxMapSections, maxMapSources } from '../limits.ts';
import { decodeMappings, type Segments, segmentAt } from './decode.ts';
import { type SourceName, sourceName } from './source-name.ts';

/** One source of a map. */
export interface MapSource {
  name: SourceName;
  /** The name by which `Place.original.file` calls it. */
  label: string;
  /** The map says that it is of no interest to a person who debugs (`ignoreList`): nearly always third-party. */
  ignored: boolean;
  text: string | undefined;
}

export interface OriginalSegment {
  source: number;
  /** From 1. */
  line: number;
  /** From 0. */
  column: number;
  name: string | undefined;
}

/** A map that was read and found sound. */
export interface SourceMap {
  sources: readonly MapSource[];
  debugId: string | undefined;
  /** How many generated lines have segments. */
  lines: number;
  /**
   * What stands at a generated place: line from 1, column from 0. With `until`, what begins there or next before that column of the line:
   * an expression that a minifier put a parenthesis before is none of the segment that ends there.
   */
  originalAt(line: number, column: number, until?: number): OriginalSegment | undefined;
  /** Every segment in order: generated line from 1, column from 0, source or -1. */
  eachSegment(visit: (line: number, column: number, source: number) => void): void;
}

export interface MapFault {
  code: 'bad_map' | 'map_too_large';
  message: string;
}

/** A map's own part, or one of its sections: where it begins in the script (from 0), and its segments. */
interface Part {
  line: number;
  column: number;
  segments: Segments;
  firstSource: number;
  names: readonly unknown[];
}

/**
 * Reads a source map (ECMA-426; sections, `ignoreList`, debug ids) from its JSON text, which is input from outside: whatever is
 * wrong with it is answered as a fault. Costs one pass over the text, and 24 bytes for each segment.
 */
export function readMap(text: string): SourceMap | MapFault {
  if (text.length > maxMapLength) return tooLarge(`${text.length} characters, more than ${maxMapLength}`);
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\)\]\}'?[^\n]*\n/, '')); // the guard line that the standard lets servers put before it
  } catch (error) {
    return bad(`no JSON: ${(error as Error).message.slice(0, 120)}`); // JSON.parse throws SyntaxErrors only
  }
  if (!isObject(json)) return bad('no object');
  const sources: MapSource[] = [];
  const parts: Part[] = [];
  const fault = json.sections === undefined ? addPart(json, 0, 0, parts, sources) : addSections(json, parts, sources);
  if (fault) return fault;
  const last = parts.at(-1);
  const debugId = json.debugId ?? json.debug_id;
  return {
    sources,
    debugId: typeof debugId === 'string' ? debugId.toLowerCase() : undefined,
    lines: last ? last.line + linesUsed(last.segments) : 0,
    originalAt: (line, column, until) => originalAt(parts, line - 1, column, until),
    eachSegment: (visit) => eachSegment(parts, visit),
  };
}

export const isFault = (map: SourceMap | MapFault): map is MapFault => 'code' in map;

function addSections(json: Record<string, unknown>, parts: Part[], sources: MapSource[]): MapFault | undefined {
  const { sections } = json;
  if (!Array.isArray(sections)) return bad('`sections` is no list');
  if (sections.length > maxMapSections) return tooLarge(`${sections.length} sections, more than ${maxMapSections}`);
  let before = { line: 0, column: -1 };
  for (const section of sections as unknown[]) {
    if (!isObject(section) || !isObject(section.offset) || !isObject(section.map))
      return bad('a section without offset or map');
    const { line, column } = section.offset;
    if (!isPlace(line) || !isPlace(column)) return bad('a section begins at no place');
    if (line < before.line || (line === before.line && column <= before.column)) return bad('sections out of order');
    if (section.map.sections !== undefined) return bad('sections within a section');
    before = { line, column };
    const fault = addPart(section.map, line, column, parts, sources);
    if (fault) return fault;
  }
  return undefined;
}

function addPart(
  map: Record<string, unknown>,
  line: number,
  column: number,
  parts: Part[],
  sources: MapSource[],
): MapFault | undefined {
  const { version, mappings, sources: named, sourcesContent: texts = [], names = [], sourceRoot } = map;
  if (version !== 3) return bad('its version is not 3');
  if (typeof mappings !== 'string') return bad('`mappings` is no text');
  if (!Array.isArray(named) || !Array.isArray(texts ?? []) || !Array.isArray(names ?? []))
    return bad('`sources`, `sourcesContent` or `names` is no list');
  if (sources.length + named.length > maxMapSources) return tooLarge(`more than ${maxMapSources} sources`);
  const ignored = new Set<unknown>(listOf(map.ignoreList ?? map.x_google_ignoreList));
  const root = typeof sourceRoot === 'string' ? sourceRoot : '';
  const firstSource = sources.length;
  for (const [index, raw] of (named as unknown[]).entries()) {
    if (raw !== null && typeof raw !== 'string') return bad(`source ${index} has no name`);
    const name = sourceName(raw ?? '', root);
    const text: unknown = listOf(texts)[index];
    sources.push({
      name,
      label: name.path === '' ? `(source ${firstSource + index})` : name.path,
      ignored: ignored.has(index),
      text: typeof text === 'string' ? text : undefined,
    });
  }
  const segments = decodeMappings(mappings, named.length, listOf(names).length);
  if (typeof segments === 'string') return /, more than \d+$/.test(segments) ? tooLarge(segments) : bad(segments);
  parts.push({ line, column, segments, firstSource, names: listOf(names) });
  return undefined;
}

function originalAt(
  parts: readonly Part[],
  line: number,
  column: number,
  until: number = column,
): OriginalSegment | undefined {
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const part = parts[middle];
    if (part && (part.line < line || (part.line === line && part.column <= column))) low = middle;
    else high = middle - 1;
  }
  const part = parts[low];
  if (!part) return undefined;
  const { segments } = part;
  const before = line === part.line ? part.column : 0;
  const index = segmentWithin(segments, line - part.line, column - before, until - before);
  const source = segments.source[index] ?? -1;
  if (index < 0 || source < 0) return undefined;
  const name = part.names[segments.name[index] ?? -1];
  return {
    source: part.firstSource + source,
    line: (segments.line[index] ?? 0) + 1,
    column: segments.originalColumn[index] ?? 0,
    name: typeof name === 'string' ? name : undefined,
  };
}

/** The segment that begins at the column, else the next before `until` that names a source, else the one that the column lies in. */
function segmentWithin(segments: Segments, row: number, column: number, until: number): number {
  const index = segmentAt(segments, row, column);
  if (until <= column || (index >= 0 && segments.column[index] === column)) return index;
  const next = index < 0 ? (segments.lineStarts[row] ?? 0) : index + 1;
  const isThere = row >= 0 && next < (segments.lineStarts[row + 1] ?? 0) && (segments.column[next] ?? until) < until;
  return isThere && (segments.source[next] ?? -1) >= 0 ? next : index;
}

function eachSegment(parts: readonly Part[], visit: (line: number, column: number, source: number) => void): void {
  for (const { line, column, segments, firstSource } of parts)
    for (let row = 0; row + 1 < segments.lineStarts.length; row += 1)
      for (let index = segments.lineStarts[row] ?? 0; index < (segments.lineStarts[row + 1] ?? 0); index += 1) {
        const source = segments.source[index] ?? -1;
        visit(
          line + row + 1,
          (segments.column[index] ?? 0) + (row === 0 ? column : 0),
          source < 0 ? -1 : firstSource + source,
        );
      }
}

function linesUsed({ lineStarts }: Segments): number {
  let used = lineStarts.length - 1;
  while (used > 0 && lineStarts[used] === lineStarts[used - 1]) used -= 1;
  return used;
}

const bad = (message: string): MapFault => ({ code: 'bad_map', message });
const tooLarge = (message: string): MapFault => ({ code: 'map_too_large', message });
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** An offset of a section: a number that is no index would make a reader run for ever (`1e999` is infinite). */
const isPlace = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
