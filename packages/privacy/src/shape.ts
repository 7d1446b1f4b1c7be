import type { JsonType, Shape } from '@sightglass/wire';
import { type ClosedSet, closedSetOf, hasOtherState, isStateName, wordOf } from './closed-set.ts';
import { bucketOf, formatOf } from './format.ts';
import type { Known } from './known.ts';
import { pathPart } from './path.ts';
import { isSecret, isSignedToken } from './secret-name.ts';

const maxDepth = 12;
const maxFields = 200;
/** An object with more keys than this, all of one type, is a map: its keys are data. */
const mapFrom = 60;
const fullItems = 50;
const maxValues = 12;

/**
 * The shape of a JSON value; the value itself is not in it, save for words of a closed set such as a state. Keys that look like ids become placeholders, since a map's keys are data.
 * Of a secret only the type is told: what it looks like and how long it is would be a part of it.
 *
 * @param set - The closed set that its key names.
 */
export function shapeOf(value: unknown, known: Known, depth = 0, set?: ClosedSet): Shape {
  const shape = typeOnly(value);
  if (typeof value === 'string') return shapeOfText(value, shape, known, set);
  if (typeof value === 'number') shape.magnitude = magnitudeOf(value);
  if (typeof value !== 'object' || value === null) return shape;
  if (Array.isArray(value)) shape.length = bucketOf(value.length);
  if (depth >= maxDepth) return { ...shape, truncated: true };
  return Array.isArray(value)
    ? shapeOfArray(value, shape, known, depth, set)
    : shapeOfObject(value as Record<string, unknown>, shape, known, depth, set);
}

const sizes = ['length', 'magnitude', 'count'] as const;
const words = ['optional', 'truncated'] as const;

/** What two sightings of one place have in common: types united, the largest length, fields that one lacks optional. */
export function mergeShapes(a: Shape, b: Shape): Shape {
  // As nearly all of a list have it.
  const types = `${a.types}` === `${b.types}` ? a.types : [...new Set<JsonType>([...a.types, ...b.types])].sort();
  const merged: Shape = { types };
  const format = !a.types.includes('string')
    ? b.format
    : !b.types.includes('string') || a.format === b.format
      ? a.format
      : undefined;
  if (format) merged.format = format;
  for (const size of sizes) {
    const most = Math.max(a[size] ?? -1, b[size] ?? -1);
    // The larger of two of one kind.
    if (most >= 0) merged[size] = most as never;
  }
  if (a.fields || b.fields) merged.fields = mergeFields(a, b);
  const items = a.items ?? b.items;
  if (items) merged.items = a.items && b.items ? mergeShapes(a.items, b.items) : items;
  // The first of them by the alphabet, so that it does not matter in which order they are merged.
  // A library may have given all objects a method of that name.
  const values = new Set([a, b].flatMap((one) => one.values).filter((one) => typeof one === 'string'));
  if (values.size) merged.values = [...values].sort().slice(0, maxValues);
  for (const word of words) if (a[word] || b[word]) merged[word] = true;
  return merged;
}

function typeOnly(value: unknown): Shape {
  // Of what JSON knows there is no other.
  const type = Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value;
  return { types: [type as JsonType] };
}

function shapeOfText(text: string, shape: Shape, known: Known, set: ClosedSet | undefined): Shape {
  if (isSignedToken(text)) return shape;
  shape.format = formatOf(text);
  shape.length = bucketOf(text.length);
  const word = set && wordOf(text, set, known);
  if (word) shape.values = [word];
  return shape;
}

function shapeOfArray(items: unknown[], shape: Shape, known: Known, depth: number, set?: ClosedSet): Shape {
  for (let i = 0; i < items.length; i++) {
    // The first 50, then every 64th, 128th, 256th …: late oddities still have a chance.
    if (i >= fullItems && (i & (i - 1)) !== 0) continue;
    const item = shapeOf(items[i], known, depth + 1, set);
    shape.items = shape.items ? mergeShapes(shape.items, item) : item;
  }
  return shape;
}

function shapeOfObject(
  value: Record<string, unknown>,
  shape: Shape,
  known: Known,
  depth: number,
  within?: ClosedSet,
): Shape {
  const keys = Object.keys(value);
  const isMap = keys.length > mapFrom && new Set(keys.slice(0, 100).map((key) => typeof value[key])).size === 1;
  // No prototype: a key such as `__proto__` is a key like any other.
  const fields: Record<string, Shape> = Object.create(null);
  const inAddress = hasOtherState(keys);
  let count = 0;
  for (const key of keys) {
    const name = (isMap ? '{token}' : pathPart(key, known)).slice(0, 256);
    if (/^(__proto__|constructor|prototype)$/.test(name)) continue;
    const seen = fields[name];
    if (!seen && ++count > maxFields) {
      shape.truncated = true;
      break;
    }
    const set = within === 'own' ? within : isMap || (inAddress && isStateName(key)) ? undefined : closedSetOf(key);
    const inside = isSecret(key, value[key]) ? typeOnly(value[key]) : shapeOf(value[key], known, depth + 1, set);
    fields[name] = seen ? mergeShapes(seen, inside) : inside;
  }
  shape.fields = fields;
  return shape;
}

function mergeFields(a: Shape, b: Shape): Record<string, Shape> {
  const merged: Record<string, Shape> = Object.create(null);
  for (const name of Object.keys({ ...a.fields, ...b.fields })) {
    const mine = a.fields?.[name];
    const theirs = b.fields?.[name];
    if (mine && theirs) merged[name] = mergeShapes(mine, theirs);
    // One of them has it.
    else merged[name] = { ...((mine ?? theirs) as Shape), ...(a.fields && b.fields && { optional: true }) };
  }
  return merged;
}

function magnitudeOf(value: number): number {
  return Math.max(0, Math.log2(Math.abs(value)) | 0);
}
