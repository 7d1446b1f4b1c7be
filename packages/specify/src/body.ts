import type { Fact, Shape, TextFormat } from '@sightglass/wire';
import { joinFacts } from './book.ts';
import { labelled } from './own-calls.ts';

/** A field of bodies of one kind, or a whole body: what all of them together show. */
export interface BodyNode {
  /** `$`, `items[].orderId`; see `observe/fields.ts`. */
  path: string;
  /** The last step of the path; empty for the body itself and for the items of a list. */
  name: string;
  fact: Fact;
  fields: BodyNode[];
  items: BodyNode | null;
  /** Answers in which what it stands in was an object, whether it was there or not. */
  of: number;
}

/** @param facts - Of one call (and status); `pathOf` says which field each is about. */
export function bodyTree(facts: readonly Fact[], pathOf: (fact: Fact) => string): BodyNode | null {
  const nodes = new Map<string, BodyNode>();
  for (const { id: path, fact } of joinFacts(facts, pathOf)) {
    const name = path === '$' || path.endsWith('[]') ? '' : path.slice(parentOf(path).length).replace(/^\./, '');
    nodes.set(path, { path, name: path === '$' ? '' : name, fact, fields: [], items: null, of: fact.n });
  }
  for (const node of nodes.values()) {
    const parent = node.path === '$' ? undefined : nodes.get(parentOf(node.path) || '$');
    if (parent === undefined) continue;
    if (node.path.endsWith('[]')) parent.items = node;
    else {
      parent.fields.push(node);
      node.of = Math.max(node.fact.n, parent.fact.counts['type:object'] ?? 0);
    }
  }
  return nodes.get('$') ?? null;
}

/** `items[].lines` stands in `items[]`, that in `items`, that in the body itself, which is empty here. */
function parentOf(path: string): string {
  if (path.endsWith('[]')) return path.slice(0, -2);
  const dot = path.lastIndexOf('.');
  return dot < 0 ? '' : path.slice(0, dot);
}

const types: Shape['types'] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/** Without `null`. */
function typesOf({ counts }: Fact): Shape['types'] {
  return types.filter((type) => type !== 'null' && (counts[`type:${type}`] ?? 0) > 0);
}

/** `any` where it is now this and now that. A whole number is a number too. */
export function typeOf(fact: Fact): string {
  const seen = typesOf(fact);
  if (seen.length === 2 && seen.includes('integer') && seen.includes('number')) return 'number';
  return seen.length === 1 ? (seen[0] ?? 'any') : seen.length === 0 ? 'null' : 'any';
}

export const isNullable = ({ counts }: Fact): boolean => (counts['type:null'] ?? 0) > 0;

/** `null`: no text, or several formats. An empty text is no format of its own, it is a text that is not there yet. */
export function formatOf({ counts }: Fact): TextFormat | null {
  const formats = labelled(counts, 'format:').filter(({ value }) => value !== 'empty');
  return formats.length === 1 && formats[0]?.value !== '?'
    ? ((formats[0]?.value as TextFormat | undefined) ?? null)
    : null; // written by the wire's schema
}

/** How often it was there, and how often what it stands in was there without it. Of a list's items it only counts if one lacked it. */
export function presenceOf({ fact, of }: BodyNode): { present: number; absent: number } {
  const absent = Math.max(of - fact.n, 0) + (fact.counts.optional ?? 0);
  return { present: Math.max(of - absent, 0), absent };
}

/** The shape that all bodies fit. */
export function toShape(node: BodyNode): Shape {
  const { counts } = node.fact;
  const format = formatOf(node.fact);
  const length = Math.max(...labelled(counts, 'length:').map(({ value }) => Number(value)), -1);
  const magnitude = Math.max(...labelled(counts, 'magnitude:').map(({ value }) => Number(value)), -1);
  const seen = types.filter((type) => (counts[`type:${type}`] ?? 0) > 0);
  return {
    types: seen.length > 0 ? seen : ['null'],
    ...(format === null ? {} : { format }),
    ...(length < 0 ? {} : { length: length as Exclude<Shape['length'], undefined> }), // a bucket, as it was written
    ...(magnitude < 0 ? {} : { magnitude }),
    ...(seen.includes('object')
      ? { fields: Object.fromEntries(node.fields.map((field) => [field.name, toShape(field)])) }
      : {}),
    ...(node.items ? { items: toShape(node.items) } : {}),
    ...(node.path !== '$' && presenceOf(node).absent > 0 ? { optional: true } : {}),
    ...(counts.truncated ? { truncated: true } : {}),
  };
}
