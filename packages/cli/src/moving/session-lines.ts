import {
  listRecords,
  type RecordBatch,
  type ReplayEvent,
  type SessionSummary,
  type StoredRecord,
} from '@sightglass/wire';
import { askServer, openServer, type Server } from '../server.ts';
import type { ExportLine } from './line.ts';
import { linesOf } from './lines-of.ts';

/** Few enough that a body stays far below what the intake takes. */
const recordsPerLine = 500;
const eventsPerLine = 500;
const charsPerLine = 2_000_000;

/**
 * One session as lines of an export, in pieces that a reader can take one at a time.
 *
 * @throws {Error} with one sentence where the server does not answer
 */
export async function* sessionLines(
  server: Server,
  session: SessionSummary,
  request: typeof fetch,
): AsyncGenerator<ExportLine> {
  const at = `/sessions/${encodeURIComponent(session.session)}`;
  yield* records(server, session, at, request);
  if (session.replay) yield* replay(server, session, at, request);
}

async function* records(
  server: Server,
  session: SessionSummary,
  at: string,
  request: typeof fetch,
): AsyncGenerator<ExportLine> {
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { records: StoredRecord[]; next: string | null } = answered(
      await askServer(server, `${at}/records`, cursor === '' ? {} : { cursor }, listRecords.answer, request),
    );
    for (const tab of Map.groupBy(page.records, (record) => record.tab).values())
      for (const run of runs(tab)) yield { batch: batchOf(session, run) };
    cursor = page.next;
  }
}

/** Records of a batch count on from its first, so a gap in the numbers begins another. */
function runs(records: readonly StoredRecord[]): StoredRecord[][] {
  const all: StoredRecord[][] = [];
  for (const record of records.toSorted((a, b) => a.number - b.number)) {
    const run = all.at(-1);
    if (run !== undefined && run.at(-1)?.number === record.number - 1 && run.length < recordsPerLine) run.push(record);
    else all.push([record]);
  }
  return all;
}

function batchOf(
  { session, start, intake, release, environment, visitor, role }: SessionSummary,
  run: readonly StoredRecord[],
): RecordBatch {
  const [first] = run;
  if (first === undefined) throw new Error('a run has a record');
  return {
    v: 1,
    session,
    tab: first.tab,
    // Numbers of batches that a browser never reaches: what was sent before is no reason to take this for sent again.
    seq: firstSeq + first.number,
    first: first.number,
    sentAt: Math.max(...run.map(({ record }) => record.at)),
    startedAt: start,
    sdk: { name: `${intake} (imported)`, version: '' },
    ...{ release, environment, visitor, role },
    records: run.map(({ record }) => record),
  };
}
const firstSeq = 1_000_000_000;

/** Each page load as rrweb's events, whatever recorded it. */
async function* replay(
  server: Server,
  { session }: SessionSummary,
  at: string,
  request: typeof fetch,
): AsyncGenerator<ExportLine> {
  const index = answered(await openServer(server, `${at}/replay`, { as: 'index' }, request));
  const pages = new Map<string, string>();
  for await (const line of linesOf(index)) {
    const { place } = JSON.parse(line) as { place: { tab: string; page: string } }; // what this door answers
    pages.set(place.page, place.tab);
  }
  for (const [page, tab] of pages) {
    let seq = 0;
    for await (const events of pieces(
      answered(await openServer(server, `${at}/replay`, { as: 'rrweb', page }, request)),
    )) {
      const times = events.map(({ timestamp }) => timestamp);
      const until = Math.max(...times);
      yield {
        segment: {
          ...{ v: 1, format: 'rrweb/2', session, tab, page, seq, from: Math.min(...times), until, sentAt: until },
          anchor: events.some(({ type }) => type === 2),
          events,
        },
      };
      seq += 1;
    }
  }
}

async function* pieces(answer: Response): AsyncGenerator<ReplayEvent[]> {
  let events: ReplayEvent[] = [];
  let chars = 0;
  for await (const line of linesOf(answer)) {
    if (events.length > 0 && (events.length === eventsPerLine || chars + line.length > charsPerLine)) {
      yield events;
      events = [];
      chars = 0;
    }
    events.push(JSON.parse(line) as ReplayEvent); // what this door answers
    chars += line.length;
  }
  if (events.length > 0) yield events;
}

function answered<Answer>(answer: Answer | string): Answer {
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}
