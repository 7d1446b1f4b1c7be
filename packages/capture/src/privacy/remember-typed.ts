import type { KnownTexts } from './known.ts';

const maxChars = 10_000;
const untyped = /^(button|submit|reset|image|file|color|checkbox|radio|hidden)$/;

/**
 * Remembers what a field holds now that the person has typed or chosen there.
 *
 * @param at - Where the event began, in any frame.
 * @param secret - Undefined where the person is only about to type.
 */
export function rememberTyped(known: KnownTexts, at: EventTarget | null | undefined, secret?: boolean): void {
  const field = at as HTMLInputElement;
  if (field?.nodeType !== 1) return;
  if (untyped.test(field.type)) return void rememberFiles(known, field.files);
  if (field.localName === 'select') {
    // Words of the page beside the application's own: of both, what it was that was chosen.
    // What has no value stands for no choice.
    for (const { value, text } of (at as HTMLSelectElement).selectedOptions) if (value) [value, text].map(known.chosen);
    return;
  }
  // Not asked of a field: to answer it the browser may have to work out the page's styles.
  const isContentEditable = !/^(input|textarea)$/.test(field.localName) && field.isContentEditable;
  // Of an editor, the text that the caret stands in: Chromium tells that of a shadow root by the root alone, where there is none by the document.
  const caret = (isContentEditable &&
    ((field.getRootNode() as Document).getSelection?.() ?? field.ownerDocument.getSelection())?.anchorNode) as
    | Node
    | undefined;
  const place = caret?.nodeType === 3 ? caret : field;
  const text = isContentEditable ? place.textContent : field.value;
  if (!text?.slice) return;
  // Of a component it may be a list of all that was chosen or typed there.
  const said = [text]
    .flat()
    .filter((one) => one?.slice)
    .join('\n')
    .slice(0, maxChars);
  if (secret === undefined) known.found(said, place);
  else known.typed(said, secret, place);
}

/** What a file is called is its owner's, and so is the folder that it was chosen with. */
export function rememberFiles(known: KnownTexts, files: Iterable<File> | null | undefined): void {
  for (const { name, webkitRelativePath } of files ?? [])
    (webkitRelativePath || name).split('/').map((part) => known.typed(part));
}
