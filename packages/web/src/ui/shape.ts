import { type Shape, shape } from '@sightglass/wire';

/** One line of a shape as it is read: a name, what stands there, and what stands inside it. */
export interface ShapeLine {
  name: string;
  /** `string · date-time`, `integer`, `object or null`, `list of object`. */
  says: string;
  optional: boolean;
  /** Sizes as far as they are told: `4 to 10 characters`. */
  size: string | null;
  lines: ShapeLine[];
}

/** `null` where what came is no shape, or nothing was seen. */
export function readShape(given: unknown): Shape | null {
  const read = shape.safeParse(given);
  return read.success ? read.data : null;
}

/** A shape laid out for reading: lists show what is in them, optional fields come last, each group by name. */
export function shapeLine(name: string, given: Shape): ShapeLine {
  const inner = given.items?.fields === undefined ? given : given.items;
  const fields = Object.entries(inner.fields ?? {})
    .map(([field, value]) => shapeLine(field, value))
    .sort((a, b) => Number(a.optional) - Number(b.optional) || (a.name < b.name ? -1 : 1));
  const nested = given.items !== undefined && inner === given && given.items.items !== undefined;
  return {
    name,
    says: typeWords(given),
    optional: given.optional === true,
    size: sizeWords(given),
    lines: nested && given.items ? [shapeLine('each', given.items)] : fields,
  };
}

function typeWords(given: Shape): string {
  const types = given.types.filter((type) => type !== 'null').map((type) => oneType(type, given));
  if (given.types.includes('null')) types.push('null');
  return `${types.join(' or ')}${given.truncated ? ' …' : ''}`;
}

function oneType(type: Shape['types'][number], given: Shape): string {
  if (type === 'array') return given.items ? `list of ${typeWords(given.items)}` : 'list';
  if (type === 'string' && given.format !== undefined) return `string · ${given.format}`;
  return type;
}

/** What the buckets of `lengthBucket` mean. */
const lengths: Record<number, string> = { 1: '1–3', 4: '4–10', 11: '11–40', 41: '41–200', 201: 'over 200' };
const sized = new Set(['word', 'sentence', 'code', 'slug', 'base64', 'path', undefined]);

function sizeWords(given: Shape): string | null {
  const length = given.length === undefined ? undefined : lengths[given.length];
  if (given.types.includes('array')) return length === undefined ? null : `${length} items`;
  if (given.types.includes('string') && sized.has(given.format)) return length === undefined ? null : `${length} chars`;
  return null;
}
