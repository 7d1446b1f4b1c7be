import { parseSearch, type SearchNode } from '@sightglass/wire';

/** Which values of one key a search asks for, and which it leaves out. */
export interface Chosen {
  included: ReadonlySet<string>;
  excluded: ReadonlySet<string>;
}

/** What a search says of one key where it says so for all sessions: beside everything else, not within an OR or a sequence. */
export function chosenOf(search: string, key: string): Chosen {
  const own = partsOf(search).filter((part) => isAbout(part, key));
  const values = (nodes: readonly SearchNode[]): Set<string> => new Set(nodes.flatMap(valuesOf));
  return {
    included: values(own.filter(({ type }) => type !== 'not')),
    excluded: values(own.filter(({ type }) => type === 'not')),
  };
}

/** The same search asking for other values of the key; everything else stays as it was written. */
export function choose(search: string, key: string, chosen: Chosen): string {
  const own = partsOf(search).filter((part) => isAbout(part, key));
  const rest = own.reduceRight((text, { at, end }) => text.slice(0, at) + text.slice(end), search);
  const included = [...chosen.included].map(quoted);
  const terms = [
    ...(included.length === 0
      ? []
      : [`${key}:${included.length === 1 ? included.join('') : `(${included.join(' OR ')})`}`]),
    ...[...chosen.excluded].map((value) => `-${key}:${quoted(value)}`),
  ];
  return joined(rest, terms);
}

/** What is left of a search with terms behind it. */
function joined(rest: string, terms: readonly string[]): string {
  // An AND that stood between what is gone now says nothing any more.
  const kept = rest
    .replace(/\s+/g, ' ')
    .replace(/^ ?AND | AND ?$|(?<= AND) AND(?= )/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const alone =
    /\bOR\b/.test(kept) && terms.length > 0 && parseSearch(kept).error === undefined && isOr(kept) ? `(${kept})` : kept;
  return [alone, ...terms].filter(Boolean).join(' ');
}

export type Way = 'include' | 'exclude' | 'only' | 'clear';

export function chooseOne(search: string, key: string, value: string, way: Way): string {
  const { included, excluded } = chosenOf(search, key);
  const without = (set: ReadonlySet<string>): Set<string> => new Set([...set].filter((one) => one !== value));
  if (way === 'only') return choose(search, key, { included: new Set([value]), excluded: new Set() });
  return choose(search, key, {
    included: way === 'include' ? new Set([...included, value]) : without(included),
    excluded: way === 'exclude' ? new Set([...excluded, value]) : without(excluded),
  });
}

/** Bounds of a number, both included; null: none. */
export interface Bounds {
  from: number | null;
  to: number | null;
}

/** What a search asks of a number where it asks it once and plainly. */
export function boundsOf(search: string, key: string): Bounds {
  const [first] = partsOf(search).flatMap((part) =>
    part.type === 'term' && part.key.name === key && part.test.type === 'between' ? [part.test] : [],
  );
  const told = (value: number | undefined): number | null => (Number.isFinite(value) ? (value ?? null) : null);
  return { from: told(first?.from), to: told(first?.to) };
}

/** The same search asking for other bounds of the key; @param write - How a bound is written, such as `2m`. */
export function chooseBounds(
  search: string,
  key: string,
  { from, to }: Bounds,
  write: (value: number) => string,
): string {
  const own = partsOf(search).filter(
    (part) => part.type === 'term' && part.key.name === key && part.test.type === 'between',
  );
  const rest = own.reduceRight((text, { at, end }) => text.slice(0, at) + text.slice(end), search);
  const asked =
    from !== null && to !== null
      ? `${key}:${write(from)}..${write(to)}`
      : from !== null
        ? `${key}:>=${write(from)}`
        : to !== null
          ? `${key}:<=${write(to)}`
          : '';
  return joined(rest, asked === '' ? [] : [asked]);
}

const isOr = (search: string): boolean => {
  const { node, error } = parseSearch(search);
  return error === undefined && node?.type === 'or' && node.at === 0 && !search.startsWith('(');
};

function partsOf(search: string): SearchNode[] {
  const { node, error } = parseSearch(search);
  if (error || !node) return [];
  return node.type === 'and' ? node.parts : [node];
}

function isAbout(node: SearchNode, key: string): boolean {
  if (node.type === 'not') return isAbout(node.part, key);
  if (node.type === 'or') return node.parts.every((part) => part.type === 'term' && isAbout(part, key));
  return node.type === 'term' && node.key.name === key && node.test.type === 'is';
}

function valuesOf(node: SearchNode): string[] {
  if (node.type === 'not') return valuesOf(node.part);
  if (node.type === 'or') return node.parts.flatMap(valuesOf);
  return node.type === 'term' && node.test.type === 'is' ? [node.test.text] : [];
}

function quoted(value: string): string {
  const plain = /^[^\s()"*?:<>[\]-][^\s()"*?]*$/.test(value) && !/^(AND|OR|NOT|then|within)$/i.test(value);
  return plain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
