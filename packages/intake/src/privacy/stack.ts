import type { StackFrame } from '@sightglass/wire';
import { type Address, placeOf } from './path.ts';

const maxFrames = 50;
const maxStackChars = 20_000;
const maxLineChars = 1_000;
/**
 * V8: `at new Cart (https://a/b.js:1:2)`. Gecko and WebKit: `add@https://a/b.js:1:2`. As Datadog writes them: `at add(x) @ https://a/b.js:1:2`.
 */
const lines = [
  /^\s*at (?:(.*?)(?:\([^()]*\))? @ )((?:[a-z][\w+.-]*:|\/|<anonymous>).*?)(?::(\d+))?(?::(\d+))?$/i,
  /^\s*at (?:(?:async )?(.*?) ?\()?((?:[a-z][\w+.-]*:|\/|<anonymous>).*?)(?::(\d+))?(?::(\d+))?\)?$/i,
  // WebKit leaves the `@` out where a function has no name.
  /^(?:(.*?)@|(?=[a-z-]+:\/\/))((?:[a-z][\w+.-]*:|\/).*?)(?::(\d+))?(?::(\d+))?$/i,
];

/** The frames of an error's stack as text; its first line, which repeats the message, is left out. */
export function framesOf(stack: unknown, page: Address | undefined): StackFrame[] {
  if (typeof stack !== 'string') return [];
  const frames: StackFrame[] = [];
  for (const line of stack.slice(0, maxStackChars).split('\n')) {
    if (frames.length === maxFrames) break;
    if (line.length >= maxLineChars) continue;
    const plain = plainLine(line);
    for (const pattern of lines) {
      const found = pattern.exec(plain);
      if (found === null) continue;
      const [, name = '', url = '', at, column] = found;
      frames.push(frameOf({ name, url, line: Number(at ?? Number.NaN), column: Number(column ?? Number.NaN) }, page));
      break;
    }
  }
  return frames;
}

/**
 * A line of a stack without what engines wrap around a place: code that was evaluated stands where it was evaluated from, and what a Gecko
 * stack was continued by (`async*`, `setTimeout handler*`) is no part of the name.
 */
function plainLine(line: string): string {
  return line
    .replace(/\(eval at .*?\(([^()]+?:\d+:\d+)\).*$/, '($1)')
    .replace(/ line (\d+)(?: > [\w ]+)+(?::\d+){0,2}$/, ':$1')
    .replace(/^[\w ]+\*(?=[^*@]*@)/, '')
    .replace(/(:wasm-function\[\d+\]):0x[\da-f]+/, '');
}

/** One frame, from its parts as an SDK tells them; numbers that are none are left out. */
export function frameOf(
  { name, url, line, column }: { name: string; url: string; line: number; column: number },
  page: Address | undefined,
): StackFrame {
  const place = placeOf(url, page, true);
  const frame: StackFrame = {
    host: place?.host ?? '',
    // `blob:` and `data:` addresses name nothing that could be found again, and may hold anything.
    file: place?.path ?? url.replace(/^([a-z-]+:|<\w+>)?.*$/s, '$1').slice(0, 64),
  };
  const code = name.replace(/[^\w$.<>[\] #]+.*$/s, '').slice(0, 256);
  if (code !== '') frame.function = code;
  if (Number.isSafeInteger(line) && line >= 0) frame.line = line;
  if (Number.isSafeInteger(column) && column >= 0) frame.column = column;
  return frame;
}
