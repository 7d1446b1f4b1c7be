import type { SegmentContent, SegmentOperation } from '@sightglass/wire';
import { isSheetHash, type Receipt, type SheetKeeper } from './sheets.ts';

const storedText = 9;

/**
 * Moves the texts that a segment brings for the project to the sheets, and tells them which ones it names.
 *
 * @returns what is left to be kept, and how many texts came under another's hash, which are dropped.
 */
export async function moveTexts(
  sheets: SheetKeeper,
  project: string,
  content: SegmentContent,
  about: Receipt,
): Promise<{ content: SegmentContent; refused: number }> {
  if (content.format !== 'sightglass/1') return { content, refused: 0 };
  const events: SegmentOperation[] = [];
  let refused = 0;
  for (const operation of content.events) {
    const [kind, t, name, text] = operation;
    if (kind !== storedText || typeof text !== 'string') {
      events.push(operation);
      continue;
    }
    const done = isSheetHash(name) ? await sheets.keep(project, name, text, about) : 'refused';
    if (done === 'left') events.push(operation);
    else if (done === 'kept') events.push([storedText, t, name]);
    else refused += 1;
  }
  return { content: { format: content.format, events }, refused };
}

/** The hashes that a segment names, found in its JSON. A text that looks like one costs a look at a file that is not there. */
export function namedTexts(json: string): Set<string> {
  return new Set([...json.matchAll(/\[7,"([\w-]{22})"\]/g)].flatMap(([, name]) => name ?? []));
}
