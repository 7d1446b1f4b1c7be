/** What is called in more words or signs is a sentence, or somebody's data. */
const mostChars = 40;
const mostWords = 5;
/** Names are letters: a number, an address, a date or a placeholder in one is of a thing. */
const particular = /[\p{N}@#{}•*|"“”„«»]|https?:/u;
/** Heads of which so many are no names are data themselves: days, people. */
const mostData = 1 / 3;
const mostHeads = 40;

/**
 * What a page holds, in the form that observers read: `button Approve`, `columns Order | State | Total`. `undefined` where it has no name
 * that could be the application's own.
 */
export function heldText(what: string, names: readonly string[]): string | undefined {
  const told = [...new Set(names.map(plain).filter((name) => name !== ''))];
  const own = told.filter(isName);
  if (own.length === 0 || own.length > mostHeads || own.length < told.length * (1 - mostData)) return undefined;
  return `${what} ${own.join(' | ')}`;
}

/** Signs around a name show an order or a count. */
const plain = (name: string): string => name.replace(/^[^\p{L}\p{N}•*]+|[^\p{L}\p{N}•*)]+$/gu, '').replace(/\s+/g, ' ');

function isName(name: string): boolean {
  return (
    name.length <= mostChars &&
    name.split(' ').length <= mostWords &&
    /\p{L}/u.test(name) &&
    !particular.test(name) &&
    !/^x+$/i.test(name)
  );
}

/** `button Approve` as its parts. */
export function partsOfHeld(text: string): { what: string; names: string[] } {
  const space = text.indexOf(' ');
  return { what: text.slice(0, space), names: text.slice(space + 1).split(' | ') };
}
