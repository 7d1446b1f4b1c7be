import { Readable } from 'node:stream';
import type { IndexedSegment } from '@sightglass/measure';
import { namedTexts, type Segments } from '@sightglass/store';
import type { ReplayEvent, ReplayGap, ReplayLine, SegmentContent } from '@sightglass/wire';
import type { Logger } from 'pino';

/**
 * The segments as NDJSON, read one at a time as the reader takes them, and before each the texts that it is the first to name. A
 * damaged one costs itself: a line says where the gap is. `rrweb` leaves the segments out and writes bare events, all tabs
 * together in order of time, and no word of gaps, nor segments of our own format, which no other tool would understand.
 */
export function streamReplay(
  segments: Segments,
  rows: readonly IndexedSegment[],
  as: 'segments' | 'rrweb',
  log: Logger,
): Readable {
  const lines = readLines(segments, rows, log);
  return Readable.from(as === 'segments' ? toNdjson(lines) : toEvents(lines, rows), { objectMode: false });
}

async function* readLines(
  segments: Segments,
  rows: readonly IndexedSegment[],
  log: Logger,
): AsyncGenerator<ReplayLine> {
  const told = new Set<string>();
  for (const row of rows) {
    const { project, tab, page, seq, from, until, anchor } = row;
    let content: SegmentContent;
    try {
      content = await segments.read(row);
    } catch (error) {
      log.error({ err: error, project, tab, page, seq }, 'a segment cannot be read');
      yield { gap: { tab, page, seq, from, until, reason: 'damaged' } } satisfies ReplayGap;
      continue;
    }
    const place = { tab, page, seq, from, until, anchor };
    if (content.format === 'rrweb/2') {
      yield { ...place, format: content.format, events: content.events.map(toEvent) };
      continue;
    }
    for (const text of namedTexts(JSON.stringify(content.events))) {
      if (told.has(text)) continue;
      told.add(text);
      yield { text, value: (await segments.sheets.load(project, text)) ?? null };
    }
    yield { ...place, ...content };
  }
}

/** `data` may be absent in what was sent; readers find it always there. */
function toEvent(event: ReplayEvent): ReplayEvent {
  return { ...event, data: event.data };
}

async function* toNdjson(lines: AsyncIterable<ReplayLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** Merges tabs: an event may leave once no later segment can begin before it. */
async function* toEvents(lines: AsyncIterable<ReplayLine>, rows: readonly IndexedSegment[]): AsyncGenerator<string> {
  let waiting: ReplayEvent[] = [];
  let index = 0;
  for await (const line of lines) {
    index += 1;
    if (!('format' in line) || line.format !== 'rrweb/2') continue;
    waiting = [...waiting, ...line.events].sort((a, b) => a.timestamp - b.timestamp);
    const nextFrom = rows[index]?.from ?? Number.POSITIVE_INFINITY;
    const ready = waiting.findIndex((event) => event.timestamp >= nextFrom);
    const leaving = ready === -1 ? waiting.splice(0) : waiting.splice(0, ready);
    if (leaving.length > 0) yield `${leaving.map((event) => JSON.stringify(event)).join('\n')}\n`;
  }
}
