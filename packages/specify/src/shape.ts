import type { JsonType, Shape } from '@sightglass/wire';

const types: JsonType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/**
 * One shape that all observations fit. Order and repetition of the observations do not matter: the merge is associative,
 * commutative and idempotent.
 */
export function mergeShapes(one: Shape, other: Shape): Shape {
  const format = mergedFormat(one, other);
  const length = larger(one.length, other.length);
  const magnitude = larger(one.magnitude, other.magnitude);
  const fields = mergedFields(one, other);
  const items = one.items && other.items ? mergeShapes(one.items, other.items) : (one.items ?? other.items);
  return {
    types: types.filter((type) => one.types.includes(type) || other.types.includes(type)),
    ...(format === undefined ? {} : { format }),
    ...(length === undefined ? {} : { length }),
    ...(magnitude === undefined ? {} : { magnitude }),
    ...(fields === undefined ? {} : { fields }),
    ...(items === undefined ? {} : { items }),
    ...(one.optional || other.optional ? { optional: true } : {}),
    ...(one.truncated || other.truncated ? { truncated: true } : {}),
  };
}

/** Of nothing, `null`. */
export function mergeAll(shapes: readonly Shape[]): Shape | null {
  const [first, ...others] = shapes;
  return first === undefined ? null : others.reduce(mergeShapes, first);
}

/** A format holds when all texts have it. A text without one already stands for several formats, and stays without. */
function mergedFormat(one: Shape, other: Shape): Shape['format'] {
  const [isText, otherIsText] = [one.types.includes('string'), other.types.includes('string')];
  if (!isText || !otherIsText) return isText ? one.format : otherIsText ? other.format : undefined;
  return one.format === other.format ? one.format : undefined;
}

function larger<Size extends number>(one: Size | undefined, other: Size | undefined): Size | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

/** A field that one of two objects lacks is optional. What has no `fields` is no object, or was not looked into: it says nothing. */
function mergedFields(one: Shape, other: Shape): Shape['fields'] {
  if (one.fields === undefined || other.fields === undefined) return one.fields ?? other.fields;
  const { fields } = one;
  const names = [...new Set([...Object.keys(fields), ...Object.keys(other.fields)])].sort();
  // From entries, since a field may be called `__proto__`.
  return Object.fromEntries(names.map((name) => [name, mergedField(own(fields, name), own(other.fields ?? {}, name))]));
}

function mergedField(one: Shape | undefined, other: Shape | undefined): Shape {
  if (one && other) return mergeShapes(one, other);
  const alone = one ?? other;
  if (alone === undefined) throw new Error('A field that neither object has');
  return { ...alone, optional: true };
}

function own(fields: Record<string, Shape>, name: string): Shape | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
