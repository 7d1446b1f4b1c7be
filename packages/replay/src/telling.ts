import { createSegmentReader } from '@sightglass/segment';
import type { EpochMs, ReplayEvent, ReplayLine } from '@sightglass/wire';
import { createSafe, isShown } from './decoding.ts';
import { createEndless } from './endless.ts';
import { createRrwebPage } from './rrweb-page.ts';
import { createShallow } from './shallow.ts';
import { styledAtOnce } from './styled-at-once.ts';

/** Segments of one page, one after the other, told as events that are safe to show. */
export interface Telling {
  read(segment: TellableSegment): { events: ReplayEvent[]; refused: number };
  /** Until then the page is followed and not told; then it is told whole. */
  quietUntil(at: EpochMs): void;
  /** The page whole as it stands now, whatever was told before; nothing where it is not known. */
  tell(at: EpochMs): ReplayEvent[];
  /** Half a page is known: what follows makes it whole. */
  isFilling(): boolean;
  /** Nodes that stand too deep to be shown. */
  tooDeep(): number;
  /** References in its drawings that show more than can be built. */
  endless(): number;
}

export type TellableSegment = Extract<ReplayLine, { seq: number }>;

export function createTelling(format: TellableSegment['format'], texts: ReadonlyMap<string, string>): Telling {
  return format === 'sightglass/1' ? createOwn(texts) : createForeign();
}

function createOwn(texts: ReadonlyMap<string, string>): Telling {
  const reader = createSegmentReader(texts);
  const shallow = createShallow();
  const endless = createEndless();
  const safe = createSafe(shallow, endless);
  return {
    read({ seq, from, until, events }) {
      const reading = reader.read({ seq, from, until, events });
      const shown = safe(styledAtOnce(reading.events.filter(isShown), from));
      return { events: shown.events, refused: reading.refused + shown.refused };
    },
    quietUntil: reader.quietUntil,
    tell(at) {
      const whole = reader.tell(at);
      return safe((whole.length > 0 ? whole : reader.rest()).filter(isShown)).events;
    },
    isFilling: reader.isFilling,
    tooDeep: shallow.leftOut,
    endless: endless.leftOut,
  };
}

function createForeign(): Telling {
  const page = createRrwebPage();
  const shallow = createShallow();
  const endless = createEndless();
  const safe = createSafe(shallow, endless);
  let quiet: EpochMs | null = null;
  return {
    read({ events }) {
      // Foreign lines hold rrweb's events; the reader judges each.
      const shown = safe(events as readonly ReplayEvent[]);
      const told: ReplayEvent[] = [];
      for (const event of shown.events) {
        if (quiet !== null && event.timestamp > quiet) {
          for (const one of page.tell(quiet)) told.push(one);
          quiet = null;
        }
        page.follow(event);
        if (quiet === null) told.push(event);
      }
      return { events: told, refused: shown.refused };
    },
    quietUntil(at) {
      quiet = at;
    },
    tell(at) {
      quiet = null;
      return page.tell(at);
    },
    isFilling: () => false,
    tooDeep: shallow.leftOut,
    endless: endless.leftOut,
  };
}
