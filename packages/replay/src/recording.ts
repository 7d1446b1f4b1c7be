import type { Note } from '@sightglass/segment';
import type { EpochMs, ReplayEvent, ReplayLine, ReplayText, SegmentContent } from '@sightglass/wire';
import { fullSnapshot, incremental, isActivity } from './activity.ts';
import { createPageDecoding, type Decoded, type PageDecoding } from './decoding.ts';
import type { KeptPictures } from './scan.ts';
import type { LeftOut } from './slices.ts';
import { styledFirst, styledUntil } from './styled-at-once.ts';

/** A part of a page that cannot be shown: segments that never came or are damaged, or whatever lies before the first full snapshot. */
export interface Gap {
  tab: string;
  page: string;
  from: EpochMs;
  until: EpochMs;
  /** From `until` to here the page is shown, and may lack what changed in the gap: then it is told whole again, or ends. */
  staleUntil: EpochMs;
  reason: 'missing-segments' | 'damaged-segments' | 'no-snapshot';
  /** How many segments are missing; 0 where they came and cannot be shown. */
  segments: number;
}

/** One page load of one tab: its events in the order in which they are to be applied, all safe to hand to a player. */
export interface PageStream {
  tab: string;
  page: string;
  from: EpochMs;
  until: EpochMs;
  events: readonly ReplayEvent[];
  /** Positions in `events` of full snapshots: where a player can begin. */
  anchors: readonly number[];
  /** When the person did something here, ascending; the page's own start counts. */
  activity: readonly EpochMs[];
  /** The addresses that it told, where they are known apart from the events. */
  addresses?: readonly { at: EpochMs; href: string }[];
  /**
   * Only a stretch of its events is known; `null`: none yet. Left out where all of them are here. See `createReplayFeed`.
   */
  stretch?: Stretch | null;
  /** When the events of the stretch are, those that were let go left out: the events themselves are where they are shown. */
  times?: readonly EpochMs[];
  /** Something else that is worth knowing: that the page was hidden, printed, zoomed, or that the recorder left something out. */
  notes: readonly Note[];
  /** Once the page was read over, where pictures or fonts were asked for. */
  pictures?: KeptPictures;
  /** Once the page was read over: how many of its style sheets no script of it may read, so that they are not shown. */
  unreadSheets?: number;
  format: SegmentContent['format'];
}

/** A part of a page's events, beginning with the page whole; it grows at its end, and what was shown is let go at its start. */
export interface Stretch {
  /** Another one has another. */
  readonly id: number;
  /** The time of the page that it begins with. */
  readonly from: EpochMs;
  /** All until here is in it. */
  until: EpochMs;
  /** How many events it has, those that are gone among them. */
  came: number;
  /** How many were let go here, the first of them. */
  gone: number;
  /** How many have been shown, those that are gone among them, and the time of the last of them. Told by the stage. */
  shown: number;
  reached: EpochMs;
  /** Another one is on its way for what is wanted: nothing more of this one is to be shown. */
  over: boolean;
  readonly format: SegmentContent['format'];
  /** What of it is not shown, so that no screen freezes. */
  leftOut: LeftOut;
}

/** What was shown cannot be taken back: to go there another stretch is needed. The page that it begins with stands for all before. */
export function isPast({ shown, reached, from }: Stretch, at: EpochMs): boolean {
  return shown > 0 && at < reached && reached > from;
}

/** All that is known of the replay of one session. A value: adding to it makes another. */
export interface Recording {
  /** By start, then by id. */
  pages: readonly PageStream[];
  gaps: readonly Gap[];
  from: EpochMs;
  until: EpochMs;
  /** Events that were left out: of no known kind or shape, or of a kind that is never shown (see `harmless`). */
  refused: number;
}

/** Gathers lines in whatever order and however often they come. */
export interface Gathering {
  /** False when this very segment or text is there already, or when the line is neither. */
  add(line: ReplayLine): boolean;
  recording(): Recording;
}

export function createGathering(): Gathering {
  const texts = new Map<string, string>();
  const pages = new Map<string, { tab: string; page: string; decoding: PageDecoding; made: Made | null }>();

  function add(line: ReplayLine): boolean {
    if ('text' in line) return addText(line);
    const { tab, page, seq, from, until } = 'gap' in line ? line.gap : line;
    const isWhole = 'gap' in line || Array.isArray(line.events);
    if (!Number.isSafeInteger(seq) || !(from <= until) || !isWhole) return false;
    const key = `${tab} ${page}`;
    const kept = pages.get(key) ?? { tab, page, decoding: createPageDecoding(texts), made: null };
    if (!kept.decoding.add({ seq, from, until, content: 'gap' in line ? null : line })) return false;
    kept.made = null;
    pages.set(key, kept);
    return true;
  }

  function addText({ text, value }: ReplayText): boolean {
    if (typeof text !== 'string' || typeof value !== 'string' || texts.has(text)) return false;
    texts.set(text, value);
    for (const page of pages.values()) if (page.decoding.learn(text)) page.made = null;
    return true;
  }

  function recording(): Recording {
    const made = [...pages.values()].map((page) => {
      page.made ??= make(page.tab, page.page, page.decoding.decoded());
      return page.made;
    });
    const streams = made.map(({ stream }) => stream);
    const gaps = made.flatMap((page) => page.gaps);
    streams.sort((a, b) => a.from - b.from || (a.page < b.page ? -1 : 1));
    gaps.sort((a, b) => a.from - b.from || (a.page < b.page ? -1 : 1));
    return {
      pages: streams,
      gaps,
      from: streams.reduce((least, { from }) => Math.min(least, from), streams[0]?.from ?? 0),
      until: streams.reduce((most, { until }) => Math.max(most, until), 0),
      refused: made.reduce((sum, page) => sum + page.refused, 0),
    };
  }

  return { add, recording };
}

interface Made {
  stream: PageStream;
  gaps: Gap[];
  refused: number;
}

function make(tab: string, page: string, segments: readonly Decoded[]): Made {
  const stream = streamOf(tab, page, segments);
  return { stream, gaps: gapsOf(stream, segments), refused: segments.reduce((sum, { refused }) => sum + refused, 0) };
}

/** Reads a whole stream of lines. Never throws for what a line holds; an error of the stream itself is the caller's. */
export async function loadReplay(lines: AsyncIterable<ReplayLine>): Promise<Recording> {
  const gathering = createGathering();
  for await (const line of lines) gathering.add(line);
  return gathering.recording();
}

/**
 * Order is that of the segments' numbers. A clock that stepped back is held at the latest time told before, and one that
 * jumped ahead inside a segment is held to the segment's own span, so one bad timestamp spoils nothing after it.
 */
function streamOf(tab: string, page: string, segments: readonly Decoded[]): PageStream {
  const told: ReplayEvent[] = [];
  const from = segments[0]?.from ?? 0;
  const activity: EpochMs[] = [from];
  let latest = from;
  for (const segment of segments) {
    for (const event of segment.events ?? []) {
      latest = Math.max(latest, Math.min(event.timestamp, segment.until));
      if (segment.activity === null && isActivity(event)) activity.push(latest);
      told.push(event.timestamp === latest ? event : { ...event, timestamp: latest });
    }
    for (const at of segment.activity ?? []) activity.push(Math.max(from, at));
  }
  const format = segments.find((segment) => segment.format !== null)?.format ?? 'rrweb/2';
  const events = styledFirst(told, segments[0] ? styledUntil(segments[0], format) : 0);
  const anchors = events.flatMap(({ type }, at) => (type === fullSnapshot ? [at] : []));
  const until = segments.reduce((most, segment) => Math.max(most, segment.until), latest);
  const notes = segments.flatMap((segment) => segment.notes);
  return { tab, page, from, until, events, anchors, activity: activity.sort((a, b) => a - b), notes, format };
}

function gapsOf(stream: PageStream, segments: readonly Decoded[]): Gap[] {
  const { tab, page } = stream;
  const gaps: Gap[] = [];
  let next = 0;
  let before = segments[0]?.from ?? 0;
  for (const segment of segments) {
    const { seq, from, until } = segment;
    if (seq > next) {
      const staleUntil = wholeAfter(stream, from);
      // Of rrweb's own events nobody knows what depends on what: there the next segment ends it.
      const known = segment.activity === null ? from : staleUntil;
      const gap = { tab, page, from: Math.min(before, from), until: known, staleUntil };
      gaps.push({ ...gap, reason: 'missing-segments', segments: seq - next });
    }
    if (segment.events === null) {
      const staleUntil = Math.max(until, wholeAfter(stream, until));
      gaps.push({ tab, page, from, until, staleUntil, reason: 'damaged-segments', segments: 1 });
    }
    next = seq + 1;
    before = Math.max(before, until);
  }
  const start = stream.anchors[0];
  const startsAt = start === undefined ? stream.until : (stream.events[start]?.timestamp ?? stream.until);
  const waits = start === undefined || stream.events.slice(0, start).some(({ type }) => type === incremental);
  const gap = { tab, page, from: stream.from, until: startsAt, staleUntil: startsAt };
  if (waits) gaps.push({ ...gap, reason: 'no-snapshot', segments: 0 });
  return gaps;
}

/** When the page is told whole next, or ends. */
function wholeAfter(stream: PageStream, from: EpochMs): EpochMs {
  for (const anchor of stream.anchors) {
    const at = stream.events[anchor]?.timestamp ?? 0;
    if (at >= from) return at;
  }
  return stream.until;
}
