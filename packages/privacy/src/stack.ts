import type { StackFrame } from '@sightglass/wire';

const maxFrames = 50;
/** V8: `at new Cart (https://a/b.js:1:2)`. Gecko and WebKit: `add@https://a/b.js:1:2`, and WebKit without `@` where there is no name. */
const engines = [
  /^\s*at (?:(?:async )?(.*?) ?\()?((?:[a-z][\w+.-]*:|\/|<anonymous>).*?)(?::(\d+))?(?::(\d+))?\)?$/i,
  /^(?:(.*?)@|(?=[a-z-]+:\/\/))((?:[a-z][\w+.-]*:|\/).*?)(?::(\d+))?(?::(\d+))?$/i,
];

/** Where on the network an address of a script is, without anything that could be somebody's. */
export type PlaceOf = (url: string) => { host: string; path: string } | undefined;

/** A frame as a line of a stack, or an SDK, tells it. */
export interface FrameParts {
  name: string;
  url: string;
  line?: number | undefined;
  column?: number | undefined;
}

/**
 * The frames of an error's stack as text; its first line, which repeats the message, is left out.
 *
 * @param more - How others write a line, tried first: name, address, line and column are its groups.
 */
export function framesOf(stack: unknown, placeOf: PlaceOf, more: readonly RegExp[] = []): StackFrame[] {
  if (typeof stack !== 'string') return [];
  const frames: StackFrame[] = [];
  for (const line of stack.slice(0, 20_000).split('\n')) {
    if (frames[maxFrames - 1]) break;
    const plain = line.length < 1_000 ? plainLine(line) : '';
    for (const pattern of [...more, ...engines]) {
      const found = pattern.exec(plain);
      if (!found) continue;
      const [, name = '', url = '', at, column] = found;
      frames.push(stackFrame({ name, url, line: Number(at), column: Number(column) }, placeOf));
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

/** One frame; numbers that are none are left out. */
export function stackFrame({ name, url, line, column }: FrameParts, placeOf: PlaceOf): StackFrame {
  // `<anonymous>`, of what the engine itself does, is no address on the page's host.
  const place = /^</.test(url) ? undefined : placeOf(url);
  const frame: StackFrame = {
    host: place?.host ?? '',
    // `blob:` and `data:` addresses name nothing that could be found again, and may hold anything.
    file: place?.path ?? url.replace(/^([a-z-]+:|<\w+>)?.*$/s, '$1').slice(0, 64),
  };
  // V8 says behind it as what it was called, which may be any text: `table.<computed> [as Ada Lovelace]`.
  const code = name.replace(/( \[as (?!\w+])|[^\w$.<>[\] #]).*/s, '').slice(0, 256);
  if (code) frame.function = code;
  if (isCount(line)) frame.line = line;
  if (isCount(column)) frame.column = column;
  return frame;
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
