import { maxMapLines, maxMapSegments } from '../limits.ts';

/**
 * Segments of a map, by columns of numbers: a script of 2 MB has half a million, and as arrays of arrays they would take
 * ten times the memory. `source` is -1 where a segment names none; `name` likewise. Lines and columns count from 0 here.
 */
export interface Segments {
  /** Where the segments of each generated line begin; one more entry than there are lines. */
  lineStarts: Int32Array;
  column: Int32Array;
  source: Int32Array;
  line: Int32Array;
  originalColumn: Int32Array;
  name: Int32Array;
}

const values = new Int8Array(128).fill(-1);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  values[char.charCodeAt(0)] = value;
const comma = 44;
const semicolon = 59;

/**
 * Decodes `mappings` (ECMA-426), strictly: a character outside the alphabet, a number past 32 bits, a segment of another length than
 * 1, 4 or 5, or an index that points nowhere is a fault, told as a sentence. One pass; the number of segments is bounded before it.
 */
export function decodeMappings(mappings: string, sources: number, names: number): Segments | string {
  const size = countOf(mappings);
  if (size.segments > maxMapSegments) return `${size.segments} segments, more than ${maxMapSegments}`;
  if (size.lines > maxMapLines) return `${size.lines} lines, more than ${maxMapLines}`;
  const out: Segments = {
    lineStarts: new Int32Array(size.lines + 1),
    column: new Int32Array(size.segments),
    source: new Int32Array(size.segments).fill(-1),
    line: new Int32Array(size.segments),
    originalColumn: new Int32Array(size.segments),
    name: new Int32Array(size.segments).fill(-1),
  };
  const field = [0, 0, 0, 0, 0];
  let at = 0;
  let count = 0;
  let line = 0;
  let sorted = true;
  while (at <= mappings.length) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : semicolon;
    if (code === semicolon) {
      if (!sorted) sortLine(out, out.lineStarts[line] ?? 0, count);
      sorted = true;
      line += 1;
      out.lineStarts[line] = count;
      field[0] = 0;
      at += 1;
      continue;
    }
    if (code === comma) {
      at += 1;
      continue;
    }
    let fields = 0;
    while (at < mappings.length) {
      const next = mappings.charCodeAt(at);
      if (next === comma || next === semicolon) break;
      if (fields === 5) return `a segment of more than 5 numbers at ${at}`;
      let shift = 0;
      let value = 0;
      for (;;) {
        const digit = values[mappings.charCodeAt(at)] ?? -1;
        if (digit < 0) return `no base64 digit at ${at}`;
        if (shift > 30) return `a number past 32 bits at ${at}`;
        at += 1;
        value += (digit & 31) * 2 ** shift;
        if ((digit & 32) === 0) break;
        shift += 5;
      }
      if (value >= 2 ** 32) return `a number past 32 bits at ${at}`;
      const half = Math.floor(value / 2);
      field[fields] = (field[fields] ?? 0) + (value % 2 === 1 ? -half : half);
      fields += 1;
    }
    const [column = 0, source = 0, originalLine = 0, originalColumn = 0, name = 0] = field;
    if (fields !== 1 && fields !== 4 && fields !== 5) return `a segment of ${fields} numbers at ${at}`;
    if (!isIndex(column)) return `column ${column} at ${at}`;
    if (count > (out.lineStarts[line] ?? 0) && column < (out.column[count - 1] ?? 0)) sorted = false;
    out.column[count] = column;
    if (fields > 1) {
      if (!isIndex(source) || source >= sources) return `source ${source} of ${sources} at ${at}`;
      if (!isIndex(originalLine) || !isIndex(originalColumn)) return `place ${originalLine}:${originalColumn} at ${at}`;
      out.source[count] = source;
      out.line[count] = originalLine;
      out.originalColumn[count] = originalColumn;
    }
    if (fields === 5) {
      if (!isIndex(name) || name >= names) return `name ${name} of ${names} at ${at}`;
      out.name[count] = name;
    }
    count += 1;
  }
  return out;
}

const isIndex = (value: number) => value >= 0 && value < 2 ** 31;

function countOf(mappings: string): { lines: number; segments: number } {
  let lines = 1;
  let segments = 0;
  let inside = false;
  for (let i = 0; i < mappings.length; i += 1) {
    const code = mappings.charCodeAt(i);
    if (code === semicolon) lines += 1;
    if (code === semicolon || code === comma) inside = false;
    else if (!inside) {
      inside = true;
      segments += 1;
    }
  }
  return { lines, segments };
}

/** Columns of a line may go back; looking up needs them in order. */
function sortLine(out: Segments, from: number, until: number): void {
  const order = Array.from({ length: until - from }, (_, index) => from + index);
  order.sort((a, b) => (out.column[a] ?? 0) - (out.column[b] ?? 0));
  for (const column of [out.column, out.source, out.line, out.originalColumn, out.name])
    column.set(
      order.map((index) => column[index] ?? 0),
      from,
    );
}

/** The last segment of the line that begins at or before the column: its index, or -1. Line and column from 0. */
export function segmentAt(segments: Segments, line: number, column: number): number {
  if (line < 0 || line >= segments.lineStarts.length - 1) return -1;
  const first = segments.lineStarts[line] ?? 0;
  let low = first - 1;
  let high = (segments.lineStarts[line + 1] ?? 0) - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments.column[middle] ?? 0) <= column) low = middle;
    else high = middle - 1;
  }
  return low >= first ? low : -1;
}
