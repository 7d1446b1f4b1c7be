import { singular, wordsOf } from '@sightglass/wire';
import type { CallFact } from '../extract/fact.ts';

/**
 * The call that the code means by a name: the function that makes it is called so; or its path has just these words. Where several
 * would do, none is.
 *
 * @param entity - Of several functions of one name, the one whose path has this in it.
 */
export function callNamed(calls: readonly CallFact[], name: string, entity?: string): CallFact | undefined {
  const named = calls.filter(({ names }) => names[0] === name);
  if (named.length === 1) return named[0];
  const about =
    entity === undefined
      ? []
      : named.filter(({ path }) => path.split('/').some((segment) => singular(segment) === entity));
  if (about.length === 1) return about[0];
  if (named.length > 0) return undefined;
  const wanted = wordsIn(name);
  const alike = calls.filter(({ path }) => {
    const words = wordsIn(path.replace(/\{[^{}]*\}/g, ' ').replace(/^\/(?:(?:api|rest|v\d+)\/)*/i, '/'));
    return wanted.length > 1 && words.length === wanted.length && words.every((word) => wanted.includes(word));
  });
  return alike.length === 1 ? alike[0] : undefined;
}

const wordsIn = (text: string): string[] => wordsOf(text).map(singular);
