import type { Shape } from '@sightglass/wire';

/** A shape as people write it: `{ id: integer, lines: [{ partNo: string code }], note?: string }`. */
export function shapeText(shape: Shape): string {
  return shape.types.map((type) => typeText(type, shape)).join(' or ') || 'anything';
}

function typeText(type: Shape['types'][number], { fields, items, format }: Shape): string {
  if (type === 'object') {
    const entries = Object.entries(fields ?? {}).map(
      ([name, field]) => `${name}${field.optional ? '?' : ''}: ${shapeText(field)}`,
    );
    if (fields === undefined) return 'object';
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (type === 'array') return `[${items ? shapeText(items) : ''}]`;
  return type === 'string' && format !== undefined ? `string ${format}` : type;
}
