import type { EpochMs, ReplayEvent, SegmentContent, SegmentOperation } from '@sightglass/wire';
import { createLines, parseLine } from './read-lines.ts';
import { createScan, type PageSummary } from './scan.ts';
import { createShelf, pageKey } from './shelf.ts';
import { inSlices, type LeftOut } from './slices.ts';
import type { Delivery } from './stage-messages.ts';
import { isBare, styledFirst, styledUntil } from './styled-at-once.ts';
import { createTelling, type TellableSegment, type Telling } from './telling.ts';

/** One answer's lines: kept for stretches, read over once, or both (what comes while a session is live). */
export interface Channel {
  kind: 'stretch' | 'scan' | 'live';
  /** Several may come at once. */
  answer: number;
}

export interface Begin {
  stretch: number;
  /** Who is to be shown it; see `join`. */
  viewer: number;
  tab: string;
  page: string;
  /** Segments by number, from one in which a whole page begins. */
  first: number;
  last: number;
  at: EpochMs;
  /** Those of them that are stored: where one is not here nothing is told but which. */
  needs: readonly number[];
  /** There is more after the last, or may be: half a page is not told. */
  more: boolean;
  /** There is more, and it is stored: a page is not told without the sheets of its first seconds. */
  stored: boolean;
}

/** What a stretch came to. */
export interface Told {
  /** The time of the page that it begins with; `null`: none came, so nothing can be shown. */
  from: EpochMs | null;
  until: EpochMs;
  format: SegmentContent['format'] | null;
  refused: number;
  /** Of all that was told since it began. */
  leftOut: LeftOut;
  /** Needed, and not here: nothing was told. */
  lacking: number[];
  /** Nothing was told yet, since half a page is known, or one without its sheets. */
  isHalf: boolean;
}

/** Of some more events of a stretch as much as is known to who does not show them. */
export interface Outline {
  /** Ascending. */
  times: EpochMs[];
  /** About how many nodes they touch. */
  nodes: number;
}

type OnPart = (part: Outline) => void;

/** Where events go: a stage's port, or a test's own. */
export interface DeliveryPort {
  postMessage(delivery: Delivery): void;
}

/**
 * Reads a replay's bytes and tells stretches of its pages: all that takes long, so that it can be done in a worker. Never throws for what
 * a recording holds.
 */
export interface Decoder {
  /** Resolves when they are read: who sends more before is ahead of us. */
  take(channel: Channel, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The last bytes of an answer have come. */
  end(channel: Channel): Promise<void>;
  /** What reading over has brought since it was asked last. */
  news(): Promise<PageSummary[]>;
  /** From now on the events of what is begun for this viewer go there. */
  join(viewer: number, port: DeliveryPort): Promise<void>;
  /** Tells its viewer the page as it stood at `at`, and what follows until the last of the segments. */
  begin(about: Begin, onPart: OnPart): Promise<Told>;
  /** Goes on until this segment. */
  extend(stretch: number, about: Pick<Begin, 'last' | 'needs' | 'more' | 'stored'>, onPart: OnPart): Promise<Told>;
  forget(stretch: number): Promise<void>;
  stop(): void;
}

/** Of events that a segment adds to a page, more than this is a rush: it is shown as what came of it. */
const rush = 20_000;
/** What one part weighs, so that taking it over is a short task. */
const partWeight = 4_000;

interface Open extends Omit<Told, 'lacking' | 'isHalf'> {
  stretch: number;
  port: DeliveryPort | undefined;
  key: string;
  next: number;
  telling: Telling | null;
  /** Read, and not told yet. */
  held: ReplayEvent[];
  /** Until then the page's sheets are awaited. */
  styledUntil: EpochMs;
  at: EpochMs;
  latest: EpochMs;
}

export function createDecoder(): Decoder {
  const shelf = createShelf();
  const scan = createScan();
  const stretches = new Map<number, Open>();
  const answers = new Map<number, ReturnType<typeof createLines>>();
  const ports = new Map<number, DeliveryPort>();

  function read({ kind }: Channel, texts: readonly string[]): void {
    for (const text of texts) {
      const line = parseLine(text);
      if (line === null) continue; // cut short on the way: its place in the index shows as a gap
      if (kind !== 'scan') shelf.put(line, text);
      if (kind !== 'stretch') scan.read(line);
    }
  }

  function tell(open: Open, { last, more, stored }: Pick<Begin, 'last' | 'more' | 'stored'>, onPart: OnPart): Told {
    const { leftOut } = open;
    let refused = 0;
    for (; open.next <= last; open.next += 1) {
      const segment = shelf.take(open.key, open.next);
      // One format a page: another's is none of ours.
      if (!segment || (open.format !== null && segment.format !== open.format)) continue;
      open.format ??= segment.format;
      const first = open.telling === null;
      if (first) open.styledUntil = styledUntil(segment, segment.format);
      open.telling ??= begun(open.format, open.at);
      // What came while the page was watched is here for its beginning, too.
      const reading = open.telling.read(first ? withPictures(segment, shelf.pictures(open.key)) : segment);
      refused += reading.refused;
      const changes = countChanges(reading.events);
      if (changes > rush) {
        leftOut.changes += changes;
        reading.events = open.telling.tell(segment.until);
      }
      open.until = Math.max(open.until, segment.until);
      const end = Math.max(open.until, open.at);
      for (const event of reading.events) open.held.push(event.timestamp <= end ? event : { ...event, timestamp: end });
    }
    const isHalf = hold(open, more, stored);
    if (!isHalf) {
      give(open.held, open, onPart);
      open.held = [];
    }
    const { from, until, format } = open;
    const nodes = leftOut.nodes + (open.telling?.tooDeep() ?? 0);
    const uses = open.telling?.endless() ?? 0;
    return { from, until, format, refused, leftOut: { ...leftOut, nodes, uses }, lacking: [], isHalf };
  }

  /** True: what was read is not to be told before more of it has come. */
  function hold(open: Open, more: boolean, stored: boolean): boolean {
    if (open.from !== null || !open.telling) return false;
    if (more && open.telling.isFilling()) return true;
    // The moment lies past all that came.
    if (!open.held.some(({ type }) => type === 2)) open.held.push(...open.telling.tell(open.at));
    open.held = styledFirst(open.held, open.styledUntil);
    return stored && open.until < open.styledUntil && isBare(open.held);
  }

  function begun(format: SegmentContent['format'], at: EpochMs): Telling {
    const telling = createTelling(format, shelf.texts);
    telling.quietUntil(at);
    return telling;
  }

  function give(events: readonly ReplayEvent[], open: Open, onPart: OnPart): void {
    // Before a page is whole nothing can be shown; the size that it is told with stands before it.
    const start = open.from === null ? Math.max(0, events.findIndex(({ type }) => type === 2) - 1) : 0;
    const whole = open.from === null ? events.find(({ type }) => type === 2) : undefined;
    if (open.from === null && !whole) return;
    open.from ??= whole?.timestamp ?? null;
    const sliced = inSlices(events.slice(start), (nodes, anew) => {
      open.leftOut.nodes = nodes + (anew ? 0 : open.leftOut.nodes);
    });
    let part: ReplayEvent[] = [];
    let weight = 0;
    const send = (): void => {
      open.port?.postMessage({ stretch: open.stretch, events: part });
      onPart({ times: part.map(({ timestamp }) => timestamp), nodes: weight });
    };
    for (const event of sliced) {
      open.latest = Math.max(open.latest, event.timestamp);
      part.push(event.timestamp === open.latest ? event : { ...event, timestamp: open.latest });
      weight += weigh(event);
      if (weight < partWeight) continue;
      send();
      part = [];
      weight = 0;
    }
    if (part.length > 0) send();
  }

  return {
    async take(channel, bytes) {
      const lines = answers.get(channel.answer) ?? createLines();
      answers.set(channel.answer, lines);
      read(channel, lines.add(bytes));
    },
    async end(channel) {
      read(channel, answers.get(channel.answer)?.end() ?? []);
      answers.delete(channel.answer);
    },
    news: async () => scan.news(),
    async join(viewer, port) {
      ports.set(viewer, port);
    },
    async begin({ stretch, viewer, tab, page, first, at, needs, ...about }, onPart) {
      const key = pageKey(tab, page);
      const none = nothingUntil(at);
      const lacking = needs.filter((seq) => !shelf.has(key, seq));
      if (lacking.length > 0) return { ...none, lacking, isHalf: false };
      const open: Open = {
        ...{ ...none, stretch, port: ports.get(viewer), key, next: first },
        ...{ telling: null, held: [], styledUntil: 0, at, latest: 0 },
      };
      stretches.set(stretch, open);
      return tell(open, about, onPart);
    },
    async extend(stretch, { needs, ...about }, onPart) {
      const open = stretches.get(stretch);
      if (!open) return { ...nothingUntil(0), lacking: [], isHalf: false };
      const lacking = needs.filter((seq) => !shelf.has(open.key, seq));
      if (lacking.length === 0) return tell(open, about, onPart);
      const { from, until, format, refused, leftOut } = open;
      return { from, until, format, refused, leftOut, lacking, isHalf: false };
    },
    async forget(stretch) {
      stretches.get(stretch)?.port?.postMessage({ stretch, forgotten: true });
      stretches.delete(stretch);
    },
    stop: () => stretches.clear(),
  };
}

function nothingUntil(until: EpochMs): Omit<Told, 'lacking' | 'isHalf'> {
  return { from: null, until, format: null, refused: 0, leftOut: { nodes: 0, changes: 0, uses: 0 } };
}

function withPictures(segment: TellableSegment, pictures: SegmentOperation[]): TellableSegment {
  if (segment.format !== 'sightglass/1' || pictures.length === 0) return segment;
  return { ...segment, events: [...pictures, ...segment.events] };
}

function countChanges(events: readonly ReplayEvent[]): number {
  let count = 0;
  for (const event of events) if (event.type === 3) count += weigh(event);
  return count;
}

/** About how many nodes an event touches. */
export function weigh({ type, data }: ReplayEvent): number {
  if (type === 2) return 1_000;
  const { adds, removes, attributes, texts } = (data ?? {}) as Record<string, { length?: number } | undefined>;
  return 1 + (adds?.length ?? 0) + (removes?.length ?? 0) + (attributes?.length ?? 0) + (texts?.length ?? 0);
}
