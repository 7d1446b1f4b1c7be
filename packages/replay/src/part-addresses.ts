import { drawingUse } from '@sightglass/wire';
import { cutPart } from './cut-part.ts';
import { type HarmlessDrawing, harmlessDrawing } from './harmless-drawing.ts';

/**
 * Addresses of the stage's own for parts of kept drawings. Chromium reads a file anew for each part of it that is shown: each part is cut out of
 * its file, where it looks the same alone; and what stands at an address that it has read before is there at once, which pages of a site share.
 */
export interface PartAddresses {
  /** @returns the address with the part's name, the same each time; `undefined`: it is not to be shown. */
  of(drawing: string, part: string): string | undefined;
  /** The page was left: of what was shown before, the latest is kept. */
  left(): void;
  /** Lets go of all. */
  stop(): void;
}

interface Read extends HarmlessDrawing {
  /** The address of the whole file, once it is needed. */
  whole?: string;
  document: Document;
  /** Of the files that hold a part, by its name; `undefined`: it is not to be shown. */
  addresses: Map<string, string | undefined>;
}

/** Of the drawings that are kept, as `data:` addresses: three megabytes. */
const mostChars = 4_000_000;

export function createPartAddresses(): PartAddresses {
  /** By their `data:` address, the one that was asked for last at the end; `null`: not to be shown. */
  const drawings = new Map<string, Read | null>();

  function readOf(drawing: string): Read | null {
    const known = drawings.get(drawing);
    const read = known === undefined ? readDrawing(drawing) : known;
    drawings.delete(drawing);
    drawings.set(drawing, read);
    return read;
  }

  return {
    of(drawing, part) {
      const read = readOf(drawing);
      if (!read) return undefined;
      if (!read.addresses.has(part)) read.addresses.set(part, make(read, part));
      const address = read.addresses.get(part);
      return address && `${address}#${part}`;
    },
    left() {
      let chars = 0;
      for (const [drawing, read] of [...drawings].reverse()) {
        chars += drawing.length;
        if (chars <= mostChars) continue;
        letGo(read);
        drawings.delete(drawing);
      }
    },
    stop() {
      for (const read of drawings.values()) letGo(read);
      drawings.clear();
    },
  };
}

const type = 'image/svg+xml';

function readDrawing(data: string): Read | null {
  const read = harmlessDrawing(data);
  if (!read) return null;
  return { ...read, document: new DOMParser().parseFromString(read.drawing, type), addresses: new Map() };
}

function make(read: Read, part: string): string | undefined {
  const cut = cutPart(read.document, part);
  // It is judged by itself: of a file that holds pictures as well other parts are shown.
  if (cut !== undefined && drawingUse(cut) === 'part') return addressOf(cut);
  if (!read.isWhole) return undefined;
  read.whole ??= addressOf(read.drawing);
  return read.whole;
}

function addressOf(file: string): string {
  return URL.createObjectURL(new Blob([file], { type: `${type};charset=utf-8` }));
}

function letGo(read: Read | null): void {
  for (const address of read?.addresses.values() ?? []) if (address) URL.revokeObjectURL(address);
}
