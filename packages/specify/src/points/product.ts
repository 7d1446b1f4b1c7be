import type { FactBook } from '../book.ts';
import { labelled } from '../own-calls.ts';

/** What most screens are titled with is the product's name and not the screen's. */
const productShare = 0.8;
const leastRoutes = 2;
/** What fewer saw may be about one of them. */
const leastVisitors = 2;
/** What the browser writes where something that the person entered stands: an address `jo@fennel.example` has the word of “Fennel Ward”. */
const masked = /\{\w+\}/g;

export interface Product {
  /** Empty: titles have nothing in common. */
  name: string;
  /** The name as titles of some sessions have it, with a word left out in the browser: `{text} Ward`. */
  masked: string[];
}

/** The part that the titles of most screens have in common; where they have none, what the documents are called before scripts run. */
export function productOf(book: FactBook): Product {
  for (const sort of ['title', 'document']) {
    const facts = book.of('app').map((fact) => ({ fact, name: JSON.parse(fact.key) as string[] }));
    const all = facts.find(({ name }) => name[0] === `${sort}s`);
    const routes = all ? labelled(all.fact.counts, 'route:').length : 0;
    const parts = facts
      .filter(({ name, fact }) => name[0] === sort && fact.visitors >= leastVisitors)
      .map(({ name, fact }) => ({ part: name[1] ?? '', on: routesOf(fact.counts), times: fact.n }))
      .filter(({ part }) => part.replace(masked, '').trim() !== '');
    const common = parts
      .map(({ part, on, times }) => {
        const same = part.includes('{') ? [] : parts.filter((other) => isMasked(other.part, part));
        const together = new Set([...on, ...same.flatMap((other) => [...other.on])]);
        return { part, same: same.map((other) => other.part), on: together.size, times };
      })
      .filter(({ on }) => on >= leastRoutes && on >= productShare * routes)
      .toSorted((one, other) => open(one.part) - open(other.part) || other.on - one.on || other.times - one.times);
    const [named] = common;
    if (named !== undefined) return { name: named.part, masked: named.same };
  }
  return { name: '', masked: [] };
}

/** A title with the product's name in it as everybody knows it. */
export function withProduct(title: string, { name, masked }: Product): string {
  const left = masked.find((part) => title.startsWith(part) || title.endsWith(part));
  return left === undefined ? title : title.replace(left, () => name);
}

const routesOf = (counts: Readonly<Record<string, number>>): Set<string> =>
  new Set(labelled(counts, 'route:').map(({ value }) => value));

const open = (part: string): number => (part.includes('{') ? 1 : 0);

/** `{text} Ward` may be `Fennel Ward`. */
function isMasked(part: string, name: string): boolean {
  if (!part.includes('{')) return false;
  const fixed = part.split(masked).map((text) => text.replace(/[.*+?^$|()[\]{}\\]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join('.+')}$`, 'u').test(name);
}
