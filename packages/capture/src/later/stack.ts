import type { StackFrame } from '@sightglass/wire';
import type { KnownTexts } from '../privacy/known.ts';
import { placeOf } from '../privacy/path.ts';

const maxFrames = 50;
/** V8: `at new Cart (https://a/b.js:1:2)`. Gecko and WebKit: `add@https://a/b.js:1:2`. */
const v8 = /^\s*at (?:(?:async )?(.*?) ?\()?((?:[a-z][\w+.-]*:|\/|<anonymous>).*?)(?::(\d+))?(?::(\d+))?\)?$/i;
/** WebKit leaves the `@` out where a function has no name. */
const others = /^(?:(.*?)@|(?=[a-z-]+:\/\/))((?:[a-z][\w+.-]*:|\/).*?)(?::(\d+))?(?::(\d+))?$/i;

/** The frames of an error's stack; its first line, which repeats the message, is left out. */
export function framesOf(stack: unknown, known: KnownTexts): StackFrame[] {
  if (typeof stack !== 'string') return [];
  const frames: StackFrame[] = [];
  for (const line of stack.slice(0, 20_000).split('\n')) {
    if (frames.length === maxFrames) break;
    const plain = line.length < 1_000 ? plainLine(line) : '';
    const found = v8.exec(plain) ?? others.exec(plain);
    if (found) frames.push(frameOf(found, known));
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

function frameOf([, name, url = '', line, column]: RegExpExecArray, known: KnownTexts): StackFrame {
  const place = placeOf(url, known, true);
  const frame: StackFrame = {
    host: place?.host ?? '',
    // `blob:` and `data:` addresses name nothing that could be found again, and may hold anything.
    file: place?.path ?? url.replace(/^([a-z-]+:|<\w+>)?.*$/s, '$1'),
  };
  const code = name?.replace(/[^\w$.<>[\] #]+.*$/s, '').slice(0, 256);
  if (code) frame.function = code;
  if (line) frame.line = Number(line);
  if (column) frame.column = Number(column);
  return frame;
}
