import type { Known } from './known.ts';
import { pathPart } from './path.ts';

const maxChars = 256;

/**
 * What code calls a field, in one way of writing: `lines[].quantity` for `lines[0].quantity`, `#/lines/0/quantity` (a JSON pointer),
 * `lines[0][quantity]` and `lines.0.quantity`. Parts that are data become placeholders.
 */
export function fieldPath(name: string, known: Known): string {
  if (name.includes('@')) return pathPart(name, known);
  const parts = name
    .replace(/^[#$]?[/.]*(?:data\/attributes\/)?/, '')
    .replace(/\[([^[\]]*)\]/g, '.$1')
    .split(/[./]/);
  const told = parts.map((part) => (/^\d*$/.test(part) ? '[]' : pathPart(part, known)));
  return told.join('.').replaceAll('.[]', '[]').slice(0, maxChars);
}
