import { createSegmentReader, drawingIn, type Note, type SegmentReader } from '@sightglass/segment';
import type { EpochMs, ReplayEvent, SegmentContent } from '@sightglass/wire';
import { createEndless } from './endless.ts';
import { harmless } from './harmless.ts';
import { oneMoveEach } from './moves.ts';
import { createShallow } from './shallow.ts';
import { styledAtOnce } from './styled-at-once.ts';

/** A segment of one page as it came. */
export interface Kept {
  seq: number;
  from: EpochMs;
  until: EpochMs;
  /** `null`: stored, and its bytes are damaged. */
  content: SegmentContent | null;
}

/** What a segment comes to, all of it safe to hand to a player. */
export interface Decoded {
  seq: number;
  from: EpochMs;
  until: EpochMs;
  /** `null`: damaged. */
  events: readonly ReplayEvent[] | null;
  format: SegmentContent['format'] | null;
  /** When the person did something here; `null` where the events say it. */
  activity: readonly EpochMs[] | null;
  notes: readonly Note[];
  refused: number;
}

/** The segments of one page load, decoded in the order of their numbers, whatever the order in which they came. */
export interface PageDecoding {
  /** False when this very segment is there already. */
  add(segment: Kept): boolean;
  /** All that is there, by number. Only what has come since is decoded, unless it belongs before what is. */
  decoded(): readonly Decoded[];
  /** A stored text has come. True when something here waited for it. */
  learn(hash: string): boolean;
}

/** @param texts - Stored texts by hash, as they come. */
export function createPageDecoding(texts: ReadonlyMap<string, string>): PageDecoding {
  const segments = new Map<number, Kept>();
  let done: Decoded[] = [];
  let reader = createSegmentReader(texts);
  let safe = createSafe();

  function startOver(): void {
    done = [];
    reader = createSegmentReader(texts);
    safe = createSafe();
  }

  function decoded(): readonly Decoded[] {
    const all = [...segments.values()].sort((a, b) => a.seq - b.seq);
    for (const segment of all.slice(done.length)) done.push(decode(segment, reader, safe));
    const last = done.at(-1);
    const rest = last ? reader.rest() : [];
    if (!last || rest.length === 0) return done;
    const shown = safe(rest.filter(isShown));
    return [...done, { ...last, ...shown, activity: [], notes: [], refused: 0 }];
  }

  return {
    add(segment) {
      const there = segments.get(segment.seq);
      // The first that came stands, as it does in the store; but whole bytes are better than damaged ones.
      if (there && (there.content !== null || segment.content === null)) return false;
      segments.set(segment.seq, segment);
      if (segment.seq <= (done.at(-1)?.seq ?? -1)) startOver();
      return true;
    },
    decoded,
    learn(hash) {
      if (!reader.missing.has(hash)) return false;
      startOver();
      return true;
    },
  };
}

function decode({ seq, from, until, content }: Kept, reader: SegmentReader, safe: Safe): Decoded {
  const place = { seq, from, until, format: content?.format ?? null, notes: [], refused: 0, activity: null };
  if (content === null) return { ...place, events: null };
  if (content.format !== 'sightglass/1') return { ...place, format: 'rrweb/2', ...safe(content.events) };
  const { events, activity, notes, refused } = reader.read({ seq, from, until, events: content.events });
  const shown = safe(styledAtOnce(events.filter(isShown), from));
  return { ...place, ...shown, activity, notes, refused: refused + shown.refused };
}

/** Notes are told apart, and what a video does shows in no picture of ours: neither was refused. */
export function isShown({ type, data }: ReplayEvent): boolean {
  if (type === 5) return drawingIn({ type, data }) !== undefined;
  return !(type === 3 && (data as { source: number }).source === 7); // as the reader makes them
}

/** Events as they may be shown, in order of time. */
type Safe = (given: readonly ReplayEvent[]) => { events: ReplayEvent[]; refused: number };

/** Remembers, from one run of events to the next, which colour scheme the visitor prefers, where style sheets stand, how deep, and what drawings show of each other. */
export function createSafe(shallow = createShallow(), endless = createEndless()): Safe {
  let isDark = false;
  const tags = new Map<number, string>();
  return (given) => {
    const judged = given.flatMap((event) => {
      if (event.type === 4) isDark = (event.data as { dark?: unknown } | null)?.dark === true; // told before a page is
      return harmless(shallow.take(event), isDark, tags) ?? [];
    });
    return { events: oneMoveEach(judged.flatMap(endless.take)), refused: given.length - judged.length };
  };
}
