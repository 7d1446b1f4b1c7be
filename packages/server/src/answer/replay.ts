import { Readable } from 'node:stream';
import { createReplayLifter, type ReplayLifter } from '@sightglass/intake';
import type { IndexedSegment } from '@sightglass/measure';
import { createSegmentReader, type SegmentReader } from '@sightglass/segment';
import { namedTexts, type Segments } from '@sightglass/store';
import type {
  ReplayEvent,
  ReplayGap,
  ReplayIndexLine,
  ReplayLine,
  ReplaySegment,
  SegmentContent,
} from '@sightglass/wire';
import type { Logger } from 'pino';
import { createReadAhead, withShownLater } from './shown-later.ts';
import { wasErased } from './telling-erased.ts';

/** What of a replay is wanted, as the door's query says it. */
export interface WantedReplay {
  as: 'segments' | 'rrweb' | 'index';
  since: number;
  /** Empty: all of them. */
  page: string;
  first: number;
  last: number;
}

/**
 * The part of a session's replay that was asked for.
 *
 * @param session - Whose tab is the session itself came from an SDK that names none, and builds on what its page told before: there
 * all that precedes the part is read as well.
 */
export function answerReplay(
  segments: Segments,
  found: readonly IndexedSegment[],
  { as, since, page, first, last }: WantedReplay,
  session: string,
  log: Logger,
  isErased: () => boolean = () => false,
): Readable {
  const wanted = (row: IndexedSegment): boolean =>
    row.until >= since && (page === '' || (row.page === page && row.seq >= first && row.seq <= last));
  const rows = found.filter((row) => wanted(row) || (row.tab === session && (page === '' || row.page === page)));
  return as === 'index'
    ? Readable.from(places(rows.filter(wanted)), { objectMode: false })
    : streamReplay(segments, rows, as, log, { wanted, known: found, isErased });
}

/** A thousand segments a piece: a line each would be a write each. */
function* places(rows: readonly IndexedSegment[]): Generator<string> {
  for (let from = 0; from < rows.length; from += 1_000)
    yield rows
      .slice(from, from + 1_000)
      .map(place)
      .join('');
}

function place({ tab, page, seq, from, until, anchor, length }: IndexedSegment): string {
  const line: ReplayIndexLine = { place: { tab, page, seq, from, until, anchor, bytes: length } };
  return `${JSON.stringify(line)}\n`;
}

/**
 * The segments as NDJSON, read one at a time as the reader takes them, and before each the texts that it is the first to name. A
 * damaged one costs itself: a line says where the gap is. `rrweb` leaves the segments out and writes bare events, all tabs
 * together in order of time, and no word of gaps; segments of our own format are read into rrweb's events on the way.
 *
 * What a whole page shows and later segments tell is told with it (see {@link withShownLater}).
 *
 * @param wanted - Others are read only for what those that are wanted build on.
 * @param known - Of all that is stored of these pages, as much as may be looked at for that. Default: `rows`.
 * @param isErased - Whether the session was erased by now: then what cannot be read is not damaged, and the answer fails with `erased`.
 */
export function streamReplay(
  segments: Segments,
  rows: readonly IndexedSegment[],
  as: 'segments' | 'rrweb',
  log: Logger,
  {
    wanted = () => true,
    known = rows,
    isErased = () => false,
  }: {
    wanted?: (row: IndexedSegment) => boolean;
    known?: readonly IndexedSegment[];
    isErased?: () => boolean;
  } = {},
): Readable {
  const lines = readLines(segments, rows, log, { wanted, known, isErased });
  return Readable.from(as === 'segments' ? toNdjson(lines) : toEvents(lines, rows.filter(wanted)), {
    objectMode: false,
  });
}

async function* readLines(
  segments: Segments,
  rows: readonly IndexedSegment[],
  log: Logger,
  {
    wanted,
    known,
    isErased,
  }: { wanted: (row: IndexedSegment) => boolean; known: readonly IndexedSegment[]; isErased: () => boolean },
): AsyncGenerator<ReplayLine> {
  const { take, ahead } = createReadAhead(segments.read);
  const told = new Set<string>();
  /** By tab and page. */
  const lifters = new Map<string, ReplayLifter>();
  for (const row of rows) {
    const { project, tab, page, seq, from, until, anchor } = row;
    let content: SegmentContent;
    try {
      content = await take(row);
    } catch (error) {
      if (isErased()) throw wasErased();
      log.error({ err: error, project, tab, page, seq }, 'a segment cannot be read');
      if (wanted(row)) yield { gap: { tab, page, seq, from, until, reason: 'damaged' } } satisfies ReplayGap;
      continue;
    }
    const place = { tab, page, seq, from, until, anchor };
    if (content.format === 'rrweb/2') {
      const key = `${tab} ${page}`;
      const lifter = lifters.get(key) ?? createReplayLifter();
      lifters.set(key, lifter);
      const events = lifter.lift(seq, content.events);
      if (wanted(row)) yield { ...place, format: content.format, events: events.map(toEvent) };
      continue;
    }
    if (!wanted(row)) continue;
    const events = anchor ? await withShownLater(content.events, row, known, ahead) : content.events;
    for (const text of namedTexts(JSON.stringify(events))) {
      if (told.has(text)) continue;
      told.add(text);
      yield { text, value: (await segments.sheets.load(project, text)) ?? null };
    }
    yield { ...place, ...content, events };
  }
}

/** `data` may be absent in what was sent; readers find it always there. */
function toEvent(event: ReplayEvent): ReplayEvent {
  return { ...event, data: event.data };
}

async function* toNdjson(lines: AsyncIterable<ReplayLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** An event with its page. */
interface Paged {
  tab: string;
  page: string;
  event: ReplayEvent;
}

/** Merges tabs: an event may leave once no later segment can begin before it. */
async function* toEvents(lines: AsyncIterable<ReplayLine>, rows: readonly IndexedSegment[]): AsyncGenerator<string> {
  const texts = new Map<string, string>();
  const readers = new Map<string, { tab: string; page: string; reader: SegmentReader }>();
  const canApply = createPageOrder();
  let waiting: Paged[] = [];
  let index = 0;

  function eventsOf(line: ReplaySegment): ReplayEvent[] {
    if (line.format === 'rrweb/2') return line.events;
    const { tab, page } = line;
    const key = `${tab} ${page}`;
    const { reader } = readers.get(key) ?? { reader: createSegmentReader(texts) };
    readers.set(key, { tab, page, reader });
    return reader.read(line).events;
  }

  function wait(tab: string, page: string, events: readonly ReplayEvent[]): void {
    waiting = waiting.concat(events.map((event) => ({ tab, page, event })));
  }

  function* leave(before: number): Generator<string> {
    waiting.sort((a, b) => a.event.timestamp - b.event.timestamp);
    const stays = waiting.findIndex(({ event }) => event.timestamp >= before);
    const leaving = waiting.splice(0, stays === -1 ? waiting.length : stays).filter(canApply);
    if (leaving.length > 0) yield `${leaving.map(({ event }) => JSON.stringify(event)).join('\n')}\n`;
  }

  for await (const line of lines) {
    if ('text' in line) {
      if (line.value !== null) texts.set(line.text, line.value);
      continue;
    }
    index += 1;
    if (!('gap' in line)) wait(line.tab, line.page, eventsOf(line));
    yield* leave(rows[index]?.from ?? Number.POSITIVE_INFINITY);
  }
  for (const { tab, page, reader } of readers.values()) wait(tab, page, reader.rest());
  yield* leave(Number.POSITIVE_INFINITY);
}

const rrwebTypes = { fullSnapshot: 2, incremental: 3, meta: 4 };

/**
 * Whether an event can be applied to what its tab shows then. The last change of a page may be told a millisecond after the next page
 * began (Datadog stamps a view's last mutations so): bare events do not say whose nodes they name, and the next page has others.
 */
function createPageOrder(): (paged: Paged) => boolean {
  const shown = new Map<string, string>();
  return ({ tab, page, event: { type } }) => {
    if (type === rrwebTypes.meta || type === rrwebTypes.fullSnapshot) shown.set(tab, page);
    return type !== rrwebTypes.incremental || (shown.get(tab) ?? page) === page;
  };
}
