/// <reference path="./oxc-raw-transfer.d.ts" />
import { type ParserOptions, type Program, parseSync } from 'oxc-parser';
import { prepareRaw } from 'oxc-parser/src-js/raw-transfer/common.js';
import { withoutLaziness } from './split/lazy-modules.ts';
import { plainTexts } from './split/plain-texts.ts';

/** From this length on a script leaves so much behind in the parser's memory that it is let go: twenty bytes for each character. */
const longScript = 1_000_000;

/** A script as a tree, and what was wrong with it first. */
export interface Parsed {
  program: Program;
  fault: string | undefined;
}

/**
 * Parses a text into ESTree with UTF-16 offsets. The tree is read out of the parser's own memory: as JSON, which is the parser's other
 * way, it takes three times the work, and at its height a hundred bytes for each character. Where that cannot be, JSON it is: 6 GiB of
 * addresses (of which only what is used costs memory) are refused on small machines, and what nests too deep is past a stack.
 */
export function parseText(path: string, text: string, options: ParserOptions): Parsed {
  try {
    const parsed = parsedBy(path, text, { ...options, experimentalRawTransfer: true } as ParserOptions); // the parser's types leave it out
    if (text.length >= longScript) prepareRaw(''); // what it took is nobody's then, and the next script gets new one
    return parsed;
  } catch {
    return parsedBy(path, text, options); // whatever the reason, JSON has none of these bounds
  }
}

/** A script of a release, with what minifiers write as templates made plain, and modules that wait to be asked for where they would stand. */
export function parseScript(path: string, text: string): Parsed {
  const { program, fault } = parseText(path, text, { lang: 'js', sourceType: 'unambiguous' });
  return { program: withoutLaziness(plainTexts(program)), fault };
}

function parsedBy(path: string, text: string, options: ParserOptions): Parsed {
  const { program, errors } = parseSync(path, text, options);
  return { program, fault: errors.find(({ severity }) => severity === 'Error')?.message };
}
