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
    .replace(/\]/g, '')
    .split(/[./:[]/);
  const told = parts.map((part) => {
    // A small number behind a word tells fields apart, as `question_12`, `ctl00$txtName` and `P7_NAME`: no form has a thousand of them.
    const word = part.replace(/(?<!\d)\d{1,3}(?=[_$-]|$)/g, '');
    return /^\d*$/.test(part)
      ? '[]'
      : pathPart(word, known) === word && !known.isData(part)
        ? part
        : pathPart(part, known);
  });
  return told.join('.').replaceAll('.[]', '[]').slice(0, maxChars);
}
