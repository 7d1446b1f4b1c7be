import type { Owner } from './face.ts';
import { isFault, readMap, type SourceMap } from './map/read.ts';
import { ownerOfSource } from './own/by-path.ts';

/** One line of a stack, as a browser tells it. */
export interface StackFrame {
  /** Address or path of the script. */
  file: string;
  /** From 1. */
  line: number;
  /** From 1, as stacks of browsers count; 0 where they tell none. */
  column: number;
  function: string;
}

/** A frame in the words of the sources. */
export interface OriginalFrame {
  file: string;
  /** From 1. */
  line: number;
  /** From 0, as in `Place`. */
  column: number;
  /** The function around the place, as the source calls it; empty where the source does not tell. */
  function: string;
  /** Whose code it is, as far as the source's name tells. */
  owner: Owner;
  /** Lines of the source around it; `first` is the number of the first of them. */
  lines: { first: number; text: string[] } | undefined;
}

/** Finds the map of a script by its address, as text or read already; `undefined` when the release has none. */
export type MapOf = (file: string) => string | SourceMap | undefined;

const maxFrames = 100;
const linesAround = 5;
const maxLineLength = 300;

/**
 * Says of each frame of a stack where it is in the sources. A frame without a map, or with a map that does not know the place or
 * is damaged, is answered `undefined`: it is then shown as it came. Maps are read once each; at most 100 frames are looked at.
 */
export function unminify(frames: readonly StackFrame[], mapOf: MapOf): (OriginalFrame | undefined)[] {
  const maps = new Map<string, SourceMap | undefined>();
  return frames.map((frame, index) => {
    if (index >= maxFrames) return undefined;
    if (!maps.has(frame.file)) {
      const found = mapOf(frame.file);
      const map = typeof found === 'string' ? readMap(found) : found;
      maps.set(frame.file, map === undefined || isFault(map) ? undefined : map);
    }
    const map = maps.get(frame.file);
    return map && originalOf(frame, map);
  });
}

function originalOf(frame: StackFrame, map: SourceMap): OriginalFrame | undefined {
  const original = map.originalAt(frame.line, Math.max(0, frame.column - 1));
  const source = original && map.sources[original.source];
  if (!original || !source) return undefined;
  const lines = source.text?.split(/\r\n|[\n\r\u2028\u2029]/);
  const first = Math.max(1, original.line - linesAround);
  return {
    file: source.label,
    line: original.line,
    column: original.column,
    // The name that a map has at a place is that of the word there: of what is called, and not of what calls.
    function: lines ? functionAround(lines, original.line) : '',
    owner: ownerOfSource(source),
    lines: lines && {
      first,
      text: lines.slice(first - 1, original.line + linesAround).map((line) => line.slice(0, maxLineLength)),
    },
  };
}

/** Names that look like a function's head and are none. */
const words = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'function',
  'with',
  'await',
  'typeof',
  'new',
  'super',
  'constructor',
]);
const heads = [
  /\bfunction\s*\*?\s*([\w$]+)\s*[(<]/,
  /\b(?:const|let|var)\s+([\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>|\($)/,
  /^\s*(?:(?:public|private|protected|static|async|override|get|set|\*)\s+)*([\w$#]+)\s*(?:<[^>]*>)?\([^;]*\)\s*(?::[^{]+)?\{\s*$/,
  /^\s*([\w$]+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/,
];
const maxLinesUp = 400;

/**
 * The function that a line of a source lies in, told by indentation: the nearest head above that is indented less. Sources in
 * maps are TypeScript, Vue, Svelte and more, so they are read as lines, and not parsed.
 */
function functionAround(lines: readonly string[], line: number): string {
  let indent = indentOf(lines[line - 1] ?? '') + 1; // the line itself may hold the whole function
  for (let at = line - 1; at >= 0 && line - at <= maxLinesUp; at -= 1) {
    const text = (lines[at] ?? '').slice(0, maxLineLength);
    if (text.trim() === '' || /^\s*[)}\]]/.test(text)) continue;
    const here = indentOf(text);
    if (here >= indent) continue;
    for (const head of heads) {
      const name = head.exec(text)?.[1];
      if (name !== undefined && !words.has(name)) return name;
    }
    indent = here;
    if (indent === 0) return '';
  }
  return '';
}

const indentOf = (text: string) => text.length - text.trimStart().length;
