import type { ReplayLine, SegmentOperation } from '@sightglass/wire';
import type { TellableSegment } from './telling.ts';

/** Lines of a replay as they came, kept for the stretches that are shown: those used last, within a bound. */
export interface Shelf {
  put(line: ReplayLine, text: string): void;
  /** `null`: damaged in the store. `undefined`: not here. */
  take(page: string, seq: number): TellableSegment | null | undefined;
  has(page: string, seq: number): boolean;
  /** What all lines that came tell of the page's pictures and fonts, as operations of our own format that a reader can begin with. */
  pictures(page: string): SegmentOperation[];
  readonly texts: ReadonlyMap<string, string>;
}

/** In characters, of which most take one byte. */
const mostSegments = 48 * 1024 * 1024;
const mostTexts = 32 * 1024 * 1024;
const mostFresh = 24;
const mostPictures = 128;

/** @param page - As `pageKey` names it. */
export function createShelf(): Shelf {
  const lines = new Map<string, string | null>();
  const texts = new Map<string, string>();
  /** As they were read when they came, until they are used: what is fetched is mostly used at once. */
  const fresh = new Map<string, TellableSegment>();
  const pictures = new Map<string, Map<unknown, SegmentOperation>>();
  const sizes = { lines: 0, texts: 0 };

  function put(line: ReplayLine, text: string): void {
    if ('text' in line) {
      const value = line.value ?? '';
      if (!texts.has(line.text)) sizes.texts += value.length;
      texts.set(line.text, value);
      // Each answer brings those that it names: what goes here comes again with the segments that need it.
      sizes.texts -= shrink(texts, sizes.texts, mostTexts);
      return;
    }
    const isGap = 'gap' in line;
    const { tab, page, seq } = isGap ? line.gap : line;
    const key = `${pageKey(tab, page)} ${seq}`;
    if (lines.has(key) && (isGap || lines.get(key) !== null)) return;
    lines.set(key, isGap ? null : text);
    if (!isGap) {
      fresh.set(key, line);
      learn(pageKey(tab, page), line);
    }
    const [oldest] = fresh.size > mostFresh ? fresh.keys() : [];
    if (oldest !== undefined) fresh.delete(oldest);
    sizes.lines += isGap ? 0 : text.length;
    sizes.lines -= shrink(lines, sizes.lines, mostSegments);
  }

  function learn(page: string, { format, events }: TellableSegment): void {
    if (format !== 'sightglass/1') return;
    const own = pictures.get(page) ?? new Map<unknown, SegmentOperation>();
    for (const operation of events) {
      if (!Array.isArray(operation) || operation[0] !== 16) continue;
      const [, , address, text] = operation;
      if (text && !own.has(address) && own.size < mostPictures) own.set(address, [16, 0, address, text]);
    }
    if (own.size > 0) pictures.set(page, own);
  }

  function take(page: string, seq: number): TellableSegment | null | undefined {
    const key = `${page} ${seq}`;
    const text = lines.get(key);
    if (typeof text !== 'string') return text;
    // A map lists what was put in last at its end.
    lines.delete(key);
    lines.set(key, text);
    const read = fresh.get(key);
    fresh.delete(key);
    return read ?? (JSON.parse(text) as TellableSegment); // it was read once, when it came
  }

  return {
    put,
    take,
    has: (page, seq) => lines.has(`${page} ${seq}`),
    pictures: (page) => [...(pictures.get(page)?.values() ?? [])],
    texts,
  };
}

export function pageKey(tab: string, page: string): string {
  return `${tab} ${page}`;
}

/** Lets the longest unused go, but for the one that came last; answers how much that was. */
function shrink(kept: Map<string, string | null>, size: number, most: number): number {
  let gone = 0;
  for (const [key, text] of kept) {
    if (size - gone <= most || kept.size <= 1) break;
    gone += text?.length ?? 0;
    kept.delete(key);
  }
  return gone;
}
