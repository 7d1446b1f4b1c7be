import type { Shape } from '@sightglass/wire';

export interface FieldSeen {
  /** `$` is the body itself, `items[].lines[].partNo` a field in it, `[].name` one where the body is a list. */
  path: string;
  labels: string[];
}

/** Deeper than this a body says how something is written (a page tree, a query language), not what an application knows. */
const mostDepth = 8;
const mostFields = 400;

/**
 * A body's shape as a flat list, so that the shapes of many bodies add up. Labels: `type:string`, `format:date` (`format:?`: several),
 * `length:11`, `magnitude:4`, `count:25`, `value:draft`, `optional` (absent from some items of the list that it stands in) and
 * `truncated`. A field's presence is its number of sightings against the sightings of its parent as `type:object`.
 */
export function fieldsOf(shape: Shape): FieldSeen[] {
  const seen = new Map<string, string[]>();
  visit(shape, '', 0);
  return [...seen].map(([path, labels]) => ({ path: path === '' ? '$' : path, labels }));

  function visit(node: Shape, path: string, depth: number): void {
    if (seen.has(path) || seen.size >= mostFields) return;
    seen.set(path, labelsOf(node));
    if (depth >= mostDepth) return;
    if (node.items) visit(node.items, `${path}[]`, depth + 1);
    for (const [name, field] of Object.entries(node.fields ?? {})) {
      const step = isId(name) ? '{key}' : name;
      visit(field, path === '' ? step : `${path}.${step}`, depth + 1);
    }
  }
}

/** An object whose names are ids is a map from them: the names are data, and what they lead to is of one kind. */
function isId(name: string): boolean {
  return /^\d+$|^[0-9a-f]{8}-[0-9a-f-]{27}$|^[0-9a-f]{16,}$|^\d{4}-\d{2}(?:-\d{2})?|@|^[0-9A-HJKMNP-TV-Z]{26}$/i.test(
    name,
  );
}

function labelsOf(node: Shape): string[] {
  const { types, format, length, magnitude, values = [], count, optional, truncated } = node;
  return [
    ...types.map((type) => `type:${type}`),
    ...(types.includes('string') ? [`format:${format ?? '?'}`] : []),
    ...(length === undefined ? [] : [`length:${length}`]),
    ...(magnitude === undefined ? [] : [`magnitude:${magnitude}`]),
    ...(count === undefined ? [] : [`count:${count}`]),
    ...values.map((value) => `value:${value}`),
    ...(optional ? ['optional'] : []),
    ...(truncated ? ['truncated'] : []),
  ];
}
