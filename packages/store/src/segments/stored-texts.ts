import type { SegmentContent, SegmentOperation } from '@sightglass/wire';
import type { SheetKeeper } from './sheets.ts';
import { isSheetHash, type Receipt } from './text-files.ts';

const storedText = 9;
const asset = 16;

export interface Moved {
  /** What is left to be kept. */
  content: SegmentContent;
  /** Texts that came under another's hash, and were dropped. */
  refusedTexts: number;
  /** Files that are no picture or font, too large, or more than show themselves. */
  refusedAssets: number;
  /** Pictures and fonts for which there is no room. */
  leftAssets: number;
}

/** Moves the texts and files that a segment brings for the project to the sheets, and tells them which ones it names. */
export async function moveTexts(
  sheets: SheetKeeper,
  project: string,
  content: SegmentContent,
  about: Receipt,
): Promise<Moved> {
  const moved: Moved = { content, refusedTexts: 0, refusedAssets: 0, leftAssets: 0 };
  if (content.format !== 'sightglass/1') return moved;
  const events: SegmentOperation[] = [];
  for (const operation of content.events) {
    const [kind, t, name, text, address] = operation;
    if (kind === asset && typeof address === 'string') {
      const [, hash] = Array.isArray(text) ? (text as unknown[]) : [];
      if (text === null || isSheetHash(hash))
        await sheets.bind(project, address, isSheetHash(hash) ? hash : null, about);
      // Who watches has no use for the hashed address.
      events.push([asset, t, name, text]);
    } else if (kind !== storedText || typeof text !== 'string') events.push(operation);
    else {
      const done = isSheetHash(name) ? await sheets.keep(project, name, text, about) : 'refused';
      if (done === 'left') events.push(operation);
      else if (done === 'kept') events.push([storedText, t, name]);
      else if (done === 'full') moved.leftAssets += 1;
      else if (text.startsWith('data:')) moved.refusedAssets += 1;
      else moved.refusedTexts += 1;
    }
  }
  return { ...moved, content: { format: content.format, events } };
}

/** The hashes that a segment names, found in its JSON. A text that looks like one costs a look at a file that is not there. */
export function namedTexts(json: string): Set<string> {
  return new Set([...json.matchAll(/\[7,"([\w-]{22})"\]/g)].flatMap(([, name]) => name ?? []));
}
