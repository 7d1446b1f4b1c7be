import { hash64 } from '../hash.ts';
import { issueOf, sourceClass, type Told } from './raw-key.ts';
import { isNative, messageTemplate } from './template.ts';

/** A frame of the stack in the words of the sources. `undefined` in a list: it stayed as it came. */
export interface ReadFrame {
  file: string;
  function: string;
  owner: 'product' | 'third-party' | 'unknown';
  /** Text of the line; empty where the map does not hold it. */
  text: string;
}

export interface Grouped {
  /** The grouping key: 16 hexadecimal digits. */
  key: string;
  /** `src/cart/total.ts in sumOf`; empty where nothing was read. */
  place: string;
}

/**
 * The rule by which errors are one issue (docs/issues.md). Errors agree in source class, type, message template and the place of the
 * topmost frame that is the product's own: its file and function, and where the function has no name, the text of the line. Of what engines
 * say by themselves the text of the line stands in place of the message, since each engine has other words. Where no map tells of the
 * product's frames, {@link issueOf} decides.
 *
 * @param frames - Of the error's stack, in its order.
 */
export function groupingOf(error: Told, frames: readonly (ReadFrame | undefined)[]): Grouped {
  const read = frames.filter((frame) => frame !== undefined);
  const top = read.find(({ owner }) => owner === 'product') ?? read.find(({ owner }) => owner === 'unknown') ?? read[0];
  // A product frame that was not read may lie above one that was, of a library: then the library would stand for it.
  if (top === undefined || (top.owner === 'third-party' && frames.includes(undefined)))
    return { key: issueOf(error), place: '' };
  const line = top.text.replace(/\s+/g, ' ').trim();
  const says = isNative(error.type, error.message) && line !== '' ? `line ${line}` : messageTemplate(error.message);
  const within = top.function || `line ${line}`;
  return {
    key: hash64([sourceClass(error.source), error.type, says, top.file, within].join('\n')),
    place: top.function === '' ? top.file : `${top.file} in ${top.function}`,
  };
}
