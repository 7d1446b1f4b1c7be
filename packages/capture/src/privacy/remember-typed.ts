import type { KnownTexts } from './known.ts';

const maxChars = 2_000;
const untyped = /^(button|submit|reset|image|checkbox|radio|range|color|file|hidden)$/;

/**
 * Remembers what a field holds now that the person has typed or chosen there.
 *
 * @param at - Where the event began, in any frame.
 * @param secret - Undefined where the person is only about to type.
 */
export function rememberTyped(
  known: KnownTexts,
  at: EventTarget | null | undefined,
  secret: boolean | undefined,
): void {
  const field = at as HTMLInputElement;
  if (field?.nodeType !== 1) return;
  // What a file is called is its owner's.
  for (const { name } of field.files ?? []) known.typed(name);
  if (untyped.test(field.type)) return;
  if (field.localName === 'select') {
    known.chosen(field.value);
    return;
  }
  const { isContentEditable } = field;
  // Of an editor, the text that the caret stands in.
  const caret = isContentEditable ? field.ownerDocument.getSelection()?.anchorNode : null;
  const place = caret?.nodeType === 3 ? caret : field;
  const text = isContentEditable ? place.textContent : field.value;
  if (typeof text !== 'string' || text.length > maxChars) return;
  if (secret === undefined) known.found(text, place);
  else known.typed(text, secret, place);
}
